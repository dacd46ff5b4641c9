/** The application's own tools beside those of an agent: named apart, and checked by the agent's gate. */
import type { AgentSkills } from "../agent/agent-skills.ts";
import { isToolFailure, type ToolFailure } from "../tools/tool.ts";

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
 * Throws a refusal, in a framework that answers a call with the error that its tool throws; returns any other output.
 *
 * @throws Error with the text of the refusal, its `code` and its `nearest`.
 */
export function raise(output: unknown): unknown {
  if (!isToolFailure(output)) return output;
  const { error, ...rest } = output;
  throw Object.assign(new Error(error), rest);
}

export function denied(error: string): ToolFailure {
  return { error, code: "denied", nearest: [] };
}

/**
 * Wraps tools so that a call that the agent's active skills do not allow is answered with its reason, which `deny` converts.
 *
 * @throws TypeError if a tool has the name of one of the agent's tools.
 */
export function guarded<Own extends Readonly<Record<string, OwnTool>>>(
  agent: Pick<AgentSkills, "tools" | "check">,
  own: Own | undefined,
  deny: (failure: ToolFailure) => unknown = (failure) => failure,
): Own {
  return Object.fromEntries(
    Object.entries<OwnTool>(own ?? {}).map(([name, tool]) => {
      rejectTaken(agent, name);
      const { execute } = tool;
      if (execute === undefined) return [name, tool];
      const checked = (input: unknown, ...rest: readonly unknown[]): unknown => {
        const verdict = agent.check(name, input);
        return verdict.allowed ? (execute.call(tool, input, ...rest) as unknown) : deny(denied(verdict.reason));
      };
      return [name, withMethod(tool, "execute", checked)];
    }),
  ) as Own;
}

/** A tool of the application in a list, as its framework makes it: a plain object or an instance of a class. */
export interface NamedTool {
  readonly name: string;
}

export interface ToolCalls {
  /** Name of the method that runs it. */
  readonly method: string;
  /** Returns the input of a call from the arguments of the method. Default: the first one. */
  readonly inputOf?: (...args: readonly unknown[]) => unknown;
  /** Converts the answer to a denied call to what the method returns. */
  readonly deny?: (failure: ToolFailure, ...args: readonly unknown[]) => unknown;
}

/**
 * Wraps a list of tools as `guarded` does. Each is a copy with the same prototype: the application's own objects stay as
 * they are. A tool without the method, which its provider runs, is returned as it is.
 *
 * @throws TypeError if a tool has the name of one of the agent's tools.
 */
export function guardedList<Own extends NamedTool>(
  agent: Pick<AgentSkills, "tools" | "check">,
  own: readonly Own[],
  { method, inputOf = (input) => input, deny = (failure) => failure }: ToolCalls,
): Own[] {
  return own.map((tool) => {
    rejectTaken(agent, tool.name);
    const run = (tool as Readonly<Record<string, unknown>>)[method];
    if (typeof run !== "function") return tool;
    const checked = (...args: readonly unknown[]): unknown => {
      const verdict = agent.check(tool.name, inputOf(...args));
      return verdict.allowed ? (run.apply(tool, args) as unknown) : deny(denied(verdict.reason), ...args);
    };
    return withMethod(tool, method, checked);
  });
}

/** Copies an object, its prototype included, with another method: a tool may be an instance of a class. */
export function withMethod<Item extends object>(
  item: Item,
  method: string,
  run: (...args: readonly unknown[]) => unknown,
): Item {
  return Object.create(Object.getPrototypeOf(item) as object, {
    ...Object.getOwnPropertyDescriptors(item),
    [method]: { value: run, configurable: true, enumerable: true, writable: true },
  }) as Item;
}

/** Parses the arguments that a model wrote. Text that is not JSON is undefined: the gate then cannot allow the call. */
export function parsedArguments(text: unknown): unknown {
  if (typeof text !== "string") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function rejectTaken(agent: Pick<AgentSkills, "tools">, own: string): void {
  if (agent.tools.some(({ name }) => name === own))
    throw new TypeError(`${JSON.stringify(own)} is a tool of skillc: rename yours`);
}
