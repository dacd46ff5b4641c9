/** Whatever a document holds: every style cuts it inside of its bounds, as its system does, and in linear time. */
import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { cutDocument } from "../../src/parse/frontmatter-styles.ts";
import { processorTime } from "../support/processor-time.ts";

const styles = ["lines", "promptkit", "skillkit", "cognesy", "gray-matter", "fizeau"] as const;

/** Pieces of which documents with and without frontmatter are made, and everything that comes near to one. */
const documents = fc
  .array(
    fc.constantFrom(
      "---",
      "----",
      "--- ",
      " ---",
      "name: tides",
      "\n",
      "\r\n",
      "\r",
      "\n\n",
      " ",
      "\t",
      "\uFEFF",
      "x",
      "...",
      "---x",
      "yaml",
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(""));

describe.each(styles)("%s", (style) => {
  test("never leaves the text", () => {
    fc.assert(
      fc.property(documents, (text) => {
        const cut = cutDocument(text, { style, lineEnds: "lf" });
        expect(cut.bodyStart).toBeLessThanOrEqual(text.length);
        const spans = cut.kind === "found" ? [cut.span, cut.fence] : cut.kind === "missing" ? [cut.at] : [cut.fence];
        for (const { start, end } of spans) expect(start >= 0 && start <= end && end <= text.length).toBe(true);
        if (cut.kind !== "found") return;
        expect(cut.text).toBe(text.slice(cut.span.start, cut.span.end));
        expect(cut.span.end).toBeLessThanOrEqual(cut.bodyStart);
      }),
    );
  });

  test("takes no longer for walls of blanks, lines and dashes", () => {
    for (const wall of [" ", "\n", "\r\n", "-", "---\n", "--- \n", "\n---x"]) {
      const text = `---\n${wall.repeat(200_000)}`;
      expect(processorTime(() => cutDocument(text, { style, lineEnds: "lf" }))).toBeLessThan(2_000);
    }
  });
});

/** The patterns of the originals, in a dialect that means the same; only for texts short enough for them. */
const originals = {
  skillkit(text: string) {
    const rest = text.startsWith("---\n") ? text.slice(4) : text;
    const found = /\n---(?:\n|$)/.exec(rest);
    // An empty block is refused like none.
    return found === null || found.index === 0
      ? undefined
      : { yaml: rest.slice(0, found.index), body: rest.slice(found.index + found[0].length) };
  },
  cognesy(text: string) {
    const found = /^---[ \t\n\v\f\r]*\n([^]*?)\n---[ \t\n\v\f\r]*\n?([^]*)$/.exec(text);
    return found === null ? undefined : { yaml: found[1], body: found[2] };
  },
} as const;

test.each(["skillkit", "cognesy"] as const)("%s is cut as by the pattern of the original", (style) => {
  fc.assert(
    fc.property(documents, (text) => {
      const cut = cutDocument(text, { style, lineEnds: "lf" });
      const original = originals[style](text);
      expect(cut.kind === "found").toBe(original !== undefined);
      if (cut.kind !== "found" || original === undefined) return;
      expect(text.slice(cut.bodyStart)).toBe(original.body);
      // A CR before the closing line is a part of its line ending.
      expect(cut.text.replace(/\r$/, "")).toBe(String(original.yaml).replace(/\r$/, ""));
    }),
    { numRuns: 1_000 },
  );
});
