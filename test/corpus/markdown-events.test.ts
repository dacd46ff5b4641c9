/** The Markdown of real skills is read from events as it is from the tree that remark makes of it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadLinkReader, loadTreeReader } from "../../src/parse/index.ts";
import { findCorpus } from "../support/corpus.ts";

const corpus = findCorpus();

test.skipIf(corpus === undefined)("every document of the corpus", async () => {
  const [readEvents, readTree] = [await loadLinkReader(), await loadTreeReader()];
  const dir = corpus as string;
  const paths = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((path) => /\.mdx?$/i.test(path));
  const documents = new Set(paths.map((path) => readFileSync(join(dir, path), "utf8")));
  const different = [...documents].filter((document) => {
    return JSON.stringify(readEvents(document)) !== JSON.stringify(readTree(document));
  });
  expect(different.map((document) => document.slice(0, 200))).toEqual([]);
  expect(documents.size).toBeGreaterThan(500);
});
