import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { formats, formatNames } from "../diagnostics/format-index.ts";
import type { Summary } from "../api/outcome.ts";
import { readVersion } from "../host/package-files.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { UsageError, type FlagSpec, type ParsedArguments } from "./arguments.ts";
import { columnsOf, hasColor } from "./terminal.ts";

export const formatFlag: FlagSpec = {
  type: "string",
  short: "f",
  value: "<format[=file]>",
  help: `how findings are shown: ${formatNames.join(", ")}; repeatable, each to its own file`,
};

/** A report to make: on the stream of the command, or in a file. */
export interface ReportRequest {
  readonly format: string;
  readonly file: string | undefined;
}

/** The reports that `--format` asks for; default `pretty`, and `github` too inside of GitHub Actions. */
export function requestedReports(parsed: ParsedArguments): readonly ReportRequest[] {
  const requests = (parsed.flags.get("format") ?? []).map((value): ReportRequest => {
    const [format = "", ...rest] = String(value).split("=");
    if (!formats.has(format))
      throw new UsageError(`--format must be one of ${formatNames.join(", ")}, not "${format}"`);
    return { format, file: rest.length === 0 ? undefined : rest.join("=") };
  });
  if (requests.filter(({ file }) => file === undefined).length > 1)
    throw new UsageError(
      "only one --format can go to the terminal; give the others a file: --format sarif=skillc.sarif",
    );
  if (requests.length > 0) return requests;
  const pretty = { format: "pretty", file: undefined };
  return process.env["GITHUB_ACTIONS"] === "true" ? [{ format: "github", file: undefined }] : [pretty];
}

/** Prints reports; those without a file go to `stream`. */
export function printReports(
  requests: readonly ReportRequest[],
  diagnostics: readonly Diagnostic[],
  summary: Summary,
  all: boolean,
  stream: NodeJS.WriteStream = process.stdout,
): void {
  for (const { format, file } of requests) {
    if (file === undefined) stream.write(renderDiagnostics(format, diagnostics, summary, stream, all));
    else writeReport(file, renderPlain(format, diagnostics, summary));
  }
}

export function renderDiagnostics(
  format: string,
  diagnostics: readonly Diagnostic[],
  summary: Summary,
  stream: NodeJS.WriteStream,
  all: boolean,
): string {
  const input = {
    diagnostics,
    summary,
    all,
    color: hasColor(stream),
    width: columnsOf(stream),
    version: readVersion(),
  };
  return formats.get(format)?.(input) ?? "";
}

function renderPlain(format: string, diagnostics: readonly Diagnostic[], summary: Summary): string {
  return (
    formats.get(format)?.({ diagnostics, summary, all: true, color: false, width: 100, version: readVersion() }) ?? ""
  );
}

function writeReport(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(
      `the report ${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
