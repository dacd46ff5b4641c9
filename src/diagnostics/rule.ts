import type { ArgumentValue, Category, Level, Origin } from "../model/diagnostic.ts";

/** Severity by profile; `standard` applies to every profile without its own value. */
export type LevelByProfile = { readonly standard: Level } & { readonly [profile: string]: Level };

export type RuleArgs = Readonly<Record<string, ArgumentValue>>;

/** A form of a rule that is chosen by its arguments and has its own level. */
export interface RuleForm<Args = RuleArgs> {
  readonly when: (args: Args) => boolean;
  readonly level: Level | LevelByProfile;
}

export const STANDARD_MUST: Origin = { source: "Agent Skills specification (agentskills.io)", level: "MUST" };
export const STANDARD_SHOULD: Origin = { source: "Agent Skills specification (agentskills.io)", level: "SHOULD" };
export const SKILLC_MUST: Origin = { source: "skillc", level: "MUST" };
const SKILLC_PRACTICE: Origin = { source: "skillc", level: "PRACTICE" };

/**
 * What the snippets of an example are. `document`: a SKILL.md. `frontmatter`: lines of one, added to a good name and
 * description. `body`: the text below a good frontmatter. `files`: paths, one per line, `link -> target` for symbolic
 * links. `config`: a skillc.config.json. `entry` and `index`: a file that distributes skills. `plugin`, `claude-plugin`,
 * `marketplace`, `codex-marketplace` and `openai-yaml`: a manifest. `words`: a description of what a snippet cannot show.
 */
export type ExampleKind =
  | "document"
  | "frontmatter"
  | "body"
  | "files"
  | "config"
  | "entry"
  | "index"
  | "plugin"
  | "claude-plugin"
  | "marketplace"
  | "codex-marketplace"
  | "openai-yaml"
  | "words";

/** What an example says besides its snippets. */
export interface ExampleNotes {
  /** A profile in which the rule is active; default: standard. */
  readonly profile?: string;
  /** Other files of the skill, for snippets that are not a list of files. */
  readonly beside?: readonly string[];
  /** Whether `--fix` can fix some findings, and how safely. */
  readonly fix?: "safe" | "unsafe" | "safe and unsafe";
}

/**
 * What a row says besides its code, its category and its standard level. In the bundle, `args` and `shown` are there once
 * `rule-docs.ts` is loaded, and the parts that only check lack `title` too.
 */
export interface RuleRow<Args> {
  /** What the rule is about, without values: one clause that starts with a capital and has no final stop. */
  readonly title: string;
  /** Values for a sample message; they give the message and the help their types. None: the rule has no values. */
  readonly args?: Args;
  /** Levels of the profiles that do not have the standard one. */
  readonly levels?: Readonly<Record<string, Level>>;
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
  readonly message: string | ((args: Args) => string);
  /** Who does what because of it. */
  readonly consequence?: string;
  /** Fixes: each an imperative that stands alone. */
  readonly help?: string | readonly string[] | ((args: Args) => string | readonly string[]);
  /** Default: good practice by skillc. */
  readonly origin?: Origin;
  /** An input with a finding and one without; a test runs them. */
  readonly shown: readonly [kind: ExampleKind, bad: string, good: string, notes?: ExampleNotes];
}

export interface RuleEntry<Args = RuleArgs> extends Omit<RuleRow<Args>, "args" | "levels"> {
  readonly code: `SKC${string}`;
  readonly category: Category;
  readonly level: Level | LevelByProfile;
  readonly args?: unknown;
  readonly origin: Origin;
  /** The key of an inline skill that the rule is about; without it the location in the text decides. */
  readonly inlineKey?: "description";
}

/**
 * Makes the row of a rule. Its sample arguments, or a type given here, decide what its functions and `at` take.
 *
 * @example
 * rule("SKC402", "portability", "warning", { title: "…", args: { target: "Ports.md" }, message: ({ target }) => … })
 */
export function rule<Args = {}>(
  code: `SKC${string}`,
  category: Category,
  level: Level | LevelByProfile,
  row: RuleRow<Args>,
): RuleEntry<Args> {
  const { levels } = row;
  const standard = typeof level === "string" ? { standard: level } : level;
  return { origin: SKILLC_PRACTICE, ...row, code, category, level: levels ? { ...standard, ...levels } : level };
}

/** Makes the row of a rule about the configuration or a command; an error of it leaves nothing to emit. */
export function configRule<Args = {}>(
  code: `SKC${string}`,
  level: "error" | "warning" | "info",
  row: RuleRow<Args>,
): RuleEntry<Args> {
  const fixed = level === "error" ? ({ origin: SKILLC_MUST, structural: true } as const) : { origin: SKILLC_MUST };
  return rule(code, "config", level, { ...fixed, ...row });
}

export function messageOf({ message }: RuleEntry, args: RuleArgs): string {
  return typeof message === "string" ? message : message(args);
}

export function helpOf({ help = [] }: RuleEntry, args: RuleArgs): readonly string[] {
  const found = typeof help === "function" ? help(args) : help;
  return typeof found === "string" ? [found] : found;
}

export interface Rule<Args = RuleArgs> extends RuleEntry<Args> {
  readonly name: string;
}

/**
 * Adds its name to each row of a table. The type of a row names no arguments: a row without any would take them from it.
 *
 * @example
 * export const nameRules = defineRules({ "name-empty": rule("SKC202", "correctness", "error", { args: { dir: "tides" }, … }) });
 * at(nameRules["name-empty"], span, { dir });
 */
export function defineRules<Rows extends Readonly<Record<string, Pick<RuleEntry, "code">>>>(
  rows: Rows,
  shared: Pick<RuleEntry, "inlineKey"> = {},
): { readonly [Name in keyof Rows]: Rows[Name] extends RuleEntry<infer Args> ? Rule<Args> : never } {
  for (const [name, row] of Object.entries(rows)) Object.assign(row, shared, { name });
  return rows as unknown as ReturnType<typeof defineRules<Rows>>;
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

/** Joins words as in `a, b or c`. */
export function either(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) as string}`;
}
