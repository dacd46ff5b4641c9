import type { MaybePromise } from "./outcome.ts";

/** What a hook may observe, in frontmatter and at run time; each has an event before and one after. */
const boundaries = [
  ["ToolUse", "tool_use"],
  ["Subagent", "subagent"],
  ["SkillActivation", "skill_activation"],
  ["ConversationSave", "conversation_save"],
  ["ConversationLoad", "conversation_load"],
  ["LlmRequest", "llm_request"],
  ["Turn", "turn"],
  ["Agent", "agent"],
] as const;

type Boundary = (typeof boundaries)[number];

/**
 * The sixteen events, as written in frontmatter.
 *
 * @example
 * const key: HookEventKey = "PreToolUse";
 */
export type HookEventKey = `${"Pre" | "Post"}${Boundary[0]}`;

/**
 * Names of the events at run time.
 *
 * @example
 * await runHooks(hooks, "pre_tool_use", { tool: "Bash" }, { handlers });
 */
export type HookEvent = `${"pre" | "post"}_${Boundary[1]}`;

/**
 * All sixteen events with their frontmatter keys.
 *
 * @example
 * hookEvents[0]; // ["PreToolUse", "pre_tool_use"]
 */
export const hookEvents: readonly (readonly [key: HookEventKey, event: HookEvent])[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ boundaries.flatMap(([key, event]) => [
    Object.freeze([`Pre${key}`, `pre_${event}`] as const),
    Object.freeze([`Post${key}`, `post_${event}`] as const),
  ]),
);

const events: ReadonlyMap<string, HookEvent> = new Map(hookEvents);

/**
 * Settings of a handler, as written; `type` selects the function that handles it.
 *
 * @example
 * const handler: HookHandler = { type: "command", command: "./scripts/check.sh" };
 */
export type HookHandler = Readonly<Record<string, unknown>> & { readonly type: string };

/**
 * A parsed frontmatter entry.
 *
 * @example
 * const hooks: readonly Hook[] = parseHooks(skills.get("deploy").hooks).hooks;
 * for (const { event, matcher } of hooks) console.log(event, matcher ?? "*");
 */
export interface Hook {
  readonly event: HookEvent;
  /**
   * A regular expression for the target; undefined matches everything. So does one that might take long: with a repeated
   * group, a reference, a lookaround, or too many choices for the length of the target.
   */
  readonly matcher?: string;
  /** Undefined if nothing can handle it: the hook does nothing. */
  readonly handler?: HookHandler;
  readonly warning?: string;
}

/**
 * The answer of a handler.
 *
 * @example
 * const decision: HookDecision = { decision: "deny", reason: "not on a Friday" };
 */
export type HookDecision =
  | { readonly decision: "ok" }
  | { readonly decision: "deny"; readonly reason: string }
  | { readonly decision: "pending"; readonly state: unknown };

/**
 * The context of an event: whichever of these fields apply.
 *
 * @example
 * await runHooks(hooks, "pre_tool_use", { tool: "Bash", payload: { command: "git push" } }, { handlers });
 */
export interface HookContext {
  readonly tool?: string;
  readonly subagent?: string;
  readonly skill?: string;
  readonly model?: string;
  readonly agent?: string;
  /** Any other data for the handlers, such as the tool's input. */
  readonly payload?: unknown;
}

/**
 * Functions of the application by handler type. Returning nothing means `ok`.
 *
 * @example
 * const handlers: HookHandlers = {
 *   command: async ({ command }) => ((await runs(command)) ? { decision: "ok" } : { decision: "deny", reason: "failed" }),
 * };
 */
export type HookHandlers = Readonly<
  Record<string, (handler: HookHandler, context: HookContext) => MaybePromise<HookDecision | void>>
>;

/**
 * How hooks run.
 *
 * @example
 * await runHooks(hooks, "pre_tool_use", { tool: "Bash" }, { handlers, warn: console.warn });
 */
