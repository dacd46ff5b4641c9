import { createHash } from "node:crypto";
import { relative, resolve } from "node:path";
import { testTriggers, type TriggerTestResult } from "../../api/trigger-tests.ts";
import { escapeJsonText, escapeText } from "../../formats/display-text.ts";
import { attempt, toPosixPath, writeText } from "../../host/index.ts";
import { readRegular } from "../../host/read-regular.ts";
import { isFailure } from "../../model/host.ts";
import {
  compareBaseline,
  promptfooSuite,
  readTriggerBaseline,
  vitestSuite,
  writeTriggerBaseline,
  type TriggerBaseline,
  type TriggerReport,
  type RankedCase,
} from "../../triggers/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { printNotRun } from "../not-run.ts";
import { withProgress } from "../progress.ts";
import { printFindings } from "../reports.ts";
import { searchOptions } from "../session-options.ts";
import { printError, printOut } from "../terminal.ts";
import {
  testText,
  type Limit,
  type TestVerdict,
  limitText,
  RANKS_BY_WORDS,
  regressionText,
} from "../trigger-report.ts";
import { UsageError } from "../usage-error.ts";
import { element, escapeXml, XML_HEAD } from "../../formats/xml.ts";

type Tested = TriggerTestResult & { readonly report: TriggerReport };

const SUITES = { promptfoo: promptfooSuite, vitest: vitestSuite };
const HOW_TO_WRITE =
  'no trigger test: write evals/triggers.json next to a SKILL.md, as [{ "query": "…", "should_trigger": true }] or { "should_trigger": ["…"], "should_not_trigger": ["…"] }';

export async function run(parsed: ParsedArguments): Promise<number> {
  const shares = readShares(parsed);
  const suites = (parsed.get("emit") ?? []).map(readSuite);
  const junit = (parsed.get("format") ?? []).map(readJunit);
  if (junit.includes(undefined) && parsed.has("json"))
    throw new UsageError("--json cannot be combined with --format junit: name a file, as in --format junit=report.xml");
  const before = readBefore(parsed);
  const view = parsed.get("view");
  const result = await withProgress(parsed, (progress) =>
    testTriggers({
      ...searchOptions(parsed),
      ...progress,
      skill: parsed.get("skill"),
      view: typeof view === "string" ? view : undefined,
      split: parsed.get("split"),
      since: parsed.get("since"),
    }),
  );
  const { diagnostics, summary, exitCode, report, fault } = result;
  printNotRun(diagnostics);
  await printFindings({ diagnostics: diagnostics.filter(({ severity }) => severity === "error"), summary, all: false });
  if (fault !== undefined) throw new UsageError(fault);
  if (report === undefined) return exitCode;
  const tested = { ...result, report };
  // What is accepted now has lost nothing.
  const verdict = judge(tested, shares, parsed.has("update-baseline") ? undefined : before);
  for (const { suite, file } of suites) writeSuite(suite, file, tested);
  for (const file of junit) if (file !== undefined) write(file, junitOfTriggers(report, verdict));
  updateBaseline(parsed, tested, before);
  print(parsed, tested, { verdict, isJunit: junit.includes(undefined) });
  const isMissing = parsed.has("require-evals") && !hasTests(report);
  const failed = verdict.missed.length + verdict.regressions.length > 0 || isMissing;
  return Math.max(exitCode, failed ? 1 : 0);
}

function print(
  parsed: ParsedArguments,
  tested: Tested,
  { verdict, isJunit }: { readonly verdict: TestVerdict; readonly isJunit: boolean },
): void {
  const { report } = tested;
  if (isJunit) printOut(junitOfTriggers(report, verdict).trimEnd());
  else if (parsed.has("json")) printOut(escapeJsonText(JSON.stringify(toJson(tested, verdict), null, 2)));
  else if (report.cases.length + tested.unread.length + tested.others.length > 0) printOut(testText(tested, verdict));
  if (!hasTests(report) && tested.skills.length > 0) printError(HOW_TO_WRITE);
}

function hasTests({ summary }: TriggerReport): boolean {
  return summary.shouldTrigger + summary.shouldNotTrigger > 0;
}

/** Leaves out what failed nothing. */
function toJson({ report, unread, others }: Tested, { missed, regressions }: TestVerdict): unknown {
  return {
    ...report,
    ...(unread.length > 0 && { unread }),
    ...(others.length > 0 && { others }),
    ...(missed.length > 0 && {
      missed: missed.map(({ flag, least, reached }) => ({ limit: flag.slice(2), least, reached })),
    }),
    ...(regressions.length > 0 && {
      regressions: regressions.map(({ case: { file, line, skill, query, rank, best }, was, changed }) => ({
        file,
        line,
        skill,
        query,
        was,
        rank,
        best,
        changed,
      })),
    }),
  };
}

function judge(
  { report, skills }: Tested,
  shares: readonly TestShare[],
  before: TriggerBaseline | undefined,
): TestVerdict {
  const { shouldTrigger, rank1, rank3 } = report.summary;
  const limits = shares.map(({ flag, rank, least }): Limit => ({
    flag,
    rank,
    least,
    reached: rank === 1 ? rank1 : rank3,
  }));
  return {
    // Not a product: 0.55 of 100 is more than 55.
    missed: limits.filter(({ least, reached }) => shouldTrigger > 0 && reached / shouldTrigger < least),
    regressions: before === undefined ? [] : compareBaseline(report, skills, { sha256, before }),
  };
}

type TestShare = Omit<Limit, "reached">;

