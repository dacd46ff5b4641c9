/** Links, anchors and open fences are read from events as they are from the tree that remark makes of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createSourceText } from "../../src/model/source.ts";
import { asMarkdown, loadLinkReader, loadTreeReader, withLinks, type LinkReader } from "../../src/parse/index.ts";
import type { Document } from "../../src/model/document.ts";
import fc from "../support/fast-check.ts";
import { markdownDocument } from "../support/markdown-documents.ts";

let readEvents: LinkReader;
let readTree: LinkReader;

beforeAll(async () => {
  readEvents = await loadLinkReader();
  readTree = await loadTreeReader();
});

test("of any document", () => {
  let links = 0;
  fc.assert(
    fc.property(markdownDocument, (document) => {
      const read = readTree(document);
      links += read.links.length;
      expect(readEvents(document)).toEqual(read);
    }),
    { numRuns: 1_000 },
  );
  // Documents without links would prove nothing.
  expect(links).toBeGreaterThan(500);
});

test("of any document that is shortened before it is read", () => {
  fc.assert(
    fc.property(markdownDocument, (text) => {
      const document = asMarkdown(createSourceText("notes.md", text)) as Document;
      const whole = [{ start: 0, end: text.length }];
      const { links, anchors = [], openFence } = withLinks(document, whole, readEvents);
      expect({ links, anchors, openFence }).toEqual({ openFence: undefined, ...readTree(text) });
    }),
    { numRuns: 1_000 },
  );
});

test.each(["README.md", "CHANGELOG.md", "src/README.md", "test/README.md", "docs/agents.md"])("of %s", (path) => {
  const document = readFileSync(join(import.meta.dirname, "../..", path), "utf8");
  expect(readEvents(document)).toEqual(readTree(document));
});
