import { dialects } from "../systems/dialects.ts";
import type { DialectInput, DialectReader, DialectResult, BodyInput } from "./dialect.ts";
import { renderSafe } from "./safe.ts";
import type { Substitution } from "./substitute.ts";
import { movePlaces, tokenizeBody } from "./tokenize.ts";

/**
 * The rules for replacing the tokens of a body. `safe` is skillc's own; the others reproduce the systems they are named
 * after; `none` leaves the body as it is.
 *
 * @example
 * createExecutor(skills, { dialect: "claude" });
 */
export type Dialect = keyof typeof dialects;

/**
 * Everything that rendering can insert. Tokens without a value stay as written, unless the dialect differs.
 *
 * @example
 * renderSkill({ body: "Review $path.\n", arguments: "src/app.ts", argumentNames: ["path"], dialect: "claude" });
 */
export interface RenderInput extends BodyInput {
  /** Default `safe`. */
  readonly dialect?: Dialect | undefined;
}

/**
 * A body with its tokens replaced.
 *
 * @example
 * const { text, appended }: RenderedSkill = renderSkill({ body, arguments: "src/app.ts" });
 */
export interface RenderedSkill {
  readonly text: string;
  /** Every token that the dialect supports, in the order of the body. */
  readonly substitutions: readonly Substitution[];
  /** Whether `ARGUMENTS: …` was appended, because the body has no argument token. */
  readonly appended: boolean;
}

/**
 * Renders the instructions of a skill. Never throws, unless a scope does; executes nothing; takes time linear in the
 * length of the body and the inserted values. Substitution does not grow a text beyond 4,000,000 characters: further
 * tokens stay as written.
 *
 * Dialect `safe`, the default, reads the original body once, from left to right, and never scans an inserted value:
 * - `$ARGUMENTS` and `${ARGUMENTS}` are the whole argument string; `$ARGUMENTS[N]`, `$N` and `${N}` its words from 0,
 *   split as in a shell. A missing word leaves the token as written. Without arguments (undefined, not "") all of these
 *   stay as written.
 * - `$name` and `${name}` are the words that the skill's `arguments` names; a missing one is empty.
 * - `$SKILL_DIR`, `$SESSION_ID`, the same with the prefix `CLAUDE_`, `$CLAUDE_EFFORT`, `$CLAUDE_PROJECT_DIR`,
 *   `$CLAUDE_PLUGIN_ROOT`, each also in braces; then upper-case names that the scope resolves.
 * - Names end where an identifier ends, braces must match, and `$N` and `${N}` are not tokens in code.
 * - `\$` before a token renders as `$`, unless the backslash follows another one.
 * - Arguments that are not blank and have no token are appended once as `ARGUMENTS: …`.
 *
 * `claude` is the Claude Code algorithm. `skillkit`, `cognesy` and `carnet` support the tokens of those systems without
 * their defects; `compat: "exact"` brings the defects back. `none` returns the body as it is.
 *
 * @example
 * renderSkill({ body: "Review $0 for $1.\n", arguments: 'src/app.ts "race conditions"' }).text;
 * // "Review src/app.ts for race conditions.\n"
 */
export function renderSkill(input: RenderInput): RenderedSkill {
  const { body: whole, dialect = "safe", trim = false, ...rest } = input;
  if (whole === null) return { text: "", substitutions: [], appended: false };
  const body = trim ? whole.trim() : whole;
  const reader: DialectReader | undefined = dialects[dialect];
  if (reader === undefined) return { text: body, substitutions: [], appended: false };
  const before = trim ? whole.length - whole.trimStart().length : 0;
  const tokens = movePlaces(input.tokens ?? tokenizeBody(whole), before);
  const { text, substitutions, appends } = fill(reader, { ...rest, body, tokens });
  return {
    text,
    substitutions: before === 0 ? substitutions : substitutions.map((one) => ({ ...one, offset: one.offset + before })),
    appended: appends,
  };
}

/** Returns the text of a skill in dialect `safe`, whatever dialect is asked for: a bundle has no other. */
export function renderInSafe({ body, tokens, ...rest }: RenderInput): { readonly text: string } {
  const whole = body ?? "";
  return fill(renderSafe, { ...rest, body: whole, tokens: tokens ?? tokenizeBody(whole) });
}

function fill(reader: DialectReader, input: DialectInput): DialectResult {
  const result = reader(input);
  return result.appends ? { ...result, text: `${result.text}\n\nARGUMENTS: ${input.arguments}` } : result;
}
