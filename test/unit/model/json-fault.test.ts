import fc from "../../support/fast-check.ts";
import { describe, expect, it } from "vitest";
import { findJsonFault } from "../../../src/model/json-fault.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The message, and the text with the fault in brackets. */
function show(text: string): readonly [string, string] {
  const fault = findJsonFault(text, " (use YAML)");
  if (fault === undefined) throw new Error("no fault");
  const { start, end } = fault.span;
  return [fault.message, `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`];
}

describe("findJsonFault", () => {
  it("agrees with JSON.parse on what is JSON", () => {
    const json = fc.json();
    const broken = fc
      .tuple(json, fc.nat(), fc.constantFrom("", ",", "]", "}", "{", "[", '"', ":", "x", "01", "\\", "\n", "//", "'"))
      .map(([text, at, insert]) => text.slice(0, at % (text.length + 1)) + insert + text.slice(at % (text.length + 1)));
    fc.assert(
      fc.property(fc.oneof(json, broken, fc.string()), (text) => {
        expect(findJsonFault(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['{ "sources": ["skills",] }', 'JSON does not allow the comma before "]"', '{ "sources": ["skills",⟦]⟧ }'],
    ['{ "outDir": "out", }', 'JSON does not allow the comma before "}"', '{ "outDir": "out", ⟦}⟧'],
    ["{\n  // ours\n}", "JSON does not allow comments (use YAML)", "{\n  ⟦/⟧/ ours\n}"],
    ["{ 'outDir': 1 }", "strings need double quotes in JSON", "{ ⟦'⟧outDir': 1 }"],
    ["outDir: out", 'expected a value, but found "o"', "⟦o⟧utDir: out"],
    ['{ "outDir" "out" }', 'expected a ":", but found "\\"out\\""', '{ "outDir" ⟦"out"⟧ }'],
    ['["skills" "vendor"]', 'expected a "," or "]", but found "\\"vendor\\""', '["skills" ⟦"vendor"⟧]'],
    ['{ "outDir": "out"', 'the file ends too early: a "," or "}" is missing', '{ "outDir": "out"⟦⟧'],
    [
      '{ "outDir": "out\n" }',
      "this string never ends, or contains a character or escape that JSON does not allow",
      '{ "outDir": ⟦"⟧out\n" }',
    ],
    ["{} {}", 'expected the end of the file, but found "{"', "{} ⟦{⟧}"],
  ])("places and explains %j", (text, message, place) => {
    expect(show(text)).toEqual([message, place]);
  });

  it("bears any depth", () => {
    expect(findJsonFault("[".repeat(200_000))?.message).toContain("ends too early");
  });
});
