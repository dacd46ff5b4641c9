import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, relative } from "node:path";
import { formats, formatNames } from "../formats/index.ts";
import type { Summary } from "../api/outcome.ts";
import { toPosixPath } from "../host/node-host.ts";
import { readVersion } from "../host/package-files.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { joinPath } from "../paths/index.ts";
import { either, type ParsedArguments } from "./arguments.ts";
import { columnsOf, hasColor } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** A report to make: on the stream of the command, or in a file. */
export interface ReportRequest {
  readonly format: string;
  readonly file: string | undefined;
}

/** The reports that `--format` asks for; default `pretty`, and `github` too inside of GitHub Actions. */
export function requestedReports(parsed: ParsedArguments): readonly ReportRequest[] {
  const requests = (parsed.get("format") ?? []).map((value): ReportRequest => {
    const [format = "", ...rest] = value.split("=");
    if (!formats.has(format)) throw new UsageError(`--format must be ${either(formatNames)}, not "${format}"`);
    return { format, file: rest.length === 0 ? undefined : rest.join("=") };
  });
  if (requests.filter(({ file }) => file === undefined).length > 1)
    throw new UsageError(
      "only one --format can go to the terminal; write the others to files: --format sarif=skillc.sarif",
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
    // A file has room for everything; the comment that Markdown is written for has not.
    else writeReport(file, renderPlain(format, diagnostics, summary, all || format !== "markdown"));
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
    diagnostics: format === "github" ? fromCheckout(diagnostics) : diagnostics,
    summary,
    all,
    color: hasColor(stream),
    width: columnsOf(stream),
    version: readVersion(),
  };
  return formats.get(format)?.(input) ?? "";
}

/** GitHub reads the paths of annotations from the root of the checkout, whatever directory a step runs in. */
function fromCheckout(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const root = process.env["GITHUB_WORKSPACE"] ?? "";
  const prefix = root === "" ? "" : toPosixPath(relative(root, process.cwd()));
  if (prefix === "" || /^\.\.(?:\/|$)/.test(prefix) || isAbsolute(prefix)) return diagnostics;
  return diagnostics.map((diagnostic) => {
    const { file } = diagnostic;
    return file === "" || isAbsolute(file) ? diagnostic : { ...diagnostic, file: joinPath(prefix, file) };
  });
}

function renderPlain(format: string, diagnostics: readonly Diagnostic[], summary: Summary, all: boolean): string {
  return formats.get(format)?.({ diagnostics, summary, all, color: false, width: 100, version: readVersion() }) ?? "";
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
