/** Tools that belong to skills and are there only while their skill is active. */
import type { Skill } from "../access.ts";
import type { Executor } from "../executor/executor.ts";

/**
 * Binds tools to skills, by id. The result gives the tools of the skills that are active at that moment, sorted by id;
 * a skill without a tool is knowledge only. Called with a skill, it gives that skill's tool as well: for a loop of the
 * skill's own, which runs without activating it.
 *
 * @throws SkillError for a name that the catalog does not have.
 * @example
 * const boundTools = bindTools(executor, { "files:read": readTool });
 * const tools = [...loadingTools, ...boundTools()]; // before each step
 * const toolsOfFork = boundTools(request.skill); // in onFork
 */
export function bindTools<Tool>(
  executor: Pick<Executor, "skills" | "activeSkills">,
  bind: Readonly<Record<string, Tool>>,
): (forked?: Pick<Skill, "id">) => readonly Tool[] {
  const tools = new Map(Object.entries(bind).map(([name, tool]) => [executor.skills.get(name).id, tool]));
  return (forked) => {
    const ids = new Set([...executor.activeSkills(), ...(forked === undefined ? [] : [forked.id])]);
    return [...ids].sort().flatMap((id) => (tools.has(id) ? [tools.get(id) as Tool] : []));
  };
}
