import { isNotRun } from "../api/runs-code.ts";
import { escapeText } from "../formats/display-text.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { painter, printError } from "./terminal.ts";

/** Prints which config, or which part of one, was not run, and how to allow it. */
export function printNotRun(diagnostics: readonly Diagnostic[]): void {
  const paint = painter(process.stderr);
  for (const { message, help } of diagnostics.filter(isNotRun))
    printError(`${paint("yellow", "warning")}: ${escapeText(message)}\n  = help: ${escapeText(help?.[0] ?? "")}`);
}
