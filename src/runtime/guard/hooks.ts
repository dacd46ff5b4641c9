/** Hooks of skills and agents: the frontmatter form, read; and the events, run (SkillKit). */
import type { MaybePromise } from "./outcome.ts";

/** What a hook may be about, in frontmatter and at run time; each has an event before and one after. */
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

/** The sixteen events as they are written in frontmatter. */
export type HookEventKey = `${"Pre" | "Post"}${Boundary[0]}`;

/** The names of the events at run time. */
export type HookEvent = `${"pre" | "post"}_${Boundary[1]}`;

/** All sixteen: key in frontmatter and event, in the order before, after. */
export const hookEvents: readonly (readonly [key: HookEventKey, event: HookEvent])[] = boundaries.flatMap(
  ([key, event]) => [[`Pre${key}`, `pre_${event}`] as const, [`Post${key}`, `post_${event}`] as const],
);

const events: ReadonlyMap<string, HookEvent> = new Map(hookEvents);

/** Settings of a handler as written; `type` picks the function that handles it. */
export type HookHandler = Readonly<Record<string, unknown>> & { readonly type: string };

/** One entry of the frontmatter, read. */
export interface Hook {
  readonly event: HookEvent;
  /** A regular expression over the target; undefined matches everything. */
  readonly matcher?: string;
  /** Undefined when nothing can handle it: the hook then does nothing. */
  readonly handler?: HookHandler;
  readonly warning?: string;
}

/** What a handler answers. */
export type HookDecision =
  | { readonly decision: "ok" }
  | { readonly decision: "deny"; readonly reason: string }
  | { readonly decision: "pending"; readonly state: unknown };

/** What happens: whichever of these the event knows. */
export interface HookContext {
  readonly tool?: string;
  readonly subagent?: string;
  readonly skill?: string;
  readonly model?: string;
  readonly agent?: string;
  /** Anything else that handlers need, such as the tool's input. */
  readonly payload?: unknown;
}

/** The functions of the application, by handler type. Returning nothing means `ok`. */
export type HookHandlers = Readonly<
  Record<string, (handler: HookHandler, context: HookContext) => MaybePromise<HookDecision | void>>
>;

/**
 * Reads the `hooks` of a skill: `{ Event: [{ matcher?, hooks: [{ type, … }] }] }`, sorted by event key. Unknown events
 * are left out, of an entry's handlers the first counts, and a handler of another type than those given does nothing.
 * Each such case is a warning. Never throws.
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
    .flatMap((key) => {
      const event = events.get(key);
      const entries: readonly unknown[] = Array.isArray(written[key]) ? written[key] : [];
      if (event === undefined) warnings.push(`There is no event ${JSON.stringify(key)}: its hooks never run`);
      else if (!Array.isArray(written[key])) warnings.push(`The hooks of ${key} are no list: none of them runs`);
      return event === undefined ? [] : entries.map((entry) => readEntry(event, key, entry, handlerTypes, warnings));
    });
  return { hooks, warnings };
}

function readEntry(event: HookEvent, key: string, entry: unknown, types: readonly string[], warnings: string[]): Hook {
  const { matcher, hooks: list } = (entry ?? {}) as { readonly matcher?: unknown; readonly hooks?: unknown };
  const handlers: readonly unknown[] = Array.isArray(list) ? list : [];
  const [first] = handlers;
  if (handlers.length > 1) warnings.push(`An entry of ${key} has ${handlers.length} handlers: only the first one runs`);
  const hook = { event, ...(typeof matcher === "string" && matcher !== "" ? { matcher } : {}) };
  if (hook.matcher !== undefined && regexOf(hook.matcher) === undefined)
    warnings.push(
      `The matcher ${JSON.stringify(matcher)} of ${key} is no regular expression: the hook runs for everything`,
    );
  const type = typeof first === "object" && first !== null ? (first as { readonly type?: unknown }).type : undefined;
  if (typeof type === "string" && types.includes(type)) return { ...hook, handler: first as HookHandler };
  const warning = `A hook of ${key} has ${type === undefined ? "no handler" : `a handler of the type ${JSON.stringify(type)}, which nothing handles`}: it does nothing`;
  warnings.push(warning);
  return { ...hook, warning };
}

/**
 * The text that the matchers of an event look at.
 *
 * @example
 * hookTarget("pre_tool_use", { tool: "Bash", agent: "clerk" }); // "Bash"
 */
export function hookTarget(event: HookEvent, { tool, subagent, skill, model, agent = "" }: HookContext): string {
  if (event.endsWith("_tool_use")) return tool ?? "";
  if (event.endsWith("_subagent")) return subagent ?? agent;
  if (event.endsWith("_skill_activation")) return skill ?? "";
  return event.endsWith("_llm_request") ? (model ?? agent) : agent;
}

/**
 * Runs the hooks of an event in order. Before something happens, the first answer that is not `ok` decides, and a
 * handler that fails denies; after it, every hook runs and none decides.
 *
 * @example
 * const answer = await runHooks(hooks, "pre_tool_use", { tool: "Bash", payload: input }, { command: runCommand });
 * if (answer.decision === "deny") reply(answer.reason);
 */
export async function runHooks(
  hooks: readonly Hook[],
  event: HookEvent,
  context: HookContext,
  handlers: HookHandlers,
  warn: (message: string) => void = () => {},
): Promise<HookDecision> {
  const target = hookTarget(event, context);
  const decides = event.startsWith("pre_");
  for (const { event: own, matcher, handler } of hooks) {
    if (own !== event || handler === undefined) continue;
    if (matcher !== undefined && regexOf(matcher)?.test(target) === false) continue;
    if (!Object.hasOwn(handlers, handler.type)) {
      warn(`Nothing handles ${JSON.stringify(handler.type)} hooks: the hook of ${event} did nothing`);
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

/** A guard with a broken matcher must not fall silent: undefined matches everything. */
function regexOf(matcher: string): RegExp | undefined {
  try {
    return new RegExp(matcher, "u");
  } catch {
    return undefined;
  }
}
