/** The index of `agentSkills` with its default options: the plan of the runtime, not a copy of it. */
import type { Skill } from "../runtime/access.ts";
import { planIndex, type AgentIndex } from "../runtime/agent/agent-index.ts";
import { definitionTokens } from "../runtime/agent/agent-skills.ts";
import type { SkillState } from "../runtime/executor/executor-types.ts";
import { oneLine } from "../runtime/prompt/escape.ts";
import { createLoadTool, createReadTool, createSearchTool } from "../runtime/tools/modern-tools.ts";
import type { ListedSkill, ShownSkills } from "./listing.ts";

export function listForAgent(skills: readonly ListedSkill[], budget: number): ShownSkills {
  const visible = skills.filter(isVisible).map((skill) => ({
    // Groups are named by tags.
    tags: [],
    ...skill,
    description: oneLine(skill.description),
  }));
  const longest = visible.reduce((most, { description }) => Math.max(most, description.length), 0);
  const needed = planOf(visible, Infinity).report.tokens;
  const planned = planOf(visible, budget);
  const { report } = planned;
  const lines = planned.text === "" ? [] : planned.text.split("\n");
  const ownLines = lines.slice(HEAD_LINES);
  const pinned = visible.filter(({ index }) => index === "pinned");
  const deferred = new Set(report.deferred);
  const listed = [...pinned, ...visible.filter(({ id, index }) => index !== "pinned" && !deferred.has(id))];
  const lineOf = new Map(listed.map(({ id }, at) => [id, ownLines[at]]));
  const [nameOnly, leftOut] = [new Set(report.nameOnly), new Set(report.leftOut)];
  const lengthOf = ({ id, description }: ListedSkill): number | undefined => {
    if (leftOut.has(id)) return undefined;
    if (nameOnly.has(id)) return 0;
    const text = lineOf.get(id)?.slice(`- ${id}: `.length) ?? "";
    return text === description ? text.length : text.length - 1;
  };
  return {
    lines,
    shown: listed.map((skill) => ({ id: skill.id, from: skill.description.length, to: lengthOf(skill) })),
    used: report.tokens,
    needed,
    costAt: (length) =>
      length >= longest
        ? needed
        : planOf(
            visible.map((skill) => ({ ...skill, description: skill.description.slice(0, length) })),
            Infinity,
          ).report.tokens,
    agent: {
      step: report.step,
      toolTokens: visible.length === 0 ? 0 : definitionTokens(toolsFor(visible, planned)),
      deferred: report.deferred,
    },
  };
}

/** Lines before the first skill. */
const HEAD_LINES = 4;

function isVisible({ disableModelInvocation, requiredScope = [], disallowedTools = [] }: ListedSkill): boolean {
  return disableModelInvocation !== true && requiredScope.length + disallowedTools.length === 0;
}

function planOf(visible: readonly ListedSkill[], budget: number): AgentIndex {
  return planIndex(visible as readonly unknown[] as readonly Skill[], {
    budget,
    keep: visible.flatMap(({ id, preload }) => (preload === true ? [id] : [])),
    tierOf: ({ index }) => index,
    toolTokens: (needs) => (visible.length === 0 ? 0 : definitionTokens(toolsFor(visible, needs))),
  });
}

/** The tools are never called: their definitions need no state. */
const NO_STATE = {} as SkillState;
const never = (): never => {
  throw new Error("not called");
};

function toolsFor(
  visible: readonly ListedSkill[],
  { listsIds, needsSearch }: Pick<AgentIndex, "listsIds" | "needsSearch">,
): Parameters<typeof definitionTokens>[0] {
  const ids = listsIds ? visible.map(({ id }) => id) : undefined;
  const load = createLoadTool(NO_STATE, { ids, run: never });
  return [load, createReadTool(never, {}), ...(needsSearch ? [createSearchTool(NO_STATE, {})] : [])];
}
