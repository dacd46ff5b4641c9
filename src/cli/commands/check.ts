import { readFileSync } from "node:fs";
import type { CheckOptions, CheckReport } from "../../api/check.ts";
import { repeatCheck } from "../../api/repeat.ts";
import { escapeText } from "../../formats/display-text.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ParsedArguments } from "../arguments.ts";
import { INFOS_HINT } from "../../formats/finding-texts.ts";
import { skillOf } from "../expand-arguments.ts";
import {
  chosenFindings,
  isAtLeast,
  printReports,
  requestedReports,
  type Choice,
  type ReportRequest,
} from "../reports.ts";
import { searchOptions, sessionOptions } from "../session-options.ts";
import { plural, thousands } from "../../diagnostics/rule.ts";
import { painter, printError, printOut } from "../terminal.ts";
import { printSearch } from "../search-lines.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const reports = await requestedReports(parsed);
  if (parsed.has("watch")) return watch(parsed, reports);
  const failOn = parsed.get("fail-on") ?? "error";
  const maxWarnings = parsed.get("max-warnings");
  const result = parsed.has("fix") ? await runFix(parsed) : await repeatCheck(checkOptions(parsed));
  if (result === undefined) return 0;
  const { diagnostics, summary, exitCode, staleBaseline } = result;
  const choice = chosenFindings(parsed);
  printReports(reports, { diagnostics, summary, ...choice });
  const active = diagnostics.filter(({ suppressed }) => suppressed === undefined);
  if (reports.some(({ format, file }) => (format === "pretty" || format === "github") && file === undefined))
    printVerdict(active, result, { choice, since: parsed.get("since") });
  if (reports.some(({ format, file }) => format === "pretty" && file === undefined) && !parsed.has("quiet"))
    printSearch(result.searched, parsed.positionals);
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
  return active.some(({ severity }) => isAtLeast(severity, failOn)) ? 1 : 0;
}

async function watch(parsed: ParsedArguments, reports: readonly ReportRequest[]): Promise<number> {
  for (const name of ["fix", "update-baseline", "prune-baseline"] as const)
    if (parsed.has(name)) throw new UsageError(`--watch cannot be combined with --${name}`);
  const { watchCheck } = await import("./watch.ts");
  return watchCheck(checkOptions(parsed), ({ diagnostics, summary }) => {
    printReports(reports, { diagnostics, summary, ...chosenFindings(parsed) });
  });
}

function checkOptions(parsed: ParsedArguments): CheckOptions {
  const baseline = parsed.get("baseline");
  const since = parsed.get("since");
  const drafts = draftOptions(parsed);
  const update = parsed.has("update-baseline");
  const prune = parsed.has("prune-baseline");
  if (update && prune)
    throw new UsageError("--update-baseline already removes entries that no longer occur; omit --prune-baseline");
  return {
    ...(drafts === undefined ? searchOptions(parsed) : { ...sessionOptions(parsed), ...drafts }),
    ...(baseline === undefined ? {} : { baseline }),
    ...(update ? { writeBaseline: "update" as const } : prune ? { writeBaseline: "prune" as const } : {}),
    ...(since === undefined ? {} : { since }),
  };
}

/** The text of `-`, checked as the file that it will be, in the skill that the file belongs to. */
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
  return { drafts: { [file]: readFileSync(0, "utf8") }, sources: [{ dir: skillOf(file, process.cwd()) }] };
}

/** Applies fixes and returns the remaining findings; undefined after a dry run, whose result is the diff. */
async function runFix(parsed: ParsedArguments): Promise<CheckReport | undefined> {
  const { fix } = await import("../../api/fix.ts");
  const dryRun = parsed.has("dry-run");
  const { result, fixed, diff } = await fix({ ...checkOptions(parsed), unsafe: parsed.has("unsafe"), dryRun });
  if (!dryRun) {
    for (const { file, titles } of fixed) printError(escapeText(`fixed ${file}: ${titles.join("; ")}`));
    return result;
  }
  // A skill must not control the terminal; git needs every byte.
  process.stdout.write(process.stdout.isTTY === true ? diff.split("\n").map(escapeText).join("\n") : diff);
  printError(diff === "" ? "nothing to fix" : `${plural(fixed.length, "file")} would change`);
  return undefined;
}

/** Prints that there is nothing to do, if no finding is shown for another reason than its level. */
function printVerdict(
  active: readonly Diagnostic[],
  { diagnostics, summary, changedSkills }: CheckReport,
  { choice: { people }, since }: { readonly choice: Choice; readonly since: string | undefined },
): void {
  const skills = plural(summary.skills, "skill");
  const checked =
    changedSkills === undefined ? skills : `${thousands(changedSkills)} of ${skills} changed since ${since}`;
  if (active.some(({ severity }) => severity !== "info" || people === "info"))
    return changedSkills === undefined ? undefined : printOut(escapeText(checked));
  // Nothing was checked, so nothing is well.
  if (summary.skills === 0 || changedSkills === 0) return printOut(escapeText(checked));
  const suppressed = diagnostics.length - active.length;
  const accepted = suppressed === 0 ? "" : ` (${plural(suppressed, "finding")} suppressed)`;
  const infos = active.length === 0 ? "nothing to report" : `${plural(active.length, "info")}; ${INFOS_HINT}`;
  printOut(`${painter(process.stdout)("green", "ok")} ${escapeText(checked)}, ${infos}${accepted}`);
}