function readShares(parsed: ParsedArguments): readonly TestShare[] {
  return ([1, 3] as const).flatMap((rank): readonly TestShare[] => {
    const flag = `min-rank${rank}` as const;
    const written = parsed.get(flag);
    if (written === undefined) return [];
    const least = /^(?:0|1|0?\.\d+|1\.0+)$/.test(written) ? Number(written) : Number.NaN;
    if (Number.isNaN(least))
      throw new UsageError(`--${flag} needs a number from 0 to 1, and "${escapeText(written)}" is not one`);
    return [{ flag: `--${flag}`, rank, least }];
  });
}

type SuiteName = keyof typeof SUITES;

function readSuite(written: string): { readonly suite: SuiteName; readonly file: string } {
  const at = written.indexOf("=");
  const [suite, file] = [written.slice(0, Math.max(at, 0)), written.slice(at + 1)];
  if ((suite !== "promptfoo" && suite !== "vitest") || file === "")
    throw new UsageError(`--emit needs promptfoo=file or vitest=file, and "${escapeText(written)}" is neither`);
  return { suite, file };
}

/** Replaces only a file that is such a suite, and keeps what its user has added. */
function writeSuite(suite: SuiteName, file: string, { skills, report: { cases } }: Tested): void {
  const bytes = attempt(() => readRegular(resolve(file)));
  if (isFailure(bytes) && bytes.failure !== "not-found")
    throw new UsageError(`"${escapeText(file)}" cannot be read (${bytes.detail})`);
  const text = SUITES[suite]({ skills, cases, before: isFailure(bytes) ? undefined : bytes.toString("utf8") });
  if (text === undefined)
    throw new UsageError(
      `"${escapeText(file)}" exists, and is not a suite for ${suite} that skillc wrote: name another file`,
    );
  write(file, text);
}

/** Undefined for standard output. */
function readJunit(written: string): string | undefined {
  if (written === "junit") return undefined;
  if (!written.startsWith("junit=") || written === "junit=")
    throw new UsageError(`--format needs junit or junit=file, and "${escapeText(written)}" is neither`);
  return written.slice("junit=".length);
}

function readBefore(parsed: ParsedArguments): TriggerBaseline | undefined {
  const file = parsed.get("baseline");
  if (file === undefined) return undefined;
  const bytes = attempt(() => readRegular(resolve(file)));
  if (isFailure(bytes)) {
    if (bytes.failure === "not-found" && parsed.has("update-baseline")) return undefined;
    throw new UsageError(
      `the baseline "${escapeText(file)}" cannot be read (${bytes.detail}): write it with --update-baseline`,
    );
  }
  const baseline = readTriggerBaseline(bytes.toString("utf8"));
  if (typeof baseline === "string")
    throw new UsageError(`"${escapeText(file)}" is not a baseline of skillc test: ${baseline}`);
  return baseline;
}

function updateBaseline(
  parsed: ParsedArguments,
  { report, skills, exitCode }: Tested,
  before: TriggerBaseline | undefined,
): void {
  const file = parsed.get("baseline");
  if (file === undefined || !parsed.has("update-baseline")) return;
  if (exitCode !== 0) {
    printError("the baseline is not written: skills with errors are not ranked");
    return;
  }
  // What was not ranked keeps its rank.
  const isPart =
    (["skill", "view", "split", "since"] as const).some((flag) => parsed.has(flag)) || parsed.positionals.length > 0;
  write(file, writeTriggerBaseline(report, skills, { sha256, before: isPart ? before : undefined }));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function write(file: string, text: string): void {
  const path = resolve(file);
  const written = attempt(() => writeText(path, text));
  if (!isFailure(written)) return;
  const shown = toPosixPath(relative(process.cwd(), path)) || ".";
  throw new UsageError(`"${escapeText(shown)}" cannot be written (${written.detail})`);
}

/**
 * Returns a case for each query that should trigger a skill, and one for each limit. Only what fails the command fails:
 * a query that ranks worse than in the baseline, and a missed limit.
 */
function junitOfTriggers({ cases, summary }: TriggerReport, { missed, regressions }: TestVerdict): string {
  const worse = new Map(regressions.map((one) => [one.case, regressionText(one)]));
  const used = new Map<string, number>();
  const tests = cases
    .filter(({ kind }) => kind === "should")
    .map((one) => {
      const { skill, query, file, line } = one;
      const key = `${skill}\0${query}`;
      const number = (used.get(key) ?? 0) + 1;
      used.set(key, number);
      const name = number === 1 ? query : `${query} (${number})`;
      const fault = worse.get(one);
      const result =
        fault === undefined
          ? element("system-out", {}, escapeXml(rankText(one)))
          : element("failure", { message: fault, type: "rank" }, escapeXml(rankText(one)));
      return element("testcase", { classname: skill.replaceAll(".", "_"), name, file, line }, [result]);
    });
  const limits = missed.map((limit) => {
    const message = limitText(limit, summary.shouldTrigger);
    return element("testcase", { classname: "limits", name: limit.flag }, [
      element("failure", { message, type: "limit" }, escapeXml(message)),
    ]);
  });
  const counts = { tests: tests.length + limits.length, failures: worse.size + limits.length, errors: 0 };
  const suite = element("testsuite", { name: `trigger tests: ${RANKS_BY_WORDS}`, ...counts }, [...tests, ...limits]);
  return `${XML_HEAD}${element("testsuites", { name: "skillc", ...counts }, [suite])}\n`;
}

function rankText({ rank, best, words }: RankedCase): string {
  if (rank === null) return `no rank: no word in common, or the skill is not ranked; first: ${best ?? "none"}`;
  return `rank ${rank}${rank === 1 ? "" : `, first: ${best}`}; words: ${words.join(", ")}`;
}
