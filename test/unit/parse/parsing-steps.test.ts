/** The Markdown parser is given whole paragraphs, and never more of them than it can read in a second. */
import { expect, test } from "vitest";
import { affordableParts, MOST_STEPS } from "../../../src/parse/fast/parsing-steps.ts";
import { loadLinkReader } from "../../../src/parse/markdown.ts";
import fc from "../../support/fast-check.ts";
import { processorTime } from "../../support/processor-time.ts";

const whole = (text: string) => [{ start: 0, end: text.length }];

function measure(read: (text: string) => unknown, text: string): number {
  return processorTime(() => {
    for (const { start, end } of affordableParts(text, whole(text)).parts) read(text.slice(start, end));
  });
}

test("every text that a person writes is read to the end", () => {
  const paragraph = 'Read [the *ports*](ports.md) "at" `dawn`, or [the tides](tides.md): they (all) change.\n';
  const text = `# Ports\n\n${paragraph.repeat(8)}\n`.repeat(60) + "| [a](a.md) | [b](b.md) |\n".repeat(500);
  expect(affordableParts(text, whole(text))).toEqual({ parts: whole(text) });
});

test("the text before the paragraph with too many markers is kept, in every part", () => {
  const text = `# A\n\n[a](b)\n\n${"[".repeat(20_000)}\n`;
  const start = text.indexOf("[[");
  const unread = { start, end: text.length - 1 };
  expect(affordableParts(text, whole(text))).toEqual({ parts: [{ start: 0, end: start }], unread });
  const parts = [
    { start: 0, end: 5 },
    { start: 5, end: text.length },
  ];
  expect(affordableParts(text, parts).parts).toEqual([parts[0], { start: 5, end: start }]);
});

test("whatever is repeated, the kept parts take less than a second and a half of processor time", async () => {
  const read = await loadLinkReader();
  const piece = fc.array(fc.constantFrom(..."*_`[]()<!?&\\\"':>-=+#1. a\n"), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(piece, (characters) => {
      const text = `[x](y)\n${characters.join("").repeat(60_000 / characters.length)}`;
      expect(measure(read, text)).toBeLessThan(1_500);
    }),
    { numRuns: 20 },
  );
  expect(MOST_STEPS).toBe(600_000);
});

test("in lists in lists, whatever follows, it takes no longer", async () => {
  const read = await loadLinkReader();
  const container = fc.constantFrom("1. ", "+ ", "- 1. ", "> ", ">", "> - ", "  - a\n");
  const rest = fc.constantFrom(
    "\n",
    "b\n",
    "  b\n\n",
    "> b\n",
    "- b\n",
    `${" ".repeat(300)}b\n`,
    `${"> ".repeat(100)}b\n`,
  );
  fc.assert(
    fc.property(container, fc.nat({ max: 2_000 }), rest, (start, count, line) => {
      const text = `${start.repeat(count)}a\n${line.repeat(60_000 / line.length)}`;
      // Once more before it counts: what shares a core adds to the time.
      if (measure(read, text) >= 1_500) expect(measure(read, text)).toBeLessThan(1_500);
    }),
    {
      numRuns: 30,
      examples: [
        ["1. ", 1_000, "\n"],
        ["1. ", 300, "\n"],
        ["+ ", 2_000, "b\n"],
      ],
    },
  );
  const usual = `${"  ".repeat(5)}- Read [the tides](tides.md).\n\n`.repeat(1_000);
  expect(affordableParts(usual, whole(usual)).unread).toBeUndefined();
});
