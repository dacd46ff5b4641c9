import type { Skill } from "../access.ts";
import type { Executor } from "../executor/executor-types.ts";

/**
 * Binds tools to skills by id. The returned function returns the tools of the skills that are active at that moment,
 * sorted by id. Called with a skill, it also returns that skill's tool: for a separate loop, which does not activate it.
 *
 * @throws SkillError for an unknown name.
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
