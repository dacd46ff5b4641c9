/** Findings with places in short texts, for the tests of what is printed of them. */
import { expect } from "vitest";
import type { Diagnostic, DiagnosticLabel } from "../../src/model/diagnostic.ts";
import { createSourceText, lineAt, locate } from "../../src/model/source.ts";

const FILE = "skills/pdf-helper/SKILL.md";

/** The place of a text in a file; `length` overrides how much is marked, and may reach over the end of the line. */
export function placed(text: string, marked: string, { file = FILE, length = marked.length, after = 0 } = {}) {
  const source = createSourceText(file, text);
  const start = text.indexOf(marked, after);
  expect(start, `${marked} is in the text`).toBeGreaterThanOrEqual(0);
  const span = locate(source, { start, end: start + length });
  return { file, span, lineText: lineAt(source, span.start.line) };
}

export function label(text: string, place: Omit<DiagnosticLabel, "text">): DiagnosticLabel {
  return { ...place, text };
}

export const missing: Diagnostic = {
  code: "SKC401",
  rule: "ref-missing",
  severity: "error",
  category: "correctness",
  message: 'the file "references/forms.md" does not exist',
  file: FILE,
  args: { target: "references/forms.md" },
  origin: { source: "skillc", level: "PRACTICE" },
};
