import type { TriggerTestResult } from "../api/trigger-tests.ts";
import { plural, thousands } from "../diagnostics/rule.ts";
import { escapeText } from "../formats/display-text.ts";
import type { RankedCase, Regression, TriggerReport } from "../triggers/index.ts";
import { alignColumns } from "./terminal.ts";

export const RANKS_BY_WORDS = "ranks by words; no model";
const INTRODUCTION =
  "ranks queries by the words of names and descriptions; no model runs, so it shows overlap, not whether a model would choose the skill";
/** The JSON lists all. */
const MOST_SHOWN = 20;
const MOST_OF_QUERY = 60;

export interface Limit {
  readonly flag: string;
  readonly rank: 1 | 3;
  readonly least: number;
  readonly reached: number;
}

export interface TestVerdict {
  readonly missed: readonly Limit[];
  readonly regressions: readonly Regression[];
}

export function testText(
  { report, skills, untested, unread, others }: TriggerTestResult & { readonly report: TriggerReport },
  verdict: TestVerdict,
): string {
  const { summary, cases, confusions } = report;
  const { shouldTrigger, shouldNotTrigger, prompts } = summary;
  const descriptions = new Map(skills.map(({ id, description }) => [id, description]));
  const pairs = confusions
    .slice(0, MOST_SHOWN)
    .map(({ expected, got, count }) => [
      `  ${escapeText(expected)}`,
      thousands(count),
      escapeText(got),
      quoted(
        cases.find((one) => one.kind === "should" && one.skill === expected && one.best === got && one.rank !== 1),
      ),
      descriptions.get(expected) === descriptions.get(got) ? "(the descriptions are equal: skillc explain SKC603)" : "",
    ]);
  return [
    INTRODUCTION,
    "",
    `${plural(summary.skills, "skill")}, ${thousands(summary.tested)} with trigger tests: ${queries(shouldTrigger)} that should trigger, ${thousands(shouldNotTrigger)} that should not`,
    ...(shouldTrigger > 0 ? countLines(report, descriptions) : []),
    ...(pairs.length > 0 ? ["", "first instead of the expected skill", ...alignColumns(pairs, new Set([1]))] : []),
    ...(confusions.length > MOST_SHOWN
      ? [`  and ${plural(confusions.length - MOST_SHOWN, "more pair")}; --json lists them`]
      : []),
    ...(shouldNotTrigger > 0
      ? [
          `should not trigger, and yet first: ${summary.negativesFirst} of ${shouldNotTrigger} (a hint, never a failure)`,
        ]
      : []),
    ...(prompts > 0
      ? [
          `prompts of evals: ${summary.promptsRank1} of ${prompts} rank their skill first, ${summary.promptsRank3} among three (they test answers, never a failure)`,
        ]
      : []),
    ...(untested.length > 0 ? [`skills without a trigger test: ${thousands(untested.length)}`] : []),
    ...unread.map(({ file, line, fault }) => `cannot be read: ${escapeText(`${file}:${line}: ${fault}`)}`),
    ...(others.length > 0
      ? [`not read: ${plural(others.length, "file")} in an unknown form, such as ${escapeText(others[0] ?? "")}`]
      : []),
    ...verdictLines(verdict, shouldTrigger),
  ].join("\n");
}

/** Counts queries of unranked skills separately. */
function countLines(
  { summary, cases }: TriggerReport,
  ranked: { readonly has: (id: string) => boolean },
): readonly string[] {
  const { shouldTrigger, rank1, rank3, unranked } = summary;
  const others = cases.filter(({ kind, skill }) => kind === "should" && !ranked.has(skill));
  const ids = [...new Set(others.map(({ skill }) => escapeText(skill)))].join(", ");
  return alignColumns(
    [
      ["expected skill first", shareOf(rank1, shouldTrigger)],
      ["among the first three", shareOf(rank3, shouldTrigger)],
      ["no word in common", thousands(unranked - others.length)],
      ...(others.length > 0 ? [["skill is not ranked", `${thousands(others.length)}  (${ids})`]] : []),
    ],
    new Set(),
  );
}

function verdictLines({ missed, regressions }: TestVerdict, of: number): readonly string[] {
  return [...missed.map((limit) => limitText(limit, of)), ...regressions.map((one) => escapeText(regressionText(one)))];
}

export function limitText({ flag, rank, least, reached }: Limit, of: number): string {
  return `${flag} ${least} is missed: ${shareOf(reached, of)} ${rank === 1 ? "rank their skill first" : "rank their skill among the first three"}`;
}

export function regressionText({ case: { query, skill, rank, best }, was, changed }: Regression): string {
  const before = was === 1 ? `first was ${skill}` : `${skill} was among the first three`;
  const now =
    best === null
      ? "no skill has a word of it"
      : was === 1
        ? best
        : `${best} is first and ${skill} ${rank === null ? "is not found" : `number ${rank}`}`;
  const why = changed ? " (its description changed since the baseline was written)" : "";
  return `${JSON.stringify(query)}: ${before}, now ${now}${why}`;
}

function shareOf(count: number, of: number): string {
  return `${thousands(count)} of ${thousands(of)}${of === 0 ? "" : `  (${Math.floor((100 * count) / of)}%)`}`;
}

function queries(count: number): string {
  return `${thousands(count)} ${count === 1 ? "query" : "queries"}`;
}

function quoted(one: RankedCase | undefined): string {
  const text = (one?.query ?? "").replaceAll(/\s+/g, " ");
  return `"${escapeText(text.length > MOST_OF_QUERY ? `${text.slice(0, MOST_OF_QUERY - 1)}…` : text)}"`;
}
