import { check, type CheckOptions, type CheckResult } from "../../api/check.ts";
import { escapeText } from "../../formats/display-text.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ParsedArguments } from "../arguments.ts";
import { INFOS_HINT } from "../../formats/finding-texts.ts";
import {
  chosenFindings,
  isAtLeast,
  printReports,
  requestedReports,
  type Choice,
  type ReportRequest,
} from "../reports.ts";
import { sessionOptions } from "../session-options.ts";
import { plural, thousands } from "../../diagnostics/rule.ts";
import { painter, printError, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const reports = await requestedReports(parsed);
  if (parsed.has("watch")) return watch(parsed, reports);
  const failOn = parsed.get("fail-on") ?? "error";
  const maxWarnings = parsed.get("max-warnings");
  const result = parsed.has("fix") ? await runFix(parsed) : await check(checkOptions(parsed));
  if (result === undefined) return 0;
  const { diagnostics, summary, exitCode, staleBaseline } = result;
  const choice = chosenFindings(parsed);
  printReports(reports, { diagnostics, summary, ...choice });
  const active = diagnostics.filter(({ suppressed }) => suppressed === undefined);
  if (reports.some(({ format, file }) => (format === "pretty" || format === "github") && file === undefined))
    printVerdict(active, result, choice);
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
  const update = parsed.has("update-baseline");
  const prune = parsed.has("prune-baseline");
  if (update && prune)
    throw new UsageError("--update-baseline already removes entries that no longer occur; omit --prune-baseline");
  return {
    ...sessionOptions(parsed),
    ...(baseline === undefined ? {} : { baseline }),
    ...(update ? { writeBaseline: "update" as const } : prune ? { writeBaseline: "prune" as const } : {}),
    ...(since === undefined ? {} : { since }),
  };
}

/** Applies fixes and returns the remaining findings; undefined after a dry run, whose result is the diff. */
async function runFix(parsed: ParsedArguments): Promise<CheckResult | undefined> {
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
function printVerdict(active: readonly Diagnostic[], { diagnostics, summary }: CheckResult, { people }: Choice): void {
  if (active.some(({ severity }) => severity !== "info" || people === "info")) return;
  const suppressed = diagnostics.length - active.length;
  const accepted = suppressed === 0 ? "" : ` (${plural(suppressed, "finding")} suppressed)`;
  const infos = active.length === 0 ? "nothing to report" : `${plural(active.length, "info")}; ${INFOS_HINT}`;
  printOut(`${painter(process.stdout)("green", "ok")} ${plural(summary.skills, "skill")}, ${infos}${accepted}`);
}
