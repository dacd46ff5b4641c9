import { openInstaller, type OpenedInstaller, type OpenInstallerOptions } from "../api/open-installer.ts";
import { summarize } from "../api/outcome.ts";
import { escapeJsonText, escapeText } from "../formats/display-text.ts";
import { notationOf } from "../config/file-names.ts";
import { isInstallFault, type InstallFault, type LockedChange } from "../install/index.ts";
import type { ParsedArguments } from "./arguments.ts";
import { openProgress, withLine } from "./progress.ts";
import { printNotRun } from "./not-run.ts";
import { printFindings } from "./reports.ts";
import { configChoice } from "./session-options.ts";
import { speller } from "./own-command.ts";
import { painter, printError, printOut } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** About what is installed, not about a source or the usage. */
const FINDINGS: ReadonlySet<string> = new Set(["drift", "integrity", "not-accepted", "required"]);

interface ConfigUse {
  /** Whether a config in code may run. Default: false, because the lock has what is installed. */
  readonly runsConfig?: boolean;
  /** Whether the config follows the lock: `adds` writes new sources too. Default: false. */
  readonly saves?: OpenInstallerOptions["saves"];
}

/** A wrong config is reported. */
export async function withInstaller<Result>(
  parsed: ParsedArguments,
  run: (opened: OpenedInstaller) => Promise<Result | InstallFault> | Result | InstallFault,
  print: (result: Exclude<Result, InstallFault>, opened: OpenedInstaller) => number,
  { runsConfig = false, saves = false }: ConfigUse = {},
): Promise<number> {
  const choice = configChoice(parsed);
  const line = openProgress(parsed);
  const opened = await openInstaller({
    ...choice,
    ...(!runsConfig && { runConfig: false }),
    ...(line && { onProgress: line.show }),
    saves: parsed.has("no-save") ? false : saves,
    allowFile: parsed.has("allow-file"),
    allowedOrigins: parsed.get("allow-origin"),
  });
  if ("diagnostics" in opened) {
    const { diagnostics } = opened;
    const findings = { diagnostics, summary: summarize(0, diagnostics), all: false };
    await printFindings(findings);
    return 2;
  }
  if (runsConfig) printNotRun(opened.notRun);
  const result = await withLine(line, async () => (await opened.installer.repair()) ?? (await run(opened)));
  if (isInstallFault(result)) return printFault(result, parsed.has("json"));
  return print(result as Exclude<Result, InstallFault>, opened);
}

/** Reports that a config in code was not run, and so not compared. */
export function noteNotCompared({ notRun }: OpenedInstaller): void {
  for (const { file } of notRun)
    printError(
      escapeText(
        `note: "${file}" was not run: references that it names were not compared with skillc.lock; \`skillc check\` compares them`,
      ),
    );
}

/** Returns the exit code. */
export function printFault(fault: InstallFault, asJson: boolean): number {
  const { code, message, details, help } = fault;
  if (asJson) printJson({ ok: false, code, message, details, help });
  const paint = painter(process.stderr);
  printError(
    [`${paint("red", "error")}: ${escapeText(message)}`, ...details.map((line) => `  ${escapeText(line)}`)].join("\n"),
  );
  printHelp(help);
  return FINDINGS.has(code) ? 1 : 2;
}

export function printHelp(help: readonly string[]): void {
  const spell = speller(process.stderr);
  if (help.length > 0) printError(help.map((line) => `  = help: ${escapeText(spell(line))}`).join("\n"));
}

/** Maps become objects; contents are left out. */
export function printJson(value: unknown): void {
  const toPlain = (_key: string, part: unknown): unknown => {
    if (part instanceof Map) return Object.fromEntries(part as ReadonlyMap<string, unknown>);
    return part instanceof Uint8Array ? undefined : part;
  };
  printOut(escapeJsonText(JSON.stringify(value, toPlain, 2)));
}

/** The text may come from a source. */
export function printLines(lines: readonly string[]): void {
  if (lines.length > 0) printOut(lines.map((line) => escapeText(line)).join("\n"));
}

/** Returns what became of the config, for the result of a command; prints what its author must do. */
export function configLines({ outcome }: OpenedInstaller): readonly string[] {
  const found = outcome();
  if (found === undefined) return [];
  const { file, how, changes } = found;
  if (how !== "by-hand") return [`  ${how} ${file}`];
  const why = notationOf(file) === "code" ? "is a program" : "has a layout that only you can change";
  for (const change of changes) printError(escapeText(`note: ${file} ${why}, and was not changed: ${todoOf(change)}`));
  return [];
}

function todoOf({ before, after }: LockedChange): string {
  const source = (ref: string): string => `{ ref: ${JSON.stringify(ref)} }`;
  if (after === undefined) return `if it names ${JSON.stringify(before)}, remove that from sources`;
  if (before === undefined || before === after) return `add ${source(after)} to sources`;
  return `write ${JSON.stringify(after)} instead of ${JSON.stringify(before)} in sources`;
}

export function printWarnings(warnings: readonly string[]): void {
  const paint = painter(process.stderr);
  for (const warning of warnings) printError(`${paint("yellow", "warning")}: ${escapeText(warning)}`);
}

export function positionalsOf(parsed: ParsedArguments, count: number, example: string): readonly string[] {
  const { positionals } = parsed;
  if (positionals.length === count) return positionals;
  const [command = ""] = example.split(" ");
  const needs = count === 1 ? "one reference" : `${count} references`;
  throw new UsageError(`${command} takes ${needs}: skillc ${example}`);
}

export function shortId(text: string): string {
  return /^[0-9a-f]{40,64}$/.test(text) ? text.slice(0, 12) : text;
}
