import type { KeptBuild, KeptOutput, ShownBuild } from "../api/build.ts";
import type { BuildChanges } from "../model/output.ts";
import { plural, thousands } from "../diagnostics/rule.ts";
import { escapeJsonText, escapeText } from "../formats/display-text.ts";
import { formatBytes } from "../formats/bytes.ts";
import type { CatalogDropped } from "../runtime/catalog/catalog.ts";
import type { ParsedArguments } from "./arguments.ts";
import { buildTable, droppedList, isOverLimit } from "./build-table.ts";
import { refuseUrl } from "./expand-arguments.ts";
import {
  chosenFindings,
  FOR_PEOPLE,
  printReports,
  showsFindings,
  type FindingChoice,
  type ReportInput,
  type ReportRequest,
} from "./reports.ts";
import { sessionOptions } from "./session-options.ts";
import { printError, printOut } from "./terminal.ts";
import { relativeToWorkingDirectory } from "./working-directory.ts";

const MACHINE: ReadonlySet<string> = new Set(["json", "ndjson", "sarif", "gitlab", "junit", "markdown"]);

export function buildOptions(parsed: ParsedArguments): ShownBuild {
  for (const dir of parsed.positionals) refuseUrl(dir, process.cwd());
  const only = parsed.get("only");
  return {
    ...sessionOptions(parsed),
    verify: parsed.has("check"),
    ...(only === undefined ? {} : { only }),
    showsGzip: parsed.has("verbose") || parsed.has("json"),
  };
}

/** Findings that are not printed need not be read. */
export function isShown(
  parsed: ParsedArguments,
  reports: readonly ReportRequest[],
  { summary }: Pick<KeptBuild, "summary">,
): boolean {
  // Of the infos, a build shows what it leaves out.
  const isAny = summary.infos > 0 && !parsed.has("quiet");
  return parsed.has("json") || isAny || showsFindings(reports, summary, chosenFindings(parsed));
}

export function shownByBuild(parsed: ParsedArguments): FindingChoice & Pick<ReportInput, "always"> {
  const choice = chosenFindings(parsed);
  return parsed.has("quiet") ? choice : { ...choice, always: ({ isAlways }) => isAlways === true };
}

export function isSilent(
  parsed: ParsedArguments,
  reports: readonly ReportRequest[],
  { exitCode, summary }: KeptBuild,
): boolean {
  const isForPeople = reports.every(({ format, file }) => file === undefined && FOR_PEOPLE.has(format));
  return parsed.has("quiet") && isForPeople && !parsed.has("json") && exitCode === 0 && summary.errors === 0;
}

export function printBuild(parsed: ParsedArguments, reports: readonly ReportRequest[], result: KeptBuild): number {
  const asJson = parsed.has("json");
  const quiet = parsed.has("quiet");
  // A report for machines is the result of the command, so it goes to stdout.
  const machine = reports.some(({ format, file }) => file === undefined && MACHINE.has(format));
  const { summary, exitCode } = result;
  if (isSilent(parsed, reports, result)) return exitCode;
  if (!asJson && isShown(parsed, reports, result))
    printReports(
      reports,
      { diagnostics: result.diagnostics, summary, ...shownByBuild(parsed) },
      machine ? process.stdout : process.stderr,
    );
  if (asJson) printOut(escapeJsonText(JSON.stringify(toJson(result), null, 2)));
  else if (!machine) printResult(result, { verify: parsed.has("check"), quiet, verbose: parsed.has("verbose") });
  return exitCode;
}

function printResult(result: KeptBuild, { verify, quiet, verbose }: Readonly<Record<string, boolean>>): void {
  const { outputs, summary } = result;
  if (outputs.length === 0) return printError(`Nothing was written: ${plural(summary.errors, "error")}.`);
  if (verify) return outputs.forEach(printDifferences);
  if (quiet) return;
  // What a view leaves out is in the other outputs.
  const dropped = droppedList(unique(outputs.flatMap(({ catalog }) => catalog.dropped)));
  if (dropped !== "") printError(dropped);
  for (const output of outputs) printOutput(output, verbose === true);
}

function printDifferences({ outDir, changes }: KeptOutput): void {
  const lines = differenceLines(changes);
  const place = relativeToWorkingDirectory(outDir);
  if (lines.length > 0) printOut([`${place} is not up to date (run skillc build):`, ...lines].join("\n"));
}

function printOutput(output: KeptOutput, verbose: boolean): void {
  const { outDir, figures, changes, platform, view = "", dependencies = [] } = output;
  const written = changes.added.length + changes.changed.length;
  const what =
    written + changes.removed.length === 0
      ? "up to date"
      : `${plural(written, "file")} written, ${changes.removed.length} removed, ${changes.unchanged} unchanged`;
  const place = relativeToWorkingDirectory(outDir);
  const { asset } = figures.bytesByRole;
  // What an application loads; of a package, all of it.
  const bytes = figures.rawBytes === 0 ? figures.bytesByRole.data : figures.rawBytes;
  const size = `${formatBytes(bytes)}${asset === 0 ? "" : `, and ${formatBytes(asset)} in assets`}`;
  printOut(`${plural(figures.skills, "skill")} in ${place} (${size}): ${what}`);
  if (dependencies.length > 0) printOut(`  view ${escapeText(view)}: ${required(figures.skills, dependencies)}`);
  if (verbose || isOverLimit(figures, platform)) printOut(buildTable(figures, platform, process.stdout));
}

function required(skills: number, ids: readonly string[]): string {
  const shown = ids.slice(0, SHOWN_DEPENDENCIES).map(escapeText);
  const more = ids.length - shown.length;
  const names = [...shown, ...(more > 0 ? [`${thousands(more)} more`] : [])].join(", ");
  return `${plural(skills, "skill")}, ${thousands(ids.length)} of them as dependencies (${names})`;
}

const SHOWN_DEPENDENCIES = 10;

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

function toJson({ ok, summary, diagnostics, outputs }: KeptBuild): unknown {
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
    diagnostics: diagnostics.map(({ lineText: _lineText, isAlways: _isAlways, ...diagnostic }) => diagnostic),
  };
}
