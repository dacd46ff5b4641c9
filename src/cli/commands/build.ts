import { build, type BuildChanges, type BuildResult } from "../../api/build.ts";
import type { ParsedArguments } from "../arguments.ts";
import { buildTable, droppedList } from "../build-table.ts";
import { printReports, requestedReports } from "../reports.ts";
import { sessionOptions } from "../session-options.ts";
import { formatBytes, counted, printError, printOut } from "../terminal.ts";
import { relativeToWorkingDirectory } from "../working-directory.ts";

const MACHINE: ReadonlySet<string> = new Set(["json", "ndjson", "sarif", "gitlab", "junit", "markdown"]);

export async function run(parsed: ParsedArguments): Promise<number> {
  const reports = requestedReports(parsed);
  const verify = parsed.has("check");
  const result = await build({ ...sessionOptions(parsed), verify });
  const asJson = parsed.has("json");
  const quiet = parsed.has("quiet");
  const shown = quiet ? result.diagnostics.filter(({ severity }) => severity === "error") : result.diagnostics;
  // A report for machines is the result of the command, so it goes to stdout; one for people goes to stderr.
  const machine = reports.some(({ format, file }) => file === undefined && MACHINE.has(format));
  const findings = { diagnostics: shown, summary: result.summary, all: parsed.has("all") };
  if (!asJson) printReports(reports, findings, machine ? process.stdout : process.stderr);
  if (asJson) printOut(JSON.stringify(toJson(result), null, 2));
  else if (!machine) printResult(result, verify, quiet);
  return result.exitCode;
}

function printResult(result: BuildResult, verify: boolean, quiet: boolean): void {
  const { changes, figures, catalog, outDir, config } = result;
  if (changes === undefined || figures === undefined || catalog === undefined || outDir === undefined) {
    const { errors } = result.summary;
    return printError(`Nothing was written: ${counted(errors, "error")}.`);
  }
  const place = relativeToWorkingDirectory(outDir);
  if (verify) {
    if (!result.ok)
      printOut([`${place} is not up to date (run skillc build):`, ...differenceLines(changes)].join("\n"));
    return;
  }
  if (quiet) return;
  const dropped = droppedList(catalog.dropped);
  if (dropped !== "") printError(dropped);
  const written = changes.added.length + changes.changed.length;
  const what =
    written + changes.removed.length === 0
      ? "up to date"
      : `${counted(written, "file")} written, ${changes.removed.length} removed, ${changes.unchanged} unchanged`;
  printOut(`${counted(figures.skills, "skill")} in ${place} (${formatBytes(figures.rawBytes)}): ${what}`);
  printOut(buildTable(figures, config?.platform, process.stdout));
}

function differenceLines({ added, changed, removed }: BuildChanges): string[] {
  return [
    ...added.map((path) => `  missing   ${path}`),
    ...changed.map((path) => `  outdated  ${path}`),
    ...removed.map((path) => `  obsolete  ${path}`),
  ];
}

function toJson({ ok, summary, diagnostics, catalog, figures, changes, outDir }: BuildResult): unknown {
  return {
    formatVersion: 1,
    ok,
    summary,
    ...(outDir === undefined ? {} : { outDir: relativeToWorkingDirectory(outDir) }),
    ...(figures && { figures }),
    ...(changes && { changes }),
    ...(catalog && { hash: catalog.hash, dropped: catalog.dropped }),
    diagnostics: diagnostics.map(({ lineText: _lineText, ...diagnostic }) => diagnostic),
  };
}
