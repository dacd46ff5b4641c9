/** The Markdown parser is given whole paragraphs, and never more of them than it can read in a second. */
import { expect, test } from "vitest";
import { affordableParts, MOST_STEPS } from "../../../src/phases/2-parse/parsing-steps.ts";
import { loadLinkReader } from "../../../src/phases/2-parse/markdown.ts";
import fc from "../../support/fast-check.ts";

const whole = (text: string) => [{ start: 0, end: text.length }];

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
      const before = process.cpuUsage();
      for (const { start, end } of affordableParts(text, whole(text)).parts) read(text.slice(start, end));
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(1_500);
    }),
    { numRuns: 20 },
  );
  expect(MOST_STEPS).toBe(600_000);
});
