/** What clients make of the sets of the corpus is what test/README.md says. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCompiler, simulateListing } from "../../src/index.ts";
import { listingRows, listingTable, readSets } from "../bench/model-view.mjs";
import { findCorpus } from "../support/corpus.ts";

const corpus = findCorpus();

test.skipIf(corpus === undefined)("the recorded table is that of the corpus", async () => {
  const names = readdirSync(corpus ?? "", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const sets = await readSets(
    { createCompiler },
    names.map(({ name }) => join(corpus ?? "", name)),
  );
  const README = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
  expect(README).toContain(listingTable(listingRows({ simulateListing }, sets)));
});
