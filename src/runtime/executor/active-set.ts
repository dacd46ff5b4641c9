/** The active skills of one executor, and their tools. */
import type { AnySkills, Skill } from "../access.ts";
import { effectiveTools } from "../guard/skill-tool-list.ts";
import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import type { ExecutorOptions } from "./executor-types.ts";

/** The active skills and their tools, within the limits of the options. */
export interface ActiveSet {
  /** Ids of the active skills. */
  readonly ids: Set<string>;
  /** Ids of the preloaded skills that were deactivated by name. */
  readonly dismissed: Set<string>;
  /** Whether `maxActive` allows one more skill, or exempts this one. */
  hasRoomFor(skill: Skill): boolean;
  /** Activates the preloaded skills among these, except those that were deactivated by name. */
  addPreloads(skills: readonly Skill[]): void;
  /** The tools of one skill, sorted. */
  toolsOf(id: string): readonly string[];
  /** The tools of all active skills, sorted. */
  tools(): readonly string[];
}

/** Creates an empty set. */
export function createActiveSet(
  skills: AnySkills,
  profile: RuntimeProfile,
  { maxActive = 0, packTools }: Pick<ExecutorOptions, "maxActive" | "packTools">,
): ActiveSet {
  const ids = new Set<string>();
  const dismissed = new Set<string>();
  const counts = ({ preload }: Skill): boolean => profile.preloads === "counted" || !preload;
  const isFull = (): boolean => maxActive > 0 && [...ids].filter((id) => counts(skills.get(id))).length >= maxActive;
  const hasRoomFor = (skill: Skill): boolean => !counts(skill) || !isFull();
  const toolsOf = (id: string): readonly string[] => effectiveTools(skills.get(id).allowedTools, packTools, profile);
  return {
    ids,
    dismissed,
    hasRoomFor,
    addPreloads(admitted) {
      for (const skill of admitted)
        if (skill.preload && !dismissed.has(skill.id) && hasRoomFor(skill)) ids.add(skill.id);
    },
    toolsOf,
    tools: () => [...new Set([...ids].flatMap(toolsOf))].sort(),
  };
}
