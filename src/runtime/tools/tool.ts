import { isRecord, nearestNames, type Skill } from "../access.ts";
import type { Caller } from "../guard/invocation.ts";
import type { Access, Activated, Executor, SkillState } from "../executor/executor-types.ts";
import { forkRequest, shouldFork, type ForkLimits, type OnFork } from "../executor/fork.ts";
import { isRefusal, quoteName, type Refusal, type RefusalCode } from "../guard/outcome.ts";
import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import { formatIndex, indexOptions, type IndexStyle } from "../prompt/index-text.ts";

/** An option of the style `cognesy`. */
export interface TrackedLoads {
  /** Receives every load, so that tools and model follow the skill: see `createActiveSkillTracker`. */
  readonly tracker?: { track(skill: Skill | undefined): void } | undefined;
}

/** The name that the styles without a prefix give to the tool that loads a skill. */
export const LOAD_SKILL = "load_skill";

/**
 * A JSON Schema.
 *
 * @example
 * const schema: JsonSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * A tool for any model API.
 *
 * @example
 * const [tool]: readonly SkillTool[] = modernTools(executor);
 * const output = await tool?.execute({ name: "pdf" });
 */
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
   * Runs a call. The input is an object or its JSON. Mistakes of a model get an answer; it rejects only if contents cannot
   * be loaded.
   */
  execute(input?: unknown): Promise<Output>;
  /** `read_skill_resource` without the limit of one read: for adapters that pass on a picture, never for a model. */
  readWhole?(input?: unknown): Promise<Output>;
}

/**
 * The answer to a refused call, in the styles without their own shape for it.
 *
 * @example
 * const output = await callTool(tools, "load_skill", { name: "pfd" });
 * const { error, nearest } = output as ToolFailure;
 */
export interface ToolFailure {
  /** One sentence for the model. */
  readonly error: string;
  readonly code: RefusalCode;
  /** Names similar to an unknown one. */
  readonly nearest: readonly string[];
}

/**
 * Options of the tools of every style.
 *
 * @example
 * modernTools(executor, { by: "model", onFork: runSubLoop, parentTools: ["Read", "Bash"] });
 */
export interface ToolOptions extends Access {
  /** `$SESSION_ID` of the conversation, if one executor serves several; default: that of the executor. */
  readonly sessionId?: string | undefined;
  /** Replaces the index in a description that has one. */
  readonly index?: string | undefined;
  /** Runs skills that request a separate loop; without it, their instructions are returned as for any other skill. */
  readonly onFork?: OnFork | undefined;
  /** Names of the tools of the conversation, for forks. */
  readonly parentTools?: readonly string[] | undefined;
  readonly forkLimits?: Partial<ForkLimits> | undefined;
}

export function toolAccess({ by = "model", filter }: Access): Access & { readonly by: Caller } {
  return { by, ...(filter !== undefined && { filter }) };
}

/** Reasons that a model must not learn. */
const hidingCodes: ReadonlySet<RefusalCode> = new Set(["unauthorized", "not-available", "not-invocable", "filtered"]);

/** A model cannot distinguish a hidden skill from a missing one. `remedy`: how it can deactivate one of too many skills. */
export function failure({ message, code, nearest }: Refusal, remedy = ONLY_APPLICATION): ToolFailure {
  return {
    error: code === "max-active" ? `${message} ${remedy}` : message,
    code: hidingCodes.has(code) ? "unknown-skill" : code,
    nearest,
  };
}

/** The remedy where the model has no tool that deactivates. */
export const ONLY_APPLICATION = "(only the application can: tell the user)";

/**
 * Whether the output of a tool is a failure.
 *
 * @example
 * const output = await callTool(tools, call.name, call.input);
 * if (isToolFailure(output)) log(output.code, output.error);
 */
export function isToolFailure(output: unknown): output is ToolFailure {
  return isRecord(output) && "error" in output && "code" in output && "nearest" in output;
}

/** Returns the fields of an input; undefined unless it is an object or its JSON. */
export function readInput(input: unknown): ReadonlyMap<string, unknown> | undefined {
  let value = input ?? {};
  if (typeof value === "string") {
    try {
      value = (JSON.parse(value) as unknown) ?? {};
    } catch {
      return undefined;
    }
  }
  return isRecord(value) ? new Map(Object.entries(value)) : undefined;
}

