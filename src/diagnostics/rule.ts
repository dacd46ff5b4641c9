import type { ArgumentValue, Category, Level, Origin } from "../model/diagnostic.ts";

/** Severity by profile; `standard` applies to every profile without its own value. */
export type LevelByProfile = { readonly standard: Level } & { readonly [profile: string]: Level };

export type RuleArgs = Readonly<Record<string, ArgumentValue>>;

/** Chosen by the arguments of the rule; has its own level. */
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

export interface ExampleNotes {
  readonly profile?: string;
  /** For snippets that are not a list of files. */
  readonly beside?: readonly string[];
  readonly fix?: "safe" | "unsafe" | "safe and unsafe";
}

/**
 * A row without its code, category and standard level. In the bundle, `args` and `shown` exist once `rule-docs.ts` is
 * loaded, and the parts that only check lack `title` too.
 */
export interface RuleRow<Args> {
  /** One clause without values, with a capital and without a final stop. */
  readonly title: string;
  /** A sample message; also types the message and the help. None: the rule has no values. */
  readonly args?: Args;
  /** Of the profiles that do not have the standard one. */
  readonly levels?: Readonly<Record<string, Level>>;
  readonly severe?: RuleForm<Args>;
  /** For a rule without a more severe form. */
  readonly milder?: RuleForm<Args>;
  /** Where this is an error, no setting can lower it, because there would be nothing to emit. */
  readonly structural?: true;
  /**
   * What an error leaves of the skill, if anything: without `frontmatter` the body, without the output of a `command`
   * the whole text with a marker.
   */
  readonly without?: "frontmatter" | "command";
  /**
   * What makes its findings void: the commands of the skill were run, or the skills were written for another system,
   * which has names with a namespace or takes tools as items.
   */
  readonly voidIf?: "prepared" | "other-system" | "qualified-name" | "tools-as-items";
  /**
   * Who shows it even below the level of an error: every command, or one that serves skills, which a client then
   * misses.
   */
  readonly shownBy?: "every-command" | "serving" | "build";
  /**
   * Whether there is one finding for the whole catalog: what it counts or names does not distinguish it from others.
   */
  readonly oncePerRun?: (args: Args) => boolean;
  /** What is wrong: one present-tense clause with values in quotes, lower-case, without a final stop. */
  readonly message: string | ((args: Args) => string);
  /** Who does what because of it. */
  readonly consequence?: string;
  /** Each an imperative that stands alone. */
  readonly help?: string | readonly string[] | ((args: Args) => string | readonly string[]);
  /** Default: good practice by skillc. */
  readonly origin?: Origin;
  /** A test runs both inputs: one with a finding and one without. */
  readonly shown: readonly [kind: ExampleKind, bad: string, good: string, notes?: ExampleNotes];
}

export interface RuleEntry<Args = RuleArgs> extends Omit<RuleRow<Args>, "args" | "levels"> {
  readonly code: `SKC${string}`;
  readonly category: Category;
  readonly level: Level | LevelByProfile;
  readonly args?: unknown;
  readonly origin: Origin;
  /** For an inline skill; without it the location in the text decides. */
  readonly inlineKey?: "description";
}

/**
 * The sample arguments, or a type given here, decide what the functions of the row and `at` take.
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

/** For rules about the configuration or a command: an error leaves nothing to emit. */
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
 * Adds its name to each row. The type of a row names no arguments: a row without any would take them from it.
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

/** Cuts long values. */
export function quote(value: ArgumentValue): string {
  const text = String(value);
  return `"${text.length > 120 ? `${text.slice(0, 117)}…` : text}"`;
}

/** The same in every locale: `1,048,576`. */
export function thousands(value: number): string {
  let text = String(value);
  const first = value < 0 ? 1 : 0;
  for (let at = text.length - 3; at > first; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`;
  return text;
}

/** `1 character`, `1,048,576 bytes`. */
export function plural(count: number, unit: string): string {
  return `${thousands(count)} ${unit}${count === 1 ? "" : "s"}`;
}

/** The first character of a string: `U+00A0`. */
export function codePointOf(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

export function didYouMean(nearest: ArgumentValue): readonly string[] {
  return nearest === "" ? [] : [`did you mean ${quote(nearest)}?`];
}

/** Returns `a, b or c`. */
export function either(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) as string}`;
}
