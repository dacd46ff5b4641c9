import { dirname, isAbsolute, relative, resolve } from "node:path";
import type { Formatter } from "../formats/formatter.ts";
import { formatNames, isFormatName, loadFormat, type FormatName } from "../formats/load-format.ts";
import type { Summary } from "../api/outcome.ts";
import { makeDirectories } from "../host/make-directories.ts";
import { toFailure, toPosixPath } from "../host/node-host.ts";
import { readVersion } from "../host/package-files.ts";
import { writeText } from "../host/write-text.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { joinPath } from "../paths/index.ts";
import { either, type ParsedArguments } from "./arguments.ts";
import { columnsOf, hasColor } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** What a report shows. */
export interface ReportInput {
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: Summary;
  /** Shows every finding, even many of the same kind. */
  readonly all: boolean;
}

/** A report to print on the stream of the command, or to write to a file. */
export interface ReportRequest {
  readonly format: FormatName;
  readonly print: Formatter;
  readonly file: string | undefined;
}

/** Returns the reports that `--format` requests, with their printers; default: `pretty`, or `github` in GitHub Actions. */
export async function requestedReports(parsed: ParsedArguments): Promise<readonly ReportRequest[]> {
  return await Promise.all(
    readRequests(parsed).map(async (request) => ({ ...request, print: await loadFormat(request.format) })),
  );
}

function readRequests(parsed: ParsedArguments): readonly Omit<ReportRequest, "print">[] {
  const requests = (parsed.get("format") ?? []).map((value) => {
    const [format = "", ...rest] = value.split("=");
    if (!isFormatName(format)) throw new UsageError(`--format must be ${either(formatNames)}, not "${format}"`);
    return { format, file: rest.length === 0 ? undefined : rest.join("=") };
  });
  if (requests.filter(({ file }) => file === undefined).length > 1)
    throw new UsageError(
      "only one --format can go to the terminal; write the others to files: --format sarif=skillc.sarif",
    );
  if (requests.length > 0) return requests;
  return [{ format: process.env["GITHUB_ACTIONS"] === "true" ? "github" : "pretty", file: undefined }];
}

/** Prints reports; those without a file go to `stream`. */
export function printReports(
  requests: readonly ReportRequest[],
  findings: ReportInput,
  stream: NodeJS.WriteStream = process.stdout,
): void {
  for (const { format, print, file } of requests) {
    if (file === undefined) stream.write(render(print, format === "github" ? located(findings) : findings, stream));
    // A file can be of any length, unless it is Markdown: that becomes a comment, which cannot.
    else writeReport(file, renderPlain(print, { ...findings, all: findings.all || format !== "markdown" }));
  }
}

/** Prints findings to stderr, for people. */
export async function printFindings(findings: ReportInput): Promise<void> {
  process.stderr.write(render(await loadFormat("pretty"), findings, process.stderr));
}

function render(print: Formatter, findings: ReportInput, stream: NodeJS.WriteStream): string {
  return print({ ...findings, color: hasColor(stream), width: columnsOf(stream), version: readVersion() });
}

function located(findings: ReportInput): ReportInput {
  return { ...findings, diagnostics: fromCheckout(findings.diagnostics) };
}

/** Prefixes paths: GitHub reads the paths of annotations from the root of the checkout, not from where a step runs. */
function fromCheckout(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const root = process.env["GITHUB_WORKSPACE"] ?? "";
  const prefix = root === "" ? "" : toPosixPath(relative(root, process.cwd()));
  if (prefix === "" || /^\.\.(?:\/|$)/.test(prefix) || isAbsolute(prefix)) return diagnostics;
  return diagnostics.map((diagnostic) => {
    const { file } = diagnostic;
    return file === "" || isAbsolute(file) ? diagnostic : { ...diagnostic, file: joinPath(prefix, file) };
  });
}

function renderPlain(print: Formatter, findings: ReportInput): string {
  return print({ ...findings, color: false, width: 100, version: readVersion() });
}

function writeReport(file: string, text: string): void {
  try {
    const path = resolve(file);
    makeDirectories(dirname(path));
    writeText(path, text);
  } catch (error) {
    throw new UsageError(`the report "${file}" cannot be written (${toFailure(error).detail})`);
  }
}
