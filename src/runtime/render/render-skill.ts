/** The front of rendering: picks the dialect and appends arguments that found no place. */
import { renderClaude } from "./claude.ts";
import { renderCognesy } from "./cognesy.ts";
import type { Dialect, DialectInput, DialectResult, RenderInput } from "./dialect.ts";
import { renderSafe } from "./safe.ts";
import { renderSkillkit } from "./skillkit.ts";
import type { Substitution } from "./substitute.ts";
import { movePlaces, tokenizeBody } from "./tokenize.ts";
import { renderCarnet } from "./variables.ts";

/** A body with its tokens replaced. */
export interface RenderedSkill {
  readonly text: string;
  /** Every token that the dialect knows, in the order of the body. */
  readonly substitutions: readonly Substitution[];
  /** Whether `ARGUMENTS: …` was put at the end, because no argument token stood in the body. */
  readonly appended: boolean;
}

/**
 * Renders the instructions of a skill. Never throws (a scope that throws does), executes nothing, and takes time
 * linear in the length of the body and of what is inserted; a text is not made longer than 4,000,000 characters by
 * substitution, tokens beyond that stay as written.
 *
 * Dialect `safe`, the default, reads the original body once, from left to right, and never looks at a value again:
 * - `$ARGUMENTS` and `${ARGUMENTS}` are the whole argument text, `$ARGUMENTS[N]`, `$N` and `${N}` its words from 0,
 *   split as a shell does; a word that was not given leaves the token as written. Without any argument text (undefined,
 *   not "") all of them stay as written.
 * - `$name` and `${name}` are the words that the skill's `arguments` names; one that was not given is empty.
 * - `$SKILL_DIR`, `$SESSION_ID`, the same with `CLAUDE_` before them, `$CLAUDE_EFFORT`, `$CLAUDE_PROJECT_DIR`,
 *   `$CLAUDE_PLUGIN_ROOT`, each also in braces; then names in capitals that the scope knows.
 * - Names end where an identifier ends, braces belong together, `$N` and `${N}` are no tokens in code.
 * - `\$` before a token gives `$`, unless the backslash follows another one.
 * - Arguments that are not blank and found no token are appended once as `ARGUMENTS: …`.
 *
 * `claude` is Claude Code's algorithm. `skillkit`, `cognesy` and `carnet` have the tokens of those systems without
 * their defects; `compat: "exact"` brings these back. `none` gives the body as it is.
 *
 * @example
 * renderSkill({ body: "Review $0 for $1.\n", arguments: 'src/app.ts "race conditions"' }).text;
 * // "Review src/app.ts for race conditions.\n"
 */
export function renderSkill(input: RenderInput): RenderedSkill {
  const { body: whole, dialect = "safe", trim = false, ...rest } = input;
  if (whole === null) return { text: "", substitutions: [], appended: false };
  const body = trim ? whole.trim() : whole;
  if (dialect === "none") return { text: body, substitutions: [], appended: false };
  const before = trim ? whole.length - whole.trimStart().length : 0;
  const tokens = movePlaces(input.tokens ?? tokenizeBody(whole), before);
  const { text, substitutions, appends } = render(dialect, { ...rest, body, tokens });
  return {
    text: appends ? `${text}\n\nARGUMENTS: ${input.arguments}` : text,
    substitutions: before === 0 ? substitutions : substitutions.map((one) => ({ ...one, offset: one.offset + before })),
    appended: appends,
  };
}

function render(dialect: Exclude<Dialect, "none">, input: DialectInput): DialectResult {
  switch (dialect) {
    case "safe":
      return renderSafe(input);
    case "claude":
      return renderClaude(input);
    case "skillkit":
      return renderSkillkit(input);
    case "cognesy":
      return renderCognesy(input);
    case "carnet":
      return renderCarnet(input);
  }
}
