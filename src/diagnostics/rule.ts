import type { ArgumentValue, Category, Level, Origin } from "../model/diagnostic.ts";

/** Severity by profile: `standard` is what every profile without a value of its own gets. */
export type LevelByProfile = { readonly standard: Level } & { readonly [profile: string]: Level };

/** The values that a rule's sentence is made of. */
export type RuleArgs = Readonly<Record<string, ArgumentValue>>;

/** One row of the table: everything that is known of a rule. */
export interface RuleEntry<Args extends RuleArgs = RuleArgs> {
  readonly code: `SKC${string}`;
  readonly category: Category;
  readonly level: Level | LevelByProfile;
  /** A graver form of the same fault, told by its arguments, with a level of its own. */
  readonly severe?: { readonly when: (args: Args) => boolean; readonly level: Level | LevelByProfile };
  /**
   * The skill (or the build) cannot be used with this fault: where a profile calls it an error, no setting can lower
   * it, because there would be nothing to emit.
   */
  readonly structural?: true;
  /** What is wrong: one sentence, values in quotes, no period at the end. */
  readonly message: (args: Args) => string;
  /** What happens because of it. */
  readonly consequence?: string;
  /** The ways out. */
  readonly help?: (args: Args) => readonly string[];
  readonly origin: Origin;
  /** The key of an inline skill that the rule is about; without it the location in the text decides. */
  readonly inlineKey?: "description";
}

/** Infers a row's arguments from its functions, so that a wrong argument at a call site does not compile. */
export function rule<Args extends RuleArgs>(entry: RuleEntry<Args>): RuleEntry<Args> {
  return entry;
}

/** A rule: its row and its name. */
export interface Rule<Args extends RuleArgs = RuleArgs> extends RuleEntry<Args> {
  readonly name: string;
}

/**
 * Gives the rows of one room their names.
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

/** A value in quotes, long ones cut. */
export function quote(value: ArgumentValue): string {
  const text = String(value);
  return `"${text.length > 120 ? `${text.slice(0, 117)}…` : text}"`;
}

/** `Did you mean "x"?` when there is a candidate. */
export function didYouMean(nearest: ArgumentValue): readonly string[] {
  return nearest === "" ? [] : [`did you mean ${quote(nearest)}?`];
}

export const STANDARD_MUST: Origin = { source: "Agent Skills specification (agentskills.io)", level: "MUST" };
export const STANDARD_SHOULD: Origin = { source: "Agent Skills specification (agentskills.io)", level: "SHOULD" };
export const SKILLC_MUST: Origin = { source: "skillc", level: "MUST" };
export const SKILLC_PRACTICE: Origin = { source: "skillc", level: "PRACTICE" };
