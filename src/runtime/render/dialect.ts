import type { BodyTokens } from "./tokenize.ts";
import type { Substituted } from "./substitute.ts";
import type { Variables } from "./variables.ts";

/**
 * Who a scope resolves names for.
 *
 * @example
 * const scope: RenderScope = { resolve: (name, { skill }: ScopeContext) => settings.get(`${skill ?? ""}.${name}`) };
 */
export interface ScopeContext {
  readonly skill?: string | undefined;
  readonly agent?: string | undefined;
}

/**
 * Values of `$NAME` tokens that belong to a user or a request: the SkillKit scope protocol.
 *
 * @example
 * const scope: RenderScope = { resolve: (name) => (name === "USERNAME" ? "ada" : undefined) };
 */
export interface RenderScope {
  /** Returns the value of an upper-case name, or undefined for one the scope does not have. */
  resolve(name: string, context: ScopeContext): string | undefined;
}

/** What rendering can insert, and into what: `RenderInput` without the dialect. */
export interface BodyInput {
  /** Instructions; null renders as "". */
  readonly body: string | null;
  /** Tokens of exactly this body, found at build time; without them the body is tokenized here, with the same result. */
  readonly tokens?: BodyTokens | undefined;
  /** Whether to trim the body before inserting anything. */
  readonly trim?: boolean | undefined;
  /** Arguments as the user or the model wrote them; undefined differs from "". */
  readonly arguments?: string | undefined;
  /** Names of the positions: the skill's `arguments` field. */
  readonly argumentNames?: readonly string[] | undefined;
  /** Directory of the skill's files, as the model sees it; "" (an inline skill) counts as not given. */
  readonly skillDir?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly effort?: string | undefined;
  readonly projectDir?: string | undefined;
  readonly pluginRoot?: string | undefined;
  readonly scope?: RenderScope | undefined;
  readonly scopeContext?: ScopeContext | undefined;
  /** Values of `{{ NAME }}` in dialect `carnet`: see `mergeVariables`. */
  readonly variables?: Variables | undefined;
  /** `exact` brings back the defects of the original, such as scanning inserted values again. */
  readonly compat?: "exact" | undefined;
}

/** Input of a dialect: the body is present and tokenized. */
export interface DialectInput extends Omit<BodyInput, "body" | "tokens" | "trim"> {
  readonly body: string;
  readonly tokens: BodyTokens;
}

export interface DialectResult extends Substituted {
  /** Whether to append the arguments, because the body has no token for them. */
  readonly appends: boolean;
}

export type DialectReader = (input: DialectInput) => DialectResult;

export interface ArgumentName {
  readonly name: string;
  readonly index: number;
}

const MAX_NAMES = 64;
const MAX_NAME_LENGTH = 64;

/** Returns the usable names with their positions, longest first, within Claude Code's limits; numbers are not names. */
export function orderNames(names: readonly string[] = []): readonly ArgumentName[] {
  return names
    .filter((name) => name !== "" && name.length <= MAX_NAME_LENGTH && !/^\d+$/.test(name))
    .slice(0, MAX_NAMES)
    .map((name, index) => ({ name, index }))
    .sort((one, other) => other.name.length - one.name.length);
}

/** Returns the name at a position, unless a bracket or more of a word follows it. */
export function findName(names: readonly ArgumentName[], body: string, at: number): ArgumentName | undefined {
  return names.find(({ name }) => body.startsWith(name, at) && !/[\w[]/.test(body[at + name.length] ?? ""));
}

/** Returns the values of the names that skillc and Claude Code share; undefined for those not given. */
export function builtinValues(input: DialectInput): ReadonlyMap<string, string | undefined> {
  return new Map([
    ...skillValues(input),
    ["CLAUDE_EFFORT", input.effort],
    ["CLAUDE_PROJECT_DIR", input.projectDir],
    ["CLAUDE_PLUGIN_ROOT", input.pluginRoot],
  ]);
}

export function skillValues({
  skillDir,
  sessionId,
}: Pick<DialectInput, "skillDir" | "sessionId">): readonly (readonly [name: string, value: string | undefined])[] {
  const dir = skillDir === "" ? undefined : skillDir;
  return [
    ["SKILL_DIR", dir],
    ["CLAUDE_SKILL_DIR", dir],
    ["SESSION_ID", sessionId],
    ["CLAUDE_SESSION_ID", sessionId],
  ];
}

export function resolveInScope({ scope, scopeContext }: DialectInput, name: string): string | undefined {
  return /^[A-Z][A-Z0-9_]*$/.test(name) ? scope?.resolve(name, scopeContext ?? {}) : undefined;
}

/**
 * Creates a scope with fixed values: the object's own properties.
 *
 * @example
 * createExecutor(skills, { scope: createScope({ USERNAME: "ada" }) });
 */
export function createScope(values: Readonly<Record<string, string>>): RenderScope {
  const known = new Map(Object.entries(values));
  return { resolve: (name) => known.get(name) };
}
