/** Skills whose restrictions nothing would enforce. `allowed-tools` is a list of approved tools, not a restriction. */
import type { AnySkills } from "../access.ts";

/**
 * A skill that the model does not get, because nothing would enforce what its frontmatter restricts.
 *
 * @example
 * for (const { id, reason } of agent.leftOut) console.warn(`${id}: ${reason}`);
 */
export interface LeftOutSkill {
  readonly id: string;
  /** One sentence; says how to ship it. */
  readonly reason: string;
}

/** Returns the skills that disallow tools, where nothing checks the calls. `remedy`: what else to pass, and "or". */
export function unenforced(skills: AnySkills, unrestricted: readonly string[] = [], remedy = ""): LeftOutSkill[] {
  const accepted = new Set(unrestricted.map((name) => skills.get(name).id));
  return skills.listForDir("").flatMap(({ id, disallowedTools = [] }) => {
    if (disallowedTools.length === 0 || accepted.has(id)) return [];
    return [{ id, reason: `Nothing enforces its disallowed-tools: pass ${remedy}unrestricted: ["${id}"]` }];
  });
}
