/** Fixes are chosen and applied in one pass, however many there are. */
import { expect, test } from "vitest";
import { applyFixes } from "../../../src/fixes/index.ts";
import type { Diagnostic } from "../../../src/model/diagnostic.ts";
import { processorTime } from "../../support/processor-time.ts";

function diagnosticAt(start: number, end: number, text: string): Diagnostic {
  const at = (offset: number) => ({ line: 1, column: offset + 1, offset });
  const edits = [{ file: "a.md", span: { start: at(start), end: at(end) }, text }];
  return { fixes: [{ title: `at ${start}`, applicability: "safe", edits }] } as unknown as Diagnostic;
}

const apply = (diagnostics: readonly Diagnostic[], text: string) =>
  applyFixes(diagnostics, { unsafe: false, read: () => text, accept: () => true });

test("50,000 fixes of one file take less than three seconds of processor time", () => {
  const text = "ab".repeat(50_000);
  const diagnostics = Array.from({ length: 50_000 }, (_, index) => diagnosticAt(2 * index, 2 * index + 1, "x"));
  const time = processorTime(() => {
    expect(apply(diagnostics, text)[0]?.after).toBe("xb".repeat(50_000));
  });
  expect(time).toBeLessThan(3_000);
});

test("of fixes that overlap, or insert at one place, the first is applied", () => {
  const fixes = [diagnosticAt(2, 6, "X"), diagnosticAt(5, 8, "Y"), diagnosticAt(8, 8, "1"), diagnosticAt(8, 8, "2")];
  expect(apply(fixes, "abcdefghij")[0]?.after).toBe("abXgh1ij");
});
