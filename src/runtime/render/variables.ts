/** Carnet's `{{ NAME }}` variables. Behavior after upstart-gg/carnet 0.3.1. */
import { substitute, type Substituted } from "./substitute.ts";
import { tokenizeBody, type BodyTokens } from "./tokenize.ts";

const VARIABLE = /\{\{\s*([A-Z_][A-Z0-9_]*)\s*\}\}/;

/**
 * Values by name.
 *
 * @example
 * const variables: Variables = mergeVariables({ call: { GUEST: "Ada" } });
 */
export type Variables = ReadonlyMap<string, string>;

type Values = Readonly<Record<string, string | undefined>>;

/**
 * Where variables come from; each source overrides those before it.
 *
 * @example
 * mergeVariables({ env: { PUBLIC_CITY: "Oslo" }, constructed: { HOTEL: "the Ritz" }, call: { GUEST: "Ada" } });
 */
export interface VariableSources {
  /** The environment as an object; it is never read from anywhere else. Only names with one of the prefixes count. */
  readonly env?: Values | undefined;
  /** Default `CARNET_` and `PUBLIC_`. */
  readonly envPrefixes?: readonly string[] | undefined;
  /** Given when the set of skills was created. */
  readonly constructed?: Values | undefined;
  /** Given for this one call. */
  readonly call?: Values | undefined;
}

/**
 * Merges variables with Carnet's precedence: environment < constructor < call. Ignores undefined values.
 *
 * @example
 * mergeVariables({ env: { PUBLIC_CITY: "Oslo", TOKEN: "…" }, call: { GUEST: "Ada" } }); // PUBLIC_CITY and GUEST
 */
export function mergeVariables({ env = {}, envPrefixes, constructed = {}, call = {} }: VariableSources): Variables {
  const prefixes = envPrefixes ?? ["CARNET_", "PUBLIC_"];
  const merged = new Map<string, string>();
  const visible = Object.entries(env).filter(([name]) => prefixes.some((prefix) => name.startsWith(prefix)));
  for (const [name, value] of [...visible, ...Object.entries(constructed), ...Object.entries(call)])
    if (value !== undefined) merged.set(name, value);
  return merged;
}

/** Adds the variables of one call, which override the others. */
export function withCallVariables(own: Variables = new Map(), call: Variables = new Map()): Variables {
  return call.size === 0 ? own : new Map([...own, ...call]);
}

/**
 * Inserts variables into a text. Leaves unknown ones as written and never scans an inserted value.
 *
 * @example
 * injectVariables("Welcome to {{ HOTEL }}.", mergeVariables({ call: { HOTEL: "the Ritz" } })); // "Welcome to the Ritz."
 */
export function injectVariables(text: string, variables: Variables): string {
  return substituteVariables(text, tokenizeBody(text), variables).text;
}

export function namesOfVariables(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(new RegExp(VARIABLE, "g")), ([, name]) => name as string))].sort();
}

export function substituteVariables(body: string, tokens: BodyTokens, variables: Variables | undefined): Substituted {
  const pattern = new RegExp(VARIABLE, "y");
  return substitute(body, tokens, (start) => {
    pattern.lastIndex = start;
    const [token, name] = pattern.exec(body) ?? [];
    if (token === undefined || name === undefined) return undefined;
    return { kind: "name", start, end: start + token.length, value: variables?.get(name) };
  });
}
