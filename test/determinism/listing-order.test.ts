/** The order in which a disk lists its directories is nothing to rely on. */
import fc from "../support/fast-check.ts";
import { expect, test } from "vitest";
import type { Host } from "../../src/model/host.ts";
import { createMemoryHost } from "../../src/host/index.ts";
import { orchardFiles } from "./orchard.ts";
import { compileOutputs } from "../support/compile-project.ts";

const EMITTERS = ["module", "json", "json-full"] as const;
const { "skillc.config.json": _config, ...files } = Object.fromEntries(orchardFiles(40));

test("any order of the entries gives the same bytes", async () => {
  const host = createMemoryHost(files);
  const user = {
    sources: ["skills"],
    outDir: "generated/skills",
    emit: EMITTERS,
    module: { content: "packs" },
  } as const;
  const { files: expected } = await compileOutputs(host, user);
  expect(expected.size).toBeGreaterThan(10);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), async (keys) => {
      const { files: shuffled } = await compileOutputs(shuffling(host, keys), user);
      expect(shuffled).toEqual(expected);
    }),
    { numRuns: 12 },
  );
});

test("the order in which a tree was made gives the same bytes", async () => {
  const user = {
    sources: ["skills"],
    outDir: "generated/skills",
    emit: EMITTERS,
    module: { content: "packs" },
  } as const;
  const { files: expected } = await compileOutputs(createMemoryHost(files), user);
  const backwards = Object.fromEntries(Object.entries(files).toReversed());
  expect((await compileOutputs(createMemoryHost(backwards), user)).files).toEqual(expected);
});

/** A Host whose directories list their entries in an order that only the keys know. */
function shuffling(host: Host, keys: readonly number[]): Host {
  let turn = 0;
  return {
    ...host,
    readDirectory(path) {
      const entries = host.readDirectory(path);
      if (!Array.isArray(entries)) return entries;
      const shuffled = [...entries];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = (keys[turn++ % keys.length] as number) % (last + 1);
        [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
      }
      return shuffled;
    },
  };
}
