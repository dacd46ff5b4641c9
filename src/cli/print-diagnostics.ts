import { formats, formatNames } from "../diagnostics/format-index.ts";
import type { Summary } from "../api/outcome.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { oneOf, type FlagSpec, type ParsedArguments } from "./arguments.ts";
import { columnsOf, hasColor } from "./terminal.ts";

export const formatFlag: FlagSpec = {
  type: "string",
  short: "f",
  value: "<format>",
  help: `how findings are shown: ${formatNames.join(", ")}`,
};

/** The format that was asked for; default `pretty`. */
export function chosenFormat(parsed: ParsedArguments): string {
  return oneOf(parsed, "format", formatNames) ?? "pretty";
}

export function renderDiagnostics(
  format: string,
  diagnostics: readonly Diagnostic[],
  summary: Summary,
  stream: NodeJS.WriteStream,
  all: boolean,
): string {
  const print = formats.get(format);
  return print?.({ diagnostics, summary, all, color: hasColor(stream), width: columnsOf(stream) }) ?? "";
}
