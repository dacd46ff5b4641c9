/** The application's own tools beside those of an agent: named apart, and checked by the agent's gate. */
import type { AgentSkills } from "../agent/agent-skills.ts";

/**
 * A tool of the application, in the shape of its framework: only `execute` is wrapped.
 *
 * @example
 * const shell: OwnTool = { execute: async ({ command }) => run(command) };
 */
export interface OwnTool {
  // The frameworks type the input of each tool; a wrapper only passes it on.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly execute?: ((input: any, ...rest: any[]) => any) | undefined;
}

/**
 * Wraps tools so that a call that the agent's active skills do not allow is answered with its reason.
 *
 * @throws TypeError if a tool has the name of one of the agent's tools.
 */
export function guarded(
  agent: Pick<AgentSkills, "tools" | "check">,
  own: Readonly<Record<string, OwnTool>> = {},
): Record<string, OwnTool> {
  const taken = new Set(agent.tools.map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(own).map(([name, tool]) => {
      if (taken.has(name)) throw new TypeError(`${JSON.stringify(name)} is a tool of skillc: rename yours`);
      const { execute } = tool;
      if (execute === undefined) return [name, tool];
      const checked: OwnTool["execute"] = (input, ...rest) => {
        const verdict = agent.check(name, input);
        return verdict.allowed ? (execute.call(tool, input, ...rest) as unknown) : { error: verdict.reason };
      };
      return [name, { ...tool, execute: checked }];
    }),
  );
}
