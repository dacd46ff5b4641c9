import type { BuildReport, OutputReport } from "../../api/build.ts";
import { repeatBuild } from "../../api/repeat.ts";
import type { BuildChanges } from "../../api/write-outputs.ts";
import type { CatalogDropped } from "../../runtime/catalog/catalog.ts";
import type { ParsedArguments } from "../arguments.ts";
import { buildTable, droppedList, isOverLimit } from "../build-table.ts";
import { refuseUrl } from "../expand-arguments.ts";
import { escapeJsonText } from "../../formats/display-text.ts";
import { chosenFindings, printReports, requestedReports, type ReportRequest } from "../reports.ts";
import { sessionOptions } from "../session-options.ts";
import { plural } from "../../diagnostics/rule.ts";
import { formatBytes, printError, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { relativeToWorkingDirectory } from "../working-directory.ts";
import type { PrintFindings } from "./watch.ts";

const MACHINE: ReadonlySet<string> = new Set(["json", "ndjson", "sarif", "gitlab", "junit", "markdown"]);

export async function run(parsed: ParsedArguments): Promise<number> {
  const reports = await requestedReports(parsed);
  const verify = parsed.has("check");
  for (const dir of parsed.positionals) refuseUrl(dir, process.cwd());
  if (parsed.has("watch")) return watch(parsed, reports);
  if (parsed.program.length > 0)
    throw new UsageError(`a command after -- needs --watch: skillc build --watch -- ${parsed.program.join(" ")}`);
  const result = await repeatBuild({ ...sessionOptions(parsed), verify });
  const asJson = parsed.has("json");
  const quiet = parsed.has("quiet");
  // A report for machines is the result of the command, so it goes to stdout; one for people goes to stderr.
  const machine = reports.some(({ format, file }) => file === undefined && MACHINE.has(format));
  const { diagnostics, summary } = result;
  if (!asJson)
    printReports(
      reports,
      { diagnostics, summary, ...chosenFindings(parsed) },
      machine ? process.stdout : process.stderr,
    );
  if (asJson) printOut(escapeJsonText(JSON.stringify(toJson(result), null, 2)));
  else if (!machine) printResult(result, { verify, quiet, verbose: parsed.has("verbose") });
  return result.exitCode;
}

async function watch(parsed: ParsedArguments, reports: readonly ReportRequest[]): Promise<number> {
  for (const name of ["check", "json"] as const)
    if (parsed.has(name)) throw new UsageError(`--watch cannot be combined with --${name}`);
  const { watchBuild } = await import("./watch.ts");
  const print: PrintFindings = ({ diagnostics, summary }) => {
    printReports(reports, { diagnostics, summary, ...chosenFindings(parsed) }, process.stderr);
  };
  return watchBuild(sessionOptions(parsed), print, parsed.program);
}

function printResult(result: BuildReport, { verify, quiet, verbose }: Readonly<Record<string, boolean>>): void {
  const { outputs, summary } = result;
  if (outputs.length === 0) return printError(`Nothing was written: ${plural(summary.errors, "error")}.`);
  if (verify) return outputs.forEach(printDifferences);
  if (quiet) return;
  // What a view leaves out is in the other outputs.
  const dropped = droppedList(unique(outputs.flatMap(({ catalog }) => catalog.dropped)));
  if (dropped !== "") printError(dropped);
  for (const output of outputs) printOutput(output, verbose === true);
}

function printDifferences({ outDir, changes }: OutputReport): void {
  const lines = differenceLines(changes);
  const place = relativeToWorkingDirectory(outDir);
  if (lines.length > 0) printOut([`${place} is not up to date (run skillc build):`, ...lines].join("\n"));
}

/** Prints one line; the table on request, or if a size is over a limit. */
function printOutput({ outDir, figures, changes, platform }: OutputReport, verbose: boolean): void {
  const written = changes.added.length + changes.changed.length;
  const what =
    written + changes.removed.length === 0
      ? "up to date"
      : `${plural(written, "file")} written, ${changes.removed.length} removed, ${changes.unchanged} unchanged`;
  const place = relativeToWorkingDirectory(outDir);
  printOut(`${plural(figures.skills, "skill")} in ${place} (${formatBytes(figures.rawBytes)}): ${what}`);
  if (verbose || isOverLimit(figures, platform)) printOut(buildTable(figures, platform, process.stdout));
}

function unique(dropped: readonly CatalogDropped[]): readonly CatalogDropped[] {
  return [...new Map(dropped.map((one) => [`${one.file}\0${one.reason}`, one])).values()];
}

function differenceLines({ added, changed, removed }: BuildChanges): string[] {
  return [
    ...added.map((path) => `  missing   ${path}`),
    ...changed.map((path) => `  outdated  ${path}`),
    ...removed.map((path) => `  obsolete  ${path}`),
  ];
}

function toJson({ ok, summary, diagnostics, outputs }: BuildReport): unknown {
  const [first, ...more] = outputs.map(({ catalog, outDir, ...output }) => ({
    outDir: relativeToWorkingDirectory(outDir),
    ...output,
    hash: catalog.hash,
    dropped: catalog.dropped,
  }));
  return {
    formatVersion: 1,
    ok,
    summary,
    ...first,
    ...(first && { outputs: [first, ...more] }),
    diagnostics: diagnostics.map(({ lineText: _lineText, ...diagnostic }) => diagnostic),
  };
}
