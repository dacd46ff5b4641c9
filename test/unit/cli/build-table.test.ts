/** What the table of a build says of the index and of a platform. */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import type { BuildFigures } from "../../../src/api/figures.ts";
import { buildTable } from "../../../src/cli/build-table.ts";

const FIGURES: BuildFigures = {
  skills: 300,
  files: 96,
  rawBytes: 10_200_000,
  gzipBytes: 3_300_000,
  gzipEstimated: false,
  eagerBytes: 218_000,
  bytesByRole: { startup: 218_000, lazy: 9_982_000, types: 0, data: 0, asset: 0 },
  assetFiles: 0,
  indexTokens: 4000,
  preloadTokens: 0,
};
const stream = { isTTY: false } as NodeJS.WriteStream;

/** Returns the line that begins so, between single spaces. */
function line(word: string, figures: BuildFigures): string | undefined {
  return stripVTControlCharacters(buildTable(figures, "cloudflare-workers", stream))
    .split("\n")
    .map((one) => one.trim().replaceAll(/ +/g, " "))
    .find((one) => one.startsWith(word));
}

test("an index over the budget of agentSkills is shortened there", () => {
  expect(line("index", FIGURES)).toBe("index 4,000 tokens on every turn");
  const shortened = "24,693 tokens on every turn; with agentSkills at most 4,000, tools included";
  expect(line("index", { ...FIGURES, indexTokens: 24_693 })).toBe(`index ${shortened}`);
});

test("the figures of a platform are those of the module alone, with all modules where all are read at startup", () => {
  expect(line("Cloudflare", FIGURES)).toBe("Cloudflare Workers: the module alone, without your program");
  expect(line("ok startup", FIGURES)).toMatch(
    / 30 ms .* estimate: 1 ms and 2.8 ms per MB of all modules, as in workerd; /,
  );
  expect(line("ok memory", FIGURES)).toMatch(
    / 10.54 MB .* estimate: 30 kB and 1.03 times all modules, as in workerd; /,
  );
});
