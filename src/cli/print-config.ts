import { levelsForFile, type FileLevel } from "../api/file-levels.ts";
import { summarize } from "../api/outcome.ts";
import { escapeText } from "../formats/display-text.ts";
import type { ParsedArguments } from "./arguments.ts";
import { printJson } from "./installer-session.ts";
import { printNotRun } from "./not-run.ts";
import { printFindings } from "./reports.ts";
import { sessionOptions } from "./session-options.ts";
import { alignColumns, painter, printOut, type TextStyle } from "./terminal.ts";

const STYLES: Readonly<Record<FileLevel["level"], TextStyle>> = {
  error: "red",
  warning: "yellow",
  info: "cyan",
  off: "dim",
};

/** Returns the exit code. */
export async function printConfig(file: string, parsed: ParsedArguments): Promise<number> {
  const found = await levelsForFile(file, sessionOptions(parsed));
  if ("diagnostics" in found) {
    const { diagnostics } = found;
    await printFindings({ diagnostics, summary: summarize(0, diagnostics), all: false });
    return 2;
  }
  const { notRun, ...levels } = found;
  printNotRun(notRun);
  if (parsed.has("json")) {
    printJson(levels);
    return 0;
  }
  const paint = painter(process.stdout);
  const rows = found.rules.map(({ level, code, rule, why, ignored }) => [
    paint(STYLES[level], level),
    code,
    rule,
    escapeText(ignored === undefined ? why : `${why}; ${ignored} is ignored, because the rule cannot be lowered`),
  ]);
  printOut(
    [
      `${escapeText(found.file)}: profile ${found.profile}, ${found.config === undefined ? "no config" : escapeText(found.config)}`,
      ...alignColumns(rows),
    ].join("\n"),
  );
  return 0;
}