/** Returns the first present field; "" if all are absent, undefined if it is not a string. */
export function textField(
  fields: ReadonlyMap<string, unknown> | undefined,
  ...names: readonly string[]
): string | undefined {
  if (fields === undefined) return undefined;
  const value = names.map((name) => fields.get(name)).find((found) => found != null) ?? "";
  return typeof value === "string" ? value : undefined;
}

export function skillField(fields: ReadonlyMap<string, unknown> | undefined): string | undefined {
  return textField(fields, "name", "skill", "skill_name");
}

export function invalidInput(tool: string, expected: string): ToolFailure {
  return { error: `${tool}: invalid params: ${expected}`, code: "invalid-input", nearest: [] };
}

/**
 * The result of a skill that a model requested.
 *
 * @example
 * const run: SkillRun = await createFork(onFork)(executor, "review", undefined);
 * if (run.kind === "fork") reply(run.output);
 */
export type SkillRun =
  | { readonly kind: "inline"; readonly activated: Activated }
  | { readonly kind: "fork"; readonly output: unknown }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/**
 * Runs a skill that a model requested: `createFork` returns one that can run it in a separate loop.
 *
 * @example
 * const fork: SkillRunner = createFork(({ prompt, tools }) => runLoop(prompt, tools));
 */
export type SkillRunner = (executor: SkillState, name: string, args: string | undefined) => Promise<SkillRun>;

export const activateSkill: SkillRunner = async (executor, name, args) =>
  toRun(await executor.activate(name, { by: "model", arguments: args }));

function toRun(result: Activated | Refusal): SkillRun {
  return result.ok ? { kind: "inline", activated: result } : { kind: "refused", refusal: result };
}

/**
 * Returns the function that lets `agentSkills` run skills with `context: fork` in a separate loop of the application.
 *
 * @example
 * const agent = await agentSkills(skills, { fork: createFork(({ prompt, tools }) => runLoop(prompt, tools)) });
 */
export function createFork(onFork: OnFork, options: Pick<ToolOptions, "parentTools" | "forkLimits"> = {}): SkillRunner {
  const profile = { forks: "asked-for", toolPatterns: "parsed" } as const;
  return (state, name, args) =>
    runSkill({ ...state, profile: { ...profile, allowedTools: state.allowedTools } }, name, args, {
      ...options,
      onFork,
    });
}

/** Activates a skill, or lets the application run it in a separate loop. */
export async function runSkill(
  executor: SkillState & { readonly profile: Pick<RuntimeProfile, "forks" | "allowedTools" | "toolPatterns"> },
  name: string,
  args: string | undefined,
  options: ToolOptions,
): Promise<SkillRun> {
  const { profile } = executor;
  const { sessionId, onFork, parentTools = [], forkLimits: limits } = options;
  const call = { ...toolAccess(options), arguments: args, sessionId };
  const found = onFork && executor.find(name, call);
  if (onFork === undefined || found === undefined || isRefusal(found) || !shouldFork(found, profile))
    return toRun(await executor.activate(name, call));
  const opened = await executor.open(name, call);
  if (!opened.ok) return { kind: "refused", refusal: opened };
  const request = forkRequest(opened.skill, { prompt: opened.instructions, parentTools, profile, limits });
  return { kind: "fork", output: await onFork(request) };
}

export function asText(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "");
}

export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required?: readonly string[],
): JsonSchema {
  // A copy: tools share parts of their schemas, and adapters change what they get.
  return JSON.parse(JSON.stringify({ type: "object", properties, required })) as JsonSchema;
}

export function textSchema(description: string): JsonSchema {
  return { type: "string", description };
}

/** Returns the schema of the id of a skill: one of a list, if it is given. */
export function nameSchema(ids: readonly string[] | undefined): JsonSchema {
  return { ...textSchema("Id of the skill"), enum: ids };
}

/**
 * Calls the tool with the name that a model wrote.
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
  return { error: `Unknown tool ${quoteName(name)}`, code: "unknown-tool", nearest } satisfies ToolFailure;
}

export function indexFor(executor: Executor, options: ToolOptions, style: IndexStyle): string {
  if (options.index !== undefined) return options.index;
  const access = toolAccess(options);
  const listed = executor.visible(access);
  const text = formatIndex(listed, style, indexOptions(executor.profile));
  executor.emit({ type: "skill.listed", by: access.by, ids: listed.map(({ id }) => id) }, text);
  return text;
}
