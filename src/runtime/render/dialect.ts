/** What a rendering is made from, and what the dialects share. */
import type { BodyTokens } from "./tokenize.ts";
import type { Substituted } from "./substitute.ts";
import type { Variables } from "./variables.ts";

/**
 * The rules by which tokens of a body are replaced. `safe` is skillc's own; the others are those of the systems that
 * are named so; `none` leaves the body alone.
 */
export type Dialect = "safe" | "skillkit" | "cognesy" | "claude" | "carnet" | "none";

/** Whom a scope is asked for. */
export interface ScopeContext {
  readonly skill?: string | undefined;
  readonly agent?: string | undefined;
}

/** Values of `$NAME` tokens that belong to a user or a request: SkillKit's scope protocol. */
export interface RenderScope {
  /** The value of a name in capitals, or undefined for one that the scope does not have. */
  resolve(name: string, context: ScopeContext): string | undefined;
}

/** Everything that rendering can insert. What is not given stays as written, except where a dialect says otherwise. */
export interface RenderInput {
  /** The instructions; null for a skill without any, which renders as "". */
  readonly body: string | null;
  /** Made from this very body at build time; without it the body is tokenised here, with the same result. */
  readonly tokens?: BodyTokens | undefined;
  /** Whether white space around the body is dropped before anything is inserted. */
  readonly trim?: boolean | undefined;
  /** The argument text as the user or the model wrote it; undefined and "" are not the same. */
  readonly arguments?: string | undefined;
  /** Default `safe`. */
  readonly dialect?: Dialect | undefined;
  /** Names for the positions: the field `arguments` of the skill. */
  readonly argumentNames?: readonly string[] | undefined;
  /** Where the skill's files are for the reader of the text; "" (an inline skill) counts as not given. */
  readonly skillDir?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly effort?: string | undefined;
  readonly projectDir?: string | undefined;
  readonly pluginRoot?: string | undefined;
  readonly scope?: RenderScope | undefined;
  readonly scopeContext?: ScopeContext | undefined;
  /** Values of `{{ NAME }}` in dialect `carnet`: see `mergeVariables`. */
  readonly variables?: Variables | undefined;
  /** `exact` brings back the defects of the original, values that are scanned again among them. */
  readonly compat?: "exact" | undefined;
}

/** What a dialect is handed: the body is there and tokenised. */
export interface DialectInput extends Omit<RenderInput, "body" | "tokens" | "trim"> {
  readonly body: string;
  readonly tokens: BodyTokens;
}

export interface DialectResult extends Substituted {
  /** The arguments found no place in the body and belong at its end. */
  readonly appends: boolean;
}

/** A name at a position, for the dialects that have named arguments. */
export interface ArgumentName {
  readonly name: string;
  readonly index: number;
}

const MAX_NAMES = 64;
const MAX_NAME_LENGTH = 64;

/** The usable names with their positions, longest first: numbers are none, and there are limits (Claude Code's). */
export function orderNames(names: readonly string[] = []): readonly ArgumentName[] {
  return names
    .filter((name) => name !== "" && name.length <= MAX_NAME_LENGTH && !/^\d+$/.test(name))
    .slice(0, MAX_NAMES)
    .map((name, index) => ({ name, index }))
    .sort((one, other) => other.name.length - one.name.length);
}

/** The name that stands at a place, unless a bracket or more of a word follows it. */
export function findName(names: readonly ArgumentName[], body: string, at: number): ArgumentName | undefined {
  return names.find(({ name }) => body.startsWith(name, at) && !/[\w[]/.test(body[at + name.length] ?? ""));
}

/** Values of the names that skillc and Claude Code share; undefined for what was not given. */
export function builtinValues(input: DialectInput): ReadonlyMap<string, string | undefined> {
  const skillDir = input.skillDir === "" ? undefined : input.skillDir;
  return new Map([
    ["SKILL_DIR", skillDir],
    ["CLAUDE_SKILL_DIR", skillDir],
    ["SESSION_ID", input.sessionId],
    ["CLAUDE_SESSION_ID", input.sessionId],
    ["CLAUDE_EFFORT", input.effort],
    ["CLAUDE_PROJECT_DIR", input.projectDir],
    ["CLAUDE_PLUGIN_ROOT", input.pluginRoot],
  ]);
}

/** Asks the scope for a name, if it is one that a scope can have. */
export function resolveInScope({ scope, scopeContext }: DialectInput, name: string): string | undefined {
  return /^[A-Z][A-Z0-9_]*$/.test(name) ? scope?.resolve(name, scopeContext ?? {}) : undefined;
}

/**
 * A scope over fixed values; only the object's own properties count.
 *
 * @example
 * createExecutor(skills, { scope: scopeOf({ USERNAME: "ada" }) });
 */
export function scopeOf(values: Readonly<Record<string, string>>): RenderScope {
  const known = new Map(Object.entries(values));
  return { resolve: (name) => known.get(name) };
}