export interface HookOptions {
  readonly handlers: HookHandlers;
  /** Receives what went wrong. */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * Parses the `hooks` of a skill: `{ Event: [{ matcher?, hooks: [{ type, … }] }] }`, sorted by event key. Ignores unknown
 * events, all handlers of an entry but the first, and handlers of other types than the given ones, with a warning each.
 * Never throws.
 *
 * @example
 * const { hooks, warnings } = parseHooks(skills.get("deploy").hooks);
 */
export function parseHooks(
  written: Readonly<Record<string, unknown>>,
  handlerTypes: readonly string[] = ["command", "http"],
): { readonly hooks: readonly Hook[]; readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const hooks = Object.keys(written)
    .sort()
    .flatMap((key): Hook[] => {
      const event = events.get(key);
      const entries = written[key];
      if (event === undefined) warnings.push(`Unknown event ${JSON.stringify(key)}: its hooks never run`);
      else if (!Array.isArray(entries)) warnings.push(`The hooks of ${key} are not a list: none will run`);
      else return entries.map((entry: unknown) => readEntry([key, event], entry, handlerTypes, warnings));
      return [];
    });
  return { hooks, warnings };
}

function readEntry(
  [key, event]: readonly [key: string, event: HookEvent],
  entry: unknown,
  types: readonly string[],
  warnings: string[],
): Hook {
  const { matcher, hooks: list } = (entry ?? {}) as { readonly matcher?: unknown; readonly hooks?: unknown };
  const handlers: readonly unknown[] = Array.isArray(list) ? list : [];
  const [first] = handlers;
  if (handlers.length > 1) warnings.push(`An entry of ${key} has ${handlers.length} handlers: only the first runs`);
  const hook = { event, ...(typeof matcher === "string" && matcher !== "" ? { matcher } : {}) };
  const regex = regexOf(hook.matcher ?? "");
  if (typeof regex === "string")
    warnings.push(`The matcher ${JSON.stringify(matcher)} of ${key} is ${regex}: the hook runs for everything`);
  const { type } = (first ?? {}) as { readonly type?: unknown };
  if (typeof type === "string" && types.includes(type)) return { ...hook, handler: first as HookHandler };
  const warning = `A hook of ${key} has ${type === undefined ? "no handler" : `the unsupported handler type ${JSON.stringify(type)}`}: it does nothing`;
  warnings.push(warning);
  return { ...hook, warning };
}

export function hookTarget(event: HookEvent, { tool, subagent, skill, model, agent = "" }: HookContext): string {
  if (event.endsWith("_tool_use")) return tool ?? "";
  if (event.endsWith("_subagent")) return subagent ?? agent;
  if (event.endsWith("_skill_activation")) return skill ?? "";
  return event.endsWith("_llm_request") ? (model ?? agent) : agent;
}

/**
 * Runs the hooks of an event in order. For a `pre_` event, the first answer other than `ok` decides, and a failing
 * handler denies; for a `post_` event, every hook runs and none decides.
 *
 * @example
 * const context = { tool: "Bash", payload: input };
 * const answer = await runHooks(hooks, "pre_tool_use", context, { handlers: { command: runCommand } });
 * if (answer.decision === "deny") reply(answer.reason);
 */
export async function runHooks(
  hooks: readonly Hook[],
  event: HookEvent,
  context: HookContext,
  { handlers, warn = () => {} }: HookOptions,
): Promise<HookDecision> {
  const target = hookTarget(event, context);
  const decides = event.startsWith("pre_");
  for (const { event: own, matcher, handler } of hooks) {
    if (own !== event || handler === undefined) continue;
    const regex = regexOf(matcher ?? "", target);
    if (typeof regex === "object" && !regex.test(target)) continue;
    if (!Object.hasOwn(handlers, handler.type)) {
      warn(`Unsupported handler type ${JSON.stringify(handler.type)}: the hook of ${event} did nothing`);
      continue;
    }
    try {
      const answer = (await handlers[handler.type]?.(handler, context)) ?? { decision: "ok" };
      if (decides && answer.decision !== "ok") return answer;
    } catch (error) {
      const reason = `A ${handler.type} hook of ${event} failed: ${error instanceof Error ? error.message : String(error)}`;
      warn(reason);
      if (decides) return { decision: "deny", reason };
    }
  }
  return { decision: "ok" };
}

/** The longest matcher that is run, in characters. */
const MAX_MATCHER = 1000;

/** At most so many steps: from each place of a name, in every way, to its end. */
const MAX_STEPS = 2e7;

/** The length of a tool's name; a shorter one is not worth an exception. */
const NAME_LENGTH = 64;

/** Matchers of characters and classes, perhaps repeated, and of groups that are not, but may be absent: each token. */
const TOKEN =
  /(?:[^\\()[\]{}*+?|]|\\[bBdDsSwW.$^-]|\[(?:[^\\[\]()|]|\\[dDsSwW.-])*\])([*+?]?)\??|\((?:\?:)?|\)\?{0,2}|\|/gu;

/** Returns a matcher as a regular expression, or why it matches everything instead: a guard must not fail silently. */
function regexOf(matcher: string, target = ""): RegExp | string {
  const complex = "too complex";
  if (matcher.length > MAX_MATCHER) return complex;
  try {
    const regex = new RegExp(matcher, "u");
    const length = Math.max(NAME_LENGTH, target.length);
    // What follows the last part that must match is never tried again.
    return matcher.replace(TOKEN, "") === "" && length ** 2 * waysOf(matcher.replace(/\.\*$/, ""), length) <= MAX_STEPS
      ? regex
      : complex;
  } catch {
    return "not a regular expression";
  }
}

/** In how many ways a matcher may be tried at one place: alternatives add up, what follows each other multiplies. */
function waysOf(matcher: string, length: number): number {
  const outer: (readonly [sum: number, product: number])[] = [];
  let [sum, product] = [0, 1];
  for (const [token, repeat] of matcher.matchAll(TOKEN)) {
    if (token.startsWith("(")) {
      outer.push([sum, product]);
      [sum, product] = [0, 1];
    } else if (token.startsWith(")")) {
      const ways = sum + product + token.length - 1;
      [sum, product] = outer.pop() ?? [0, 1];
      product *= ways;
    } else if (token === "|") [sum, product] = [sum + product, 1];
    else if (repeat) product *= repeat === "?" ? 2 : length;
  }
  return sum + product;
}
