import type { CheckOptions, CheckReport } from "../../api/check.ts";
import type { KnownRun } from "../../api/known-run.ts";
import { repeatCheck } from "../../api/repeat.ts";
import { plural } from "../../diagnostics/rule.ts";
import { escapeText } from "../../formats/display-text.ts";
import type { ParsedArguments } from "../arguments.ts";
import { checkOptions, printCheck } from "../check-report.ts";
import { chosenFindings, printReports, requestedReports, type ReportRequest } from "../reports.ts";
import { withProgress } from "../progress.ts";
import { printError } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** `looked`: what was found out about the outcome already. */
export async function run(parsed: ParsedArguments, looked?: KnownRun<CheckReport>): Promise<number> {
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

/** Applies fixes and returns the remaining findings; undefined after a dry run, whose result is the diff. */
async function runFix(parsed: ParsedArguments, options: CheckOptions): Promise<CheckReport | undefined> {
  const { fix } = await import("../../api/fix.ts");
  const dryRun = parsed.has("dry-run");
  const unsafe = parsed.has("unsafe");
  const { result, fixed, diff } = await withProgress(parsed, (progress) =>
    fix({ ...options, ...progress, unsafe, dryRun }),
  );
  if (!dryRun) {
    for (const { file, titles } of fixed) printError(escapeText(`fixed ${file}: ${titles.join("; ")}`));
    return result;
  }
  // A skill must not control the terminal; git needs every byte.
  process.stdout.write(process.stdout.isTTY === true ? diff.split("\n").map(escapeText).join("\n") : diff);
  printError(diff === "" ? "nothing to fix" : `${plural(fixed.length, "file")} would change`);
  return undefined;
}
