/** Tools that belong to skills and are there only while their skill is active. */
import type { Executor } from "./executor.ts";

/**
 * Binds tools to skills, by id. The result gives the tools of the skills that are active at that moment, sorted by id;
 * a skill without a tool is knowledge only.
 *
 * @throws SkillError for a name that the catalog does not have.
 * @example
 * const boundTools = bindTools(executor, { "files:read": readTool });
 * const tools = [...loadingTools, ...boundTools()]; // before each step
 */
export function bindTools<Tool>(
  executor: Pick<Executor, "skills" | "activeSkills">,
  bind: Readonly<Record<string, Tool>>,
): () => readonly Tool[] {
  const tools = new Map(Object.entries(bind).map(([name, tool]) => [executor.skills.get(name).id, tool]));
  return () => executor.activeSkills().flatMap((id) => (tools.has(id) ? [tools.get(id) as Tool] : []));
}
