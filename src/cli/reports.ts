import { basename, dirname, isAbsolute, relative, resolve } from "node:path";
import { thousands } from "../diagnostics/rule.ts";
import { asideText, countTexts, skillsText, unsuppressed } from "../formats/finding-texts.ts";
import type { Formatter } from "../formats/formatter.ts";
import { formatNames, isFormatName, loadFormat, type FormatName } from "../formats/load-format.ts";
import type { Summary } from "../api/outcome.ts";
import { attempt } from "../host/attempt.ts";
import { makeDirectories } from "../host/make-directories.ts";
import { toFailure, toPosixPath } from "../host/node-host.ts";
import { readRegular } from "../host/read-regular.ts";
import { isFailure } from "../model/host.ts";
import { readVersion } from "../host/package-files.ts";
import { appendText, writeText } from "../host/write-text.ts";
import type { Diagnostic, Severity } from "../model/diagnostic.ts";
import { joinPath } from "../paths/index.ts";
import { either } from "../diagnostics/rule.ts";
import type { ParsedArguments } from "./arguments.ts";
import { speller } from "./own-command.ts";
import { columnsOf, hasColor, printError } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

interface PrintedFindings {
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: Summary;
  readonly all: boolean;
}

export interface ReportInput extends PrintedFindings {
  /** The lowest severity in every report; undefined: `people` for people, all for machines. */
  readonly level: Severity | undefined;
  /** The lowest severity in a report for people on a stream. */
  readonly people: Severity;
  /** What a report for people shows in spite of its severity. */
  readonly always?: (found: Diagnostic) => boolean;
}

export type FindingChoice = Pick<ReportInput, "all" | "level" | "people">;

const RANK: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1 };

/** Formats that count infos instead of printing them. */
export const FOR_PEOPLE: ReadonlySet<string> = new Set(["pretty", "github"]);

/** What fails the command is always shown. */
export function chosenFindings(parsed: ParsedArguments): FindingChoice {
  const all = parsed.has("all");
  const level = parsed.has("quiet") ? "error" : (parsed.get("level") ?? (all ? "info" : undefined));
  return { all, level, people: level ?? (parsed.get("fail-on") === "info" ? "info" : "warning") };
}

function isAtLeast(severity: Severity, level: Severity): boolean {
  return RANK[severity] >= RANK[level];
}

export function countAtLeast({ errors, warnings, infos }: Summary, level: Severity): number {
  return errors + (level === "error" ? 0 : warnings) + (level === "info" ? infos : 0);
}

/** A report for people without findings needs only the counts. */
export function showsFindings(reports: readonly ReportRequest[], summary: Summary, { people }: FindingChoice): boolean {
  const isForOthers = reports.some(({ format, file }) => file !== undefined || !FOR_PEOPLE.has(format));
  return isForOthers || countAtLeast(summary, people) > 0;
}

/** To the stream of the command, or to `file`. */
export interface ReportRequest {
  readonly format: FormatName;
  readonly print: Formatter;
  readonly summarize?: Formatter;
  readonly file: string | undefined;
}

/** Default: `pretty`, or `github` in GitHub Actions; `json` is added on request. */
export async function requestedReports(
  parsed: ParsedArguments,
  { asJson = false }: { readonly asJson?: boolean } = {},
): Promise<readonly ReportRequest[]> {
  return await Promise.all(
    readRequests(parsed, asJson).map(async (request) => ({
      ...request,
      print: await loadFormat(request.format),
      ...(request.format === "github" && { summarize: await loadFormat("markdown") }),
    })),
  );
}

