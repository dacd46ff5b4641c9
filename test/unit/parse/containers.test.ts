/** The marks of lists and quotations at the start of a line, and lines made to be slow to read. */
import { describe, expect, test } from "vitest";
import { readBodyLines } from "../../../src/parse/fast/block-lines.ts";
import { afterContainers } from "../../../src/parse/fast/containers.ts";
import fc from "../../support/fast-check.ts";
import { processorTime } from "../../support/processor-time.ts";

describe("the text of a line starts", () => {
  test.each([
    ["a", 0],
    ["", 0],
    ["   a", 3],
    ["- a", 2],
    ["-  ```sh", 3],
    ["-\t\t~~~", 3],
    ["> 1.  ```", 6],
    [">>> - * 23) a", 12],
    ["- ", 2],
    ["-", 0],
    ["-a", 0],
    ["--- a", 0],
    ["1 a", 0],
    ["123456789. a", 11],
    ["1234567890. a", 0],
    ["- -a", 2],
    [" > # a", 3],
    ["-\u00A0a", 0],
  ])("in %j at %i", (line, start) => {
    expect(afterContainers(line)).toBe(start);
  });

  test("where one mark after the other, or nothing, ends", () => {
    const line = fc.string({ unit: fc.constantFrom(..." \t>-*+10.)`#a"), maxLength: 24 });
    const marks = /^(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*/;
    fc.assert(fc.property(line, (text) => afterContainers(text) === marks.exec(text)?.[0].length));
  });
});

const MARKERS = [
  "-  ",
  "-\t\t",
  "*   ",
  "+ \t",
  "1)  ",
  "123456789.  ",
  "> -  ",
  "-  >  ",
  ">  ",
  "\t ",
  "000000000)\t\t",
];

describe.each(MARKERS)("repeated %j before a fence", (marker) => {
  test.each(["x ```", "```", "~~~ a", "``", ""])("and %j is read in less than 50 ms", (end) => {
    const body = `a\n\n${marker.repeat(200_000 / marker.length)}${end}\n`;
    readBodyLines(body);
    expect(processorTime(() => readBodyLines(body))).toBeLessThan(50);
  });
});
