/** Judges regular expressions: what recheck says about each, which are new, and what to do about those that are slow. */
import type { Diagnostics, Parameters, VulnerableComplexity, SafeComplexity } from "recheck";
import type { Attack } from "./attack-text.ts";
import type { FoundExpression } from "./expressions.ts";

/** A regular expression whose text cannot be read: where it is made, and what it can become. */
export interface Composed {
  /** Below src. */
  readonly file: string;
  /** The code that creates it, each run of white space as one space. */
  readonly written: string;
  /** Everything that it can become, or one that differs only in plain letters or in the members of a class. */
  values(): readonly RegExp[];
}

/** By expression. */
type Verdicts = Readonly<Record<string, string>>;
type Attacks = Readonly<Record<string, Attack>>;
type Check = (source: string, flags: string, limits: Parameters) => Promise<Diagnostics>;
type Place = Pick<FoundExpression, "file" | "expression">;

export interface AnalysisInput {
  /** The regular expressions of the source code. */
  readonly found: readonly FoundExpression[];
  readonly composed: readonly Composed[];
  /** Those that may be slow, because the text is cut before. */
  readonly bounded: readonly Place[];
  /** Verdicts of earlier runs. */
  readonly known: Verdicts;
  /** All that were ever found. */
  readonly attacks: Attacks;
  readonly check: Check;
  /** Called with the number of expressions before they are analyzed. */
  readonly onStart?: (count: number) => void;
}

export interface Analysis {
  /** Of all expressions that there are, as they should be kept. */
  readonly verdicts: Verdicts;
  readonly attacks: Attacks;
  readonly faults: readonly string[];
}

/** In milliseconds; several times those of recheck, which calls slow what only had to wait on a busy machine. */
const LIMITS = { timeout: 300_000, attackTimeout: 10_000, incubationTimeout: 2_500 };
/** What recheck calls an expression whose time grows no faster than the text. */
const HARMLESS = new Set(["constant", "linear", "safe"]);
const AT_ONCE = 2;
/** The flag for the places of groups, which changes no match; recheck does not know it. */
const PLACES = "d";

/** Analyzes the expressions without a verdict, and reports those that are slow without a bound. */
export async function analyse(input: AnalysisInput): Promise<Analysis> {
  const { found, composed, bounded, known, attacks, check, onStart } = input;
  const values = composed.flatMap((one) => one.values().map(String));
  const expressions = [...new Set([...found.flatMap(({ expression }) => expression ?? []), ...values])];
  const fresh = expressions.filter((each) => known[each] === undefined);
  if (fresh.length > 0) onStart?.(fresh.length);
  const analysed = await analyseAll(fresh, check);
  const verdicts = Object.fromEntries(expressions.map((each) => [each, known[each] ?? `${analysed.verdicts[each]}`]));
  const all = { ...attacks, ...analysed.attacks };
  const faults = [
    ...unknownFaults(found, composed),
    ...slowFaults(found, bounded, { verdicts, attacks: all }),
    ...values
      .filter((value) => !isHarmless(verdicts, value))
      .map((value) => `test/regexps/composed.ts: the time of ${value} is ${verdicts[value]} in the length of the text`),
  ];
  return { verdicts: sorted(verdicts), attacks: sorted(all), faults };
}

const isHarmless = (verdicts: Verdicts, expression: string): boolean => HARMLESS.has(verdicts[expression] ?? "");

async function analyseAll(
  fresh: readonly string[],
  check: Check,
): Promise<{ readonly verdicts: Verdicts; readonly attacks: Attacks }> {
  const verdicts: Record<string, string> = {};
  const attacks: Record<string, Attack> = {};
  const waiting = [...fresh];
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const end = next.lastIndexOf("/");
      const verdict = await check(next.slice(1, end), next.slice(end + 1).replace(PLACES, ""), LIMITS);
      verdicts[next] = verdict.status === "unknown" ? `unknown (${verdict.error.kind})` : nameOf(verdict.complexity);
      if (verdict.status !== "vulnerable") continue;
      const { pumps, suffix } = verdict.attack;
      attacks[next] = { pumps: pumps.map(({ prefix, pump }) => [prefix, pump] as const), suffix };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { verdicts, attacks };
}

function nameOf(complexity: SafeComplexity | VulnerableComplexity): string {
  return complexity.type === "polynomial" ? `polynomial of degree ${complexity.degree}` : complexity.type;
}

/** Expressions whose text nobody gave, and texts of expressions that are no longer there. */
function unknownFaults(found: readonly FoundExpression[], composed: readonly Composed[]): readonly string[] {
  type Written = Pick<Composed, "file" | "written">;
  const unknown = found.filter(({ expression }) => expression === undefined);
  const isSame = (one: Written) => (other: Written) => one.file === other.file && one.written === other.written;
  return [
    ...unknown
      .filter((one) => !composed.some(isSame(one)))
      .map(
        ({ file, line, written }) =>
          `src/${file}:${line}: ${written} has no text that can be analyzed\n` +
          "  = help: write a literal, or list it in test/regexps/composed.ts with all that it can become",
      ),
    ...composed
      .filter((one) => !unknown.some(isSame(one)))
      .map(
        ({ file, written }) =>
          `test/regexps/composed.ts: src/${file} no longer contains ${written}\n  = help: delete the entry`,
      ),
  ];
}

/** Slow expressions without a bound, and bounds of what is not slow. */
function slowFaults(
  found: readonly FoundExpression[],
  bounded: readonly Place[],
  { verdicts, attacks }: Omit<Analysis, "faults">,
): readonly string[] {
  const slow = found.flatMap(({ expression, ...place }) =>
    expression === undefined || isHarmless(verdicts, expression) ? [] : [{ ...place, expression }],
  );
  const isSame = (one: Place) => (other: Place) => one.file === other.file && one.expression === other.expression;
  return [
    ...slow
      .filter((one) => !bounded.some(isSame(one)))
      .map(
        ({ file, line, expression }) =>
          `src/${file}:${line}: the time of ${expression} is ${verdicts[expression]} in the length of the text\n` +
          `  = attack: ${JSON.stringify(attacks[expression] ?? "unknown")}\n` +
          "  = help: rewrite it, or read the text in a loop\n" +
          "  = help: else cut the text at a named constant first, and list both in test/regexps/bounded.ts",
      ),
    ...bounded
      .filter((one) => !slow.some(isSame(one)))
      .map(
        ({ file, expression }) =>
          `test/regexps/bounded.ts: src/${file} no longer contains the slow ${expression}\n  = help: delete the entry`,
      ),
  ];
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).sort(([one], [two]) => (one < two ? -1 : 1)));
}