function readRequests(parsed: ParsedArguments, asJson: boolean): readonly Omit<ReportRequest, "print" | "summarize">[] {
  const requests = [...(parsed.get("format") ?? []), ...(asJson ? ["json"] : [])].map((value) => {
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

/** Reports without a file go to `stream`. */
export function printReports(
  requests: readonly ReportRequest[],
  findings: ReportInput,
  stream: NodeJS.WriteStream = process.stdout,
): void {
  const { diagnostics, level, people, always = () => false } = findings;
  const from = (lowest: Severity, isShown: (found: Diagnostic) => boolean = () => false): ReportInput => ({
    ...findings,
    diagnostics: diagnostics.filter((one) => isAtLeast(one.severity, lowest) || isShown(one)),
  });
  for (const request of requests) {
    const { format, print, file } = request;
    if (file === undefined) {
      const shown = FOR_PEOPLE.has(format) ? from(people, always) : from(level ?? "info");
      if (format === "github") printAnnotations(request, shown, stream);
      else stream.write(render(print, shown, stream));
    }
    // Only Markdown is limited, because it becomes a comment.
    else
      writeReport(
        file,
        format,
        renderPlain(print, { ...from(level ?? "info"), all: findings.all || format !== "markdown" }),
      );
  }
}

export async function printFindings(findings: PrintedFindings): Promise<void> {
  process.stderr.write(render(await loadFormat("pretty"), findings, process.stderr));
}

function render(print: Formatter, findings: PrintedFindings, stream: NodeJS.WriteStream): string {
  const wrap = stream.isTTY === true;
  const people = { color: hasColor(stream), width: columnsOf(stream), wrap, spell: speller(stream) };
  return print({ ...findings, ...people, version: readVersion() });
}

/** GitHub reads the paths of annotations from the root of the checkout, not from where a step runs. */
function fromCheckout(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const root = process.env["GITHUB_WORKSPACE"] ?? "";
  const prefix = root === "" ? "" : toPosixPath(relative(root, process.cwd()));
  if (prefix === "" || /^\.\.(?:\/|$)/.test(prefix) || isAbsolute(prefix)) return diagnostics;
  return diagnostics.map((diagnostic) => {
    const { file } = diagnostic;
    return file === "" || isAbsolute(file) ? diagnostic : { ...diagnostic, file: joinPath(prefix, file) };
  });
}

/** GitHub drops further annotations of a step. */
const MOST_OF_A_SEVERITY = 10;

/** Prints as many as GitHub shows, or all on request; all findings go to the step summary. */
function printAnnotations(
  { print, summarize }: ReportRequest,
  findings: PrintedFindings,
  stream: NodeJS.WriteStream,
): void {
  const found = unsuppressed(findings.diagnostics);
  if (found.length === 0) return;
  const used: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  const shown = found.filter(({ severity }) => findings.all || used[severity]++ < MOST_OF_A_SEVERITY);
  stream.write(render(print, { ...findings, diagnostics: fromCheckout(shown) }, stream));
  const { summary } = findings;
  const counts = countTexts(summary).map(({ text }) => text);
  const part =
    shown.length < found.length ? `; ${thousands(shown.length)} of ${thousands(found.length)} are annotated` : "";
  stream.write(`${counts.join(", ")}${skillsText(summary)}${asideText(summary)}${part}\n`);
  if (summarize !== undefined) writeStepSummary(summarize, findings);
}

/** GitHub rejects a summary of more than 1 MiB; a character takes at most three bytes. */
const SUMMARY_ROOM = 300_000;

function writeStepSummary(print: Formatter, { diagnostics, summary }: PrintedFindings): void {
  const file = process.env["GITHUB_STEP_SUMMARY"] ?? "";
  if (file === "") return;
  const input = { diagnostics: fromCheckout(diagnostics), summary, color: false, width: 100, room: SUMMARY_ROOM };
  try {
    appendText(file, print(input));
  } catch (error) {
    printError(`the step summary cannot be written (${toFailure(error).detail})`);
  }
}

function renderPlain(print: Formatter, findings: PrintedFindings): string {
  return print({ ...findings, color: false, width: 100, version: readVersion() });
}

/** What a typing error may name instead of a report. */
const NO_REPORT = /^(?:SKILL\.md|AGENT\.md|TOOLSET\.md|package\.json|skillc\.(?:config\..*|lock))$/i;

/** So that nothing but a report is replaced. The other formats have no fixed start. */
const STARTS: Partial<Record<FormatName, RegExp>> = {
  json: /^\{/,
  ndjson: /^\{/,
  sarif: /^\{/,
  gitlab: /^\[/,
  junit: /^<\?xml/,
  markdown: /^### skillc/,
};

/** Whether a path is free, or has an older report. */
function isFree(path: string, format: FormatName): boolean {
  const text = attempt(() => readRegular(path).toString("utf8"));
  return isFailure(text) || text.trim() === "" || STARTS[format]?.test(text.trimStart()) !== false;
}

function writeReport(file: string, format: FormatName, text: string): void {
  if (!isFree(resolve(file), format))
    throw new UsageError(`"${file}" is not an older report and was not replaced: choose another name`);
  if (NO_REPORT.test(basename(file)))
    throw new UsageError(`the report would replace ${JSON.stringify(file)}: choose another name for it`);
  try {
    const path = resolve(file);
    makeDirectories(dirname(path));
    writeText(path, text);
  } catch (error) {
    throw new UsageError(`the report "${file}" cannot be written (${toFailure(error).detail})`);
  }
}
