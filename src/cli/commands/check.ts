import type { CheckOptions, CheckResult } from "../../api/check.ts";
import type { KnownRun } from "../../api/kept/known-run.ts";
import { repeatCheck } from "../../api/kept/repeat.ts";
import type { FixResult } from "../../api/fix.ts";
import { plural, thousands } from "../../diagnostics/rule.ts";
import { escapeText } from "../../formats/display-text.ts";
import { unsuppressed } from "../../formats/finding-texts.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ParsedArguments } from "../arguments.ts";
import { checkOptions, printCheck } from "../check-report.ts";
import { chosenFindings, printReports, requestedReports, type ReportRequest } from "../reports.ts";
import { withProgress } from "../progress.ts";
import { printError } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** `looked`: what is known of the outcome. */
export async function run(parsed: ParsedArguments, looked?: KnownRun<CheckResult>): Promise<number> {
  const file = parsed.get("print-config");
  if (file !== undefined) return (await import("../print-config.ts")).printConfig(file, parsed);
  const reports = await requestedReports(parsed, { asJson: parsed.has("json") });
  if (parsed.has("watch")) return watch(parsed, reports);
  const options = checkOptions(parsed);
  const result = parsed.has("fix")
    ? await runFix(parsed, options)
    : await withProgress(parsed, (progress) => repeatCheck({ ...options, ...progress }, looked));
  return result === undefined ? 0 : printCheck(parsed, reports, result);
}

async function watch(parsed: ParsedArguments, reports: readonly ReportRequest[]): Promise<number> {
  for (const name of ["fix", "update-baseline", "prune-baseline"] as const)
    if (parsed.has(name)) throw new UsageError(`--watch cannot be combined with --${name}`);
  const { watchCheck } = await import("./watch.ts");
  return watchCheck(checkOptions(parsed), ({ diagnostics, summary }) => {
    printReports(reports, { diagnostics, summary, ...chosenFindings(parsed) });
  });
}

/** Returns the remaining findings; undefined after a dry run, whose result is the diff. */
async function runFix(parsed: ParsedArguments, options: CheckOptions): Promise<CheckResult | undefined> {
  const { fix } = await import("../../api/fix.ts");
  const dryRun = parsed.has("dry-run");
  const unsafe = parsed.has("unsafe");
  const { result, fixed, diff } = await withProgress(parsed, (progress) =>
    fix({ ...options, ...progress, unsafe, dryRun }),
  );
  const hidden = unsafe ? 0 : countUnsafe(result.diagnostics);
  if (!dryRun) {
    for (const { file, titles } of fixed) printError(escapeText(`fixed ${file}: ${titles.join("; ")}`));
    printError(fixSummary(fixed, "", hidden));
    return result;
  }
  // A skill must not control the terminal; git needs every byte.
  process.stdout.write(process.stdout.isTTY === true ? diff.split("\n").map(escapeText).join("\n") : diff);
  printError(fixSummary(fixed, "would be ", hidden));
  return undefined;
}

function countUnsafe(diagnostics: readonly Diagnostic[]): number {
  return unsuppressed(diagnostics).filter(
    ({ fixes = [] }) => fixes.length > 0 && fixes.every(({ applicability }) => applicability === "unsafe"),
  ).length;
}

/** Returns `12 fixes applied in 9 files; 3 more with --fix --unsafe`. */
function fixSummary(fixed: FixResult["fixed"], would: "" | "would be ", hidden: number): string {
  const fixes = fixed.reduce((sum, { titles }) => sum + titles.length, 0);
  const done =
    fixes === 0
      ? "nothing to fix"
      : `${thousands(fixes)} ${fixes === 1 ? "fix" : "fixes"} ${would}applied in ${plural(fixed.length, "file")}`;
  return hidden === 0 ? done : `${done}; ${thousands(hidden)} more with --fix --unsafe`;
}
