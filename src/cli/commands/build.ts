import type { KeptBuild } from "../../api/build.ts";
import type { KnownRun } from "../../api/kept/known-run.ts";
import { repeatBuild } from "../../api/kept/repeat.ts";
import type { ParsedArguments } from "../arguments.ts";
import { buildOptions, printBuild, shownByBuild } from "../build-report.ts";
import { printReports, requestedReports, type ReportRequest } from "../reports.ts";
import { withProgress } from "../progress.ts";
import { UsageError } from "../usage-error.ts";
import type { PrintFindings } from "./watch.ts";

/** `looked`: what is known of the outcome. */
export async function run(parsed: ParsedArguments, looked?: KnownRun<KeptBuild>): Promise<number> {
  const reports = await requestedReports(parsed);
  const options = buildOptions(parsed);
  if (parsed.has("watch")) return watch(parsed, reports);
  if (parsed.program.length > 0)
    throw new UsageError(`a command after -- needs --watch: skillc build --watch -- ${parsed.program.join(" ")}`);
  const result = await withProgress(parsed, (progress) => repeatBuild({ ...options, ...progress }, looked));
  if (options.only !== undefined && result.exitCode === 0 && result.outputs.length === 0)
    throw new UsageError(`--only: no output of the config has the target ${options.only.join(" or ")}`);
  return printBuild(parsed, reports, result);
}

async function watch(parsed: ParsedArguments, reports: readonly ReportRequest[]): Promise<number> {
  for (const name of ["check", "json"] as const)
    if (parsed.has(name)) throw new UsageError(`--watch cannot be combined with --${name}`);
  const { watchBuild } = await import("./watch.ts");
  const print: PrintFindings = ({ diagnostics, summary }) => {
    printReports(reports, { diagnostics, summary, ...shownByBuild(parsed) }, process.stderr);
  };
  return watchBuild(buildOptions(parsed), print, parsed.program);
}
