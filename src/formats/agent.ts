/**
 * The report for coding agents: one line per finding, with the exact edit that fixes it.
 *
 * Takes diagnostics and their fixes. Returns `file:line:col severity rule: message | fix: replace L:C-L:C "old" with
 * "new"`. Never prints what only people need, such as colors, frames or counts.
 */
import type { Diagnostic, TextEdit } from "../model/diagnostic.ts";
import type { Position } from "../model/source.ts";
import { escapeJsonText, escapeText } from "./display-text.ts";
import { placeText, profileText, unsuppressed } from "./finding-texts.ts";
import type { Formatter } from "./formatter.ts";

/** Prints one line per finding; the end of a range is exclusive, and quoted strings are JSON strings. */
export const formatAgent: Formatter = ({ diagnostics }) =>
  unsuppressed(diagnostics)
    .map((found) => `${toLine(found)}\n`)
    .join("");

function toLine(found: Diagnostic): string {
  const place = placeText(found);
  const problem = `${found.severity} ${found.rule}: ${found.message}${profileText(found)}`;
  const line = escapeField(place === "" ? problem : `${place} ${problem}`);
  const [fix] = found.fixes ?? [];
  if (fix !== undefined && fix.edits.length > 0) {
    const edits = fix.edits.map((edit) => editText(edit, found)).join("; ");
    return `${line} | ${fix.applicability === "safe" ? "fix" : "unsafe fix"}: ${edits}`;
  }
  const [help] = found.help ?? [];
  return help === undefined ? line : `${line} | help: ${escapeField(help)}`;
}

/** Escapes the field separator ` |`, so that a skill cannot forge a field such as an edit. */
function escapeField(text: string): string {
  return escapeText(text).replaceAll(" |", " <U+007C>");
}

function editText(edit: TextEdit, found: Diagnostic): string {
  const { file, span, text } = edit;
  const where = file === found.file ? "" : `in ${jsonText(file)} `;
  const { start, end } = span;
  if (start.offset === end.offset) return `${where}insert ${jsonText(text)} at ${pointText(start)}`;
  const old = oldText(edit, found);
  const range = `${pointText(start)}-${pointText(end)}${old === undefined ? "" : ` ${jsonText(old)}`}`;
  return text === "" ? `${where}delete ${range}` : `${where}replace ${range} with ${jsonText(text)}`;
}

/** Returns the text that an edit replaces, if it is in a line that the finding shows. */
function oldText({ file, span: { start, end } }: TextEdit, found: Diagnostic): string | undefined {
  if (start.line !== end.line) return undefined;
  const line = [found, ...(found.labels ?? [])].find(
    (place) => place.file === file && place.span?.start.line === start.line,
  )?.lineText;
  return line?.slice(start.column - 1, end.column - 1);
}

function pointText({ line, column }: Position): string {
  return `${line}:${column}`;
}

function jsonText(text: string): string {
  return escapeJsonText(JSON.stringify(text));
}
