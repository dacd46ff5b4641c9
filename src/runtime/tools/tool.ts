/** What a tool for a model is, and the few things that the tools of every style do alike. */
import { nearestNames } from "../access.ts";
import type { Activated, Access, Executor } from "../executor/executor.ts";
import { forkRequest, shouldFork, type ForkLimits, type OnFork } from "../executor/fork.ts";
import { formatIndex, indexOptions } from "../prompt/index-text.ts";
import { isRefusal, quote, type Refusal, type RefusalCode } from "../guard/outcome.ts";
import type { IndexStyle } from "../profile/runtime-profile.ts";

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool for any model API. */
export interface SkillTool<Output = unknown> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Whether calls may run at the same time. */
  readonly parallel: boolean;
  readonly namespace?: string;
  /** How the system routes the call (PromptKit). */
  readonly mode?: string;
  /**
   * Runs a call. The input is an object, or its JSON as text. What a model can get wrong is answered, not thrown; it
   * rejects only when contents cannot be loaded.
   */
  execute(input?: unknown): Promise<Output>;
}

/** The answer to a call that was turned down, in the styles that have no shape of their own for it. */
export interface ToolFailure {
  /** One sentence for the model. */
  readonly error: string;
  readonly code: RefusalCode;
  /** Names close to an unknown one. */
  readonly nearest: readonly string[];
}

/** What the tools of every style take. */
export interface ToolOptions extends Access {
  /** Takes the place of the index in a description that has one. */
  readonly index?: string;
  /** Runs skills that ask for a loop of their own; without it their instructions are given like any other's. */
  readonly onFork?: OnFork;
  /** Names of the tools of the conversation, for forks. */
  readonly parentTools?: readonly string[];
  readonly forkLimits?: Partial<ForkLimits>;
}

/** The access with which tools ask: the model's, unless said otherwise. */
export function toolAccess({ by = "model", filter }: Access): Access {
  return filter === undefined ? { by } : { by, filter };
}

/** A refusal as the answer to a call. */
export function failure({ message, code, nearest }: Refusal): ToolFailure {
  return { error: message, code, nearest };
}

/**
 * Whether the output of a tool is a failure.
 *
 * @example
 * const output = await callTool(tools, call.name, call.input);
 * if (isToolFailure(output)) log(output.code, output.error);
 */
export function isToolFailure(output: unknown): output is ToolFailure {
  return typeof output === "object" && output !== null && "error" in output && "code" in output && "nearest" in output;
}

/** The fields of an input; undefined when it is no object and no JSON of one. */
export function readInput(input: unknown): ReadonlyMap<string, unknown> | undefined {
  let value = input ?? {};
  if (typeof value === "string") {
    try {
      value = (JSON.parse(value) as unknown) ?? {};
    } catch {
      return undefined;
    }
  }
  return typeof value === "object" && !Array.isArray(value) ? new Map(Object.entries(value)) : undefined;
}

/** The text of the first field that is there; empty when none is; undefined when it is no text. */
export function textField(
  fields: ReadonlyMap<string, unknown> | undefined,
  ...names: readonly string[]
): string | undefined {
  if (fields === undefined) return undefined;
  const value = names.map((name) => fields.get(name)).find((found) => found !== undefined && found !== null) ?? "";
  return typeof value === "string" ? value : undefined;
}

/** An input that has another form than the tool's schema. */
export function invalidInput(tool: string, expected: string): ToolFailure {
  return { error: `${tool}: invalid params: ${expected}`, code: "invalid-input", nearest: [] };
}

/** What became of a skill that a model asked for. */
export type SkillRun =
  | { readonly kind: "inline"; readonly activated: Activated }
  | { readonly kind: "fork"; readonly output: unknown }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** Activates a skill, or lets the application run it in a loop of its own. */
export async function runSkill(
  executor: Executor,
  name: string,
  args: string | undefined,
  options: ToolOptions,
): Promise<SkillRun> {
  const call = { ...toolAccess(options), ...(args === undefined ? {} : { arguments: args }) };
  const found = options.onFork && executor.find(name, call);
  if (options.onFork !== undefined && found !== undefined && !isRefusal(found) && shouldFork(found, executor.profile)) {
    const opened = await executor.open(name, call);
    if (!opened.ok) return { kind: "refused", refusal: opened };
    const request = forkRequest(opened.skill, {
      prompt: opened.instructions,
      parentTools: options.parentTools ?? [],
      profile: executor.profile,
      ...(options.forkLimits === undefined ? {} : { limits: options.forkLimits }),
    });
    return { kind: "fork", output: await options.onFork(request) };
  }
  const result = await executor.activate(name, call);
  return result.ok ? { kind: "inline", activated: result } : { kind: "refused", refusal: result };
}

/** What a forked loop gave, as text. */
export function asText(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "");
}

/** A schema of an object whose fields are described as `{ name: schema }`. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required?: readonly string[],
): JsonSchema {
  return { type: "object", properties, ...(required === undefined ? {} : { required }) };
}

/**
 * Calls a tool by the name that a model gave.
 *
 * @example
 * const output = await callTool(tools, call.name, call.arguments);
 */
export async function callTool(tools: readonly SkillTool[], name: string, input?: unknown): Promise<unknown> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool !== undefined) return tool.execute(input);
  const nearest = nearestNames(
    name,
    tools.map((candidate) => candidate.name),
  );
  return { error: `There is no tool ${quote(name)}`, code: "unknown-tool", nearest } satisfies ToolFailure;
}

/** The index that a description ends with, in the style of the tools. */
export function indexFor(executor: Executor, options: ToolOptions, style: IndexStyle): string {
  return options.index ?? formatIndex(executor.visible(toolAccess(options)), style, indexOptions(executor.profile));
}
