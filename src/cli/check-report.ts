import type { CheckOptions, CheckResult } from "../api/check.ts";
import { plural, thousands } from "../diagnostics/rule.ts";
import { escapeText } from "../formats/display-text.ts";
import { INFOS_HINT } from "../formats/finding-texts.ts";
import { attempt } from "../host/attempt.ts";
import { readStandardInput } from "../host/read-regular.ts";
import { isFailure, LARGEST_TEXT } from "../model/host.ts";
import type { ParsedArguments } from "./arguments.ts";
import { skillOf } from "./expand-arguments.ts";
import {
  chosenFindings,
  countAtLeast,
  FOR_PEOPLE,
  printReports,
  showsFindings,
  type FindingChoice,
  type ReportRequest,
} from "./reports.ts";
import { printSearch } from "./search-lines.ts";
import { searchOptions, sessionOptions } from "./session-options.ts";
import { painter, printError, printOut } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** Findings that are not printed need not be read. */
export function isShown(
  parsed: ParsedArguments,
  reports: readonly ReportRequest[],
  { summary }: Pick<CheckResult, "summary">,
): boolean {
  return showsFindings(reports, summary, chosenFindings(parsed));
}

/** Reports whether nothing is printed, so that only the counts matter. */
export function isSilent(
  parsed: ParsedArguments,
  reports: readonly ReportRequest[],
  { exitCode, summary, staleBaseline }: CheckResult,
): boolean {
  const isPlain = !parsed.has("max-warnings") && !parsed.has("fail-on") && staleBaseline.length === 0;
  const isForPeople = reports.every(({ format, file }) => file === undefined && FOR_PEOPLE.has(format));
  return parsed.has("quiet") && isForPeople && isPlain && exitCode === 0 && summary.errors === 0;
}

export function printCheck(parsed: ParsedArguments, reports: readonly ReportRequest[], result: CheckResult): number {
  const failOn = parsed.get("fail-on") ?? "error";
  const maxWarnings = parsed.get("max-warnings");
  if (isSilent(parsed, reports, result)) return 0;
  const { summary, exitCode, staleBaseline } = result;
  const choice = chosenFindings(parsed);
  if (isShown(parsed, reports, result)) printReports(reports, { diagnostics: result.diagnostics, summary, ...choice });
  if (reports.some(({ format, file }) => (format === "pretty" || format === "github") && file === undefined))
    printVerdict(result, { choice, since: parsed.get("since"), isQuiet: parsed.has("quiet") });
  if (reports.some(({ format, file }) => format === "pretty" && file === undefined) && !parsed.has("quiet"))
    printSearch(result.searched, parsed.positionals);
  if (exitCode !== 2) printBaseline(parsed, result);
  if (staleBaseline.length > 0)
    printError(
      staleBaseline.length === 1
        ? "1 baseline entry no longer occurs; remove it with --prune-baseline"
        : `${thousands(staleBaseline.length)} baseline entries no longer occur; remove them with --prune-baseline`,
    );
  if (exitCode !== 0) return exitCode;
  if (maxWarnings !== undefined && summary.warnings > maxWarnings) {
    printError(`${plural(summary.warnings, "warning")}, more than --max-warnings ${thousands(maxWarnings)}`);
    return 1;
  }
  return countAtLeast(summary, failOn) > 0 ? 1 : 0;
}

function printBaseline(parsed: ParsedArguments, { diagnostics }: CheckResult): void {
  const path = parsed.get("baseline");
  const isWritten = parsed.has("update-baseline") || parsed.has("prune-baseline");
  if (path === undefined || !isWritten || parsed.has("quiet")) return;
  const accepted = diagnostics.filter(({ suppressed }) => suppressed?.by === "baseline").length;
  printError(escapeText(`${path} accepts ${plural(accepted, "finding")}`));
}

export function checkOptions(parsed: ParsedArguments): CheckOptions {
  const baseline = parsed.get("baseline");
  const since = parsed.get("since");
  const staged = parsed.has("staged");
  const drafts = draftOptions(parsed);
  const excluded = (["since", "fix", "watch", "stdin-filename"] as const).find((name) => parsed.has(name));
  if (staged && excluded !== undefined) throw new UsageError(`--staged cannot be combined with --${excluded}`);
  const update = parsed.has("update-baseline");
  const prune = parsed.has("prune-baseline");
  if (update && prune)
    throw new UsageError("--update-baseline already removes entries that no longer occur; omit --prune-baseline");
  return {
    ...(drafts === undefined ? searchOptions(parsed) : { ...sessionOptions(parsed), ...drafts }),
    ...(baseline === undefined ? {} : { baseline }),
    ...(update ? { writeBaseline: "update" as const } : prune ? { writeBaseline: "prune" as const } : {}),
    ...(since === undefined ? {} : { since }),
    ...(staged && { staged }),
  };
}

/** Returns the text of `-` as a draft of the file that `--stdin-filename` names. */
function draftOptions(parsed: ParsedArguments): Pick<CheckOptions, "drafts" | "sources"> | undefined {
  const file = parsed.get("stdin-filename");
  if (!parsed.positionals.includes("-")) {
    if (file !== undefined) throw new UsageError(`--stdin-filename needs -: skillc check - --stdin-filename ${file}`);
    return undefined;
  }
  if (file === undefined)
    throw new UsageError("- needs --stdin-filename: skillc check - --stdin-filename skills/pdf/SKILL.md < draft.md");
  if (parsed.positionals.length > 1) throw new UsageError("- cannot be combined with directories");
  for (const name of ["fix", "watch"] as const)
    if (parsed.has(name)) throw new UsageError(`- cannot be combined with --${name}`);
  const bytes = attempt(() => readStandardInput(LARGEST_TEXT));
  if (isFailure(bytes)) throw new UsageError(`standard input cannot be read (${bytes.detail})`);
  return { drafts: { [file]: bytes.toString("utf8") }, sources: [{ dir: skillOf(file, process.cwd()) }] };
}

interface CheckVerdict {
  readonly choice: FindingChoice;
  readonly since: string | undefined;
  readonly isQuiet: boolean;
}

function printVerdict(
  { summary, changedSkills }: CheckResult,
  { choice: { people }, since, isQuiet }: CheckVerdict,
): void {
  if (isQuiet) return;
  const skills = plural(summary.skills, "skill");
  const checked =
    changedSkills === undefined
      ? skills
      : `${thousands(changedSkills)} of ${skills} ${since === undefined ? "changed in the index" : `changed since ${since}`}`;
  if (countAtLeast(summary, people === "info" ? "info" : "warning") > 0)
    return changedSkills === undefined ? undefined : printOut(escapeText(checked));
  // Nothing was checked, so nothing is well.
  if (summary.skills === 0 || changedSkills === 0) return printOut(escapeText(checked));
  const { infos, suppressed } = summary;
  const accepted = suppressed === 0 ? "" : ` (${plural(suppressed, "finding")} suppressed)`;
  const rest = infos === 0 ? "nothing to report" : `${plural(infos, "info")}; ${INFOS_HINT}`;
  printOut(`${painter(process.stdout)("green", "ok")} ${escapeText(checked)}, ${rest}${accepted}`);
}
