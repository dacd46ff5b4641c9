import type { Diagnostic, Severity } from "../model/diagnostic.ts";
import { escapeText } from "./display-text.ts";
import { profileText, unsuppressed } from "./finding-texts.ts";
import type { Formatter } from "./formatter.ts";

const COMMANDS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

export const formatGithub: Formatter = ({ diagnostics }) =>
  unsuppressed(diagnostics)
    .map((found) => `${toCommand(found)}\n`)
    .join("");

function toCommand(found: Diagnostic): string {
  const { severity, code, rule, file, span, message, consequence, help } = found;
  const properties: [name: string, value: string | number][] = [];
  if (file !== "") properties.push(["file", file]);
  if (span !== undefined) {
    const { start, end } = span;
    // The runner ignores the location if it has columns and several lines.
    if (start.line === end.line)
      properties.push(["line", start.line], ["col", start.column], ["endLine", end.line], ["endColumn", end.column]);
    else properties.push(["line", start.line], ["endLine", end.line]);
  }
  properties.push(["title", `${code} ${rule}${profileText(found)}`]);

  const lines = [message];
  if (consequence !== undefined) lines.push(`note: ${consequence}`);
  for (const way of help ?? []) lines.push(`help: ${way}`);
  // Escaped line by line: a line break in a message would be decoded and start a new line in the log.
  const data = escapeData(lines.map(escapeText).join("\n"));
  return `::${COMMANDS[severity]} ${properties.map(([name, value]) => `${name}=${escapeProperty(value)}`).join(",")}::${data}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(value: string | number): string {
  return escapeData(escapeText(`${value}`))
    .replaceAll(":", "%3A")
    .replaceAll(",", "%2C");
}
