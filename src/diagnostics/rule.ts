import type { ArgumentValue, Category, Level, Origin } from "../model/diagnostic.ts";

/** Severity by profile; `standard` applies to every profile without its own value. */
export type LevelByProfile = { readonly standard: Level } & { readonly [profile: string]: Level };

/** The values in a rule's message. */
export type RuleArgs = Readonly<Record<string, ArgumentValue>>;

/** A form of a rule that is chosen by its arguments and has its own level. */
export interface RuleForm<Args extends RuleArgs = RuleArgs> {
  readonly when: (args: Args) => boolean;
  readonly level: Level | LevelByProfile;
}

/** One row of the rule table. */
export interface RuleEntry<Args extends RuleArgs = RuleArgs> {
  readonly code: `SKC${string}`;
  readonly category: Category;
  readonly level: Level | LevelByProfile;
  /** A more severe form of the rule. */
  readonly severe?: RuleForm<Args>;
  /** A milder form of a rule that has no more severe one. */
  readonly milder?: RuleForm<Args>;
  /**
   * The skill or the build is unusable: in a profile where this is an error, no setting can lower it, because there
   * would be nothing to emit.
   */
  readonly structural?: true;
  /**
   * What an error of the rule leaves of its skill, if anything: without `frontmatter` the body, without the output of a
   * `command` the whole text with a marker.
   */
  readonly without?: "frontmatter" | "command";
  /**
   * What makes its findings void: the commands of the skill were run, or the skills were written for another system, which
   * has names with a namespace or takes tools as items.
   */
  readonly voidIf?: "prepared" | "other-system" | "qualified-name" | "tools-as-items";
  /** Shown below the level of an error too: by every command, or by one that serves skills, which a client then misses. */
  readonly shownBy?: "every-command" | "serving" | "build";
  /** Whether a finding is about the whole catalog: there is one, and what it counts or names does not tell it from others. */
  readonly oncePerRun?: (args: Args) => boolean;
  /** What is wrong: one present-tense clause with values in quotes, lower-case, without a final stop. */
  readonly message: (args: Args) => string;
  /** Who does what because of it. */
  readonly consequence?: string;
  /** Fixes: each an imperative that stands alone. */
  readonly help?: (args: Args) => readonly string[];
  readonly origin: Origin;
  /** The key of an inline skill that the rule is about; without it the location in the text decides. */
  readonly inlineKey?: "description";
}

/** Infers the arguments of a row from its functions, so that a wrong argument at a call site does not compile. */
export function rule<Args extends RuleArgs>(entry: RuleEntry<Args>): RuleEntry<Args> {
  return entry;
}

/** A rule: its row and its name. */
export interface Rule<Args extends RuleArgs = RuleArgs> extends RuleEntry<Args> {
  readonly name: string;
}

/**
 * Adds its name to each row of a table.
 *
 * @example
 * export const nameRules = defineRules({ "name-empty": rule<{ dir: string }>({ code: "SKC202", … }) });
 * at(nameRules["name-empty"], span, { dir });
 */
export function defineRules<Rows extends Readonly<Record<string, RuleEntry<never>>>>(
  rows: Rows,
  shared: Pick<RuleEntry, "inlineKey"> = {},
): { readonly [Name in keyof Rows]: Rows[Name] extends RuleEntry<infer Args> ? Rule<Args> : never } {
  const named = Object.entries(rows).map(([name, row]) => [name, { ...shared, ...row, name }]);
  return Object.fromEntries(named) as ReturnType<typeof defineRules<Rows>>;
}

/** Puts a value in double quotes; a long one is cut. */
export function quote(value: ArgumentValue): string {
  const text = String(value);
  return `"${text.length > 120 ? `${text.slice(0, 117)}…` : text}"`;
}

/** Writes a whole number with commas between the thousands, in every locale: `1,048,576`. */
export function thousands(value: number): string {
  let text = String(value);
  const first = value < 0 ? 1 : 0;
  for (let at = text.length - 3; at > first; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`;
  return text;
}

/** Writes a number with its unit: `1 character`, `1,048,576 bytes`. */
export function plural(count: number, unit: string): string {
  return `${thousands(count)} ${unit}${count === 1 ? "" : "s"}`;
}

/** Writes the first character of a string as its code point: `U+00A0`. */
export function codePointOf(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Returns `did you mean "x"?` if there is a candidate. */
export function didYouMean(nearest: ArgumentValue): readonly string[] {
  return nearest === "" ? [] : [`did you mean ${quote(nearest)}?`];
}

export const STANDARD_MUST: Origin = { source: "Agent Skills specification (agentskills.io)", level: "MUST" };
export const STANDARD_SHOULD: Origin = { source: "Agent Skills specification (agentskills.io)", level: "SHOULD" };
export const SKILLC_MUST: Origin = { source: "skillc", level: "MUST" };
export const SKILLC_PRACTICE: Origin = { source: "skillc", level: "PRACTICE" };

/** Describes a rule about the configuration or a command; an error of it leaves nothing to emit. */
export function configRule<Args extends RuleArgs>(
  code: `SKC${string}`,
  message: (args: Args) => string,
  help: (args: Args) => readonly string[],
  level: "error" | "warning" | "info" = "error",
): RuleEntry<Args> {
  return rule<Args>({
    code,
    category: "config",
    level,
    ...(level === "error" ? { structural: true as const } : {}),
    message,
    help,
    origin: SKILLC_MUST,
  });
}
