import type { CheckOptions, CheckReport } from "../../api/check.ts";
import { repeatCheck } from "../../api/repeat.ts";
import { escapeText } from "../../formats/display-text.ts";
import type { Diagnostic, Severity } from "../../model/diagnostic.ts";
import type { ParsedArguments } from "../arguments.ts";
import { printReports, requestedReports } from "../reports.ts";
import { sessionOptions } from "../session-options.ts";
import { plural, thousands } from "../../diagnostics/rule.ts";
import { painter, printError, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

const RANK: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1 };

export async function run(parsed: ParsedArguments): Promise<number> {
  const reports = requestedReports(parsed);
  if (parsed.has("watch")) return watch(parsed, reports);
  const failOn = parsed.get("fail-on") ?? "error";
  const maxWarnings = parsed.get("max-warnings");
  const result = parsed.has("fix") ? await runFix(parsed) : await repeatCheck(checkOptions(parsed));
  if (result === undefined) return 0;
  const { diagnostics, summary, exitCode, staleBaseline } = result;
  const shown = parsed.has("quiet") ? diagnostics.filter(({ severity }) => severity === "error") : diagnostics;
  printReports(reports, { diagnostics: shown, summary, all: parsed.has("all") });
  const active = diagnostics.filter(({ suppressed }) => suppressed === undefined);
  if (reports.some(({ format, file }) => format === "pretty" && file === undefined)) printVerdict(active, result);
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
  return active.some(({ severity }) => RANK[severity] >= RANK[failOn]) ? 1 : 0;
}

async function watch(parsed: ParsedArguments, reports: ReturnType<typeof requestedReports>): Promise<number> {
  for (const name of ["fix", "update-baseline", "prune-baseline"] as const)
    if (parsed.has(name)) throw new UsageError(`--watch cannot be combined with --${name}`);
  const { watchCheck } = await import("./watch.ts");
  return watchCheck(checkOptions(parsed), ({ diagnostics, summary }) => {
    const shown = parsed.has("quiet") ? diagnostics.filter(({ severity }) => severity === "error") : diagnostics;
    if (shown.length > 0) printReports(reports, { diagnostics: shown, summary, all: parsed.has("all") });
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

function printVerdict(active: readonly Diagnostic[], { diagnostics, summary }: CheckReport): void {
  if (active.length > 0) return;
  const accepted = diagnostics.length === 0 ? "" : ` (${plural(diagnostics.length, "finding")} suppressed)`;
  printOut(
    `${painter(process.stdout)("green", "ok")} ${plural(summary.skills, "skill")}, nothing to report${accepted}`,
  );
}
