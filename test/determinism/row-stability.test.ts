/** What an edited, an added and a removed skill change in the modules of rows. */
import { beforeAll, describe, expect, test } from "vitest";
import { createMemoryHost } from "../../src/host/index.ts";
import { compileOutputs } from "../support/compile-project.ts";
import { plainNames } from "../support/emitted-files.ts";
import { moduleTexts } from "../support/module-texts.ts";
import { changedPaths, prose, skillDocument } from "./orchard.ts";
import { seededRandom } from "./placed-skills.ts";

const TIMES = 4;
const SHARED = "The same licence for every third tree.\n";
/** Modules of some 25 rows each. */
const LIMITS = { literals: 0, module: 8 * 1024 };

const random = seededRandom("rows");
const names = Array.from({ length: 300 }, (_, at) => `tree-${at.toString(36)}`);
const pick = (): string => names[Math.floor(random() * names.length)] as string;

/** Skills of 1 to 9 KB, so that there are many packs; some have a file in common. */
const forest = new Map<string, string>();
for (const [at, name] of names.entries()) {
  forest.set(`skills/${name}/SKILL.md`, skillDocument(name, prose(name, 20 + Math.floor(random() * 120))));
  if (at % 3 === 0) forest.set(`skills/${name}/LICENSE`, SHARED);
}

describe("among 300 skills in modules of rows", () => {
  let before: ReadonlyMap<string, string>;
  beforeAll(async () => void (before = await rowsOf(forest)));

  test("there are many modules", () => {
    expect(before.size).toBeGreaterThan(8);
  });

  test.each(["its body", "its description"])(
    `an edit of %s changes one module, ${TIMES} times of ${TIMES}`,
    async (part) => {
      for (let turn = 0; turn < TIMES; turn++) {
        const path = `skills/${pick()}/SKILL.md`;
        const text = forest.get(path) as string;
        const edited =
          part === "its body" ? `${text}\nOne more line.\n` : text.replace("description: ", "description: Now ");
        expect(edited).not.toBe(text);
        expect(changedPaths(before, await rowsOf(new Map([...forest, [path, edited]])))).toHaveLength(1);
      }
    },
  );

  test(`an added or removed skill changes at most two, ${TIMES} times of ${TIMES}`, async () => {
    for (let turn = 0; turn < TIMES; turn++) {
      const added = `skills/graft-${turn}/SKILL.md`;
      const more = new Map([...forest, [added, skillDocument(`graft-${turn}`, prose(added, 40))]]);
      expect(changedPaths(before, await rowsOf(more)).length).toBeLessThanOrEqual(2);
      // One without shared contents: those move to another skill.
      const removed = `skills/${names[1 + 3 * Math.floor(random() * 90)]}/SKILL.md`;
      const fewer = new Map([...forest].filter(([path]) => path !== removed));
      expect(changedPaths(before, await rowsOf(fewer)).length).toBeLessThanOrEqual(2);
    }
  });
});

/** Texts of the modules of rows by path without hashes. */
async function rowsOf(files: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const host = createMemoryHost(Object.fromEntries(files));
  const { linked } = await compileOutputs(host, { sources: ["skills"] });
  const rows = [...moduleTexts(host, linked, { limits: LIMITS, content: "packs" })];
  return new Map(rows.flatMap(([path, text]) => (path.startsWith("rows/") ? [[plainNames(path), text]] : [])));
}
