/** Which files of a fetched tree are taken, for trees of any names and kinds. */
import { expect, test } from "vitest";
import { isInstallFault } from "../../src/install/index.ts";
import { takeFiles, type ListedEntry } from "../../src/install/take-files.ts";
import { collisionKey } from "../../src/paths/index.ts";
import { isTreePath } from "../../src/refs/index.ts";
import fc from "../support/fast-check.ts";

const name = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("skills", "pdf", "a", "A", "SKILL.md", "ref.md", "scripts", "LICENSE", "node_modules"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "..",
      ".",
      "",
      ".git",
      ".GIT",
      "git~1",
      "con",
      "aux.md",
      "x.",
      " x",
      "a\\b",
      "a:b",
      ".env",
      "id_rsa",
      "é",
      "e\u0301",
      "É",
      ".g\u200Cit",
      "a\u202Eb",
      "Skills",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
);
const path = fc.oneof(
  { weight: 9, arbitrary: fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/")) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const kind = fc.oneof(
  { weight: 9, arbitrary: fc.constant("file" as const) },
  { weight: 1, arbitrary: fc.constantFrom("symlink" as const, "submodule" as const, "other" as const) },
);
const entry: fc.Arbitrary<ListedEntry> = fc.record({ path, kind, size: fc.nat(100) });
const LIMITS = { files: 8, bytes: 500, fileBytes: 90 };

test("all that is taken is safe to write, within the limits, and belongs to a skill", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
      const taken = takeFiles(entries, LIMITS);
      if (isInstallFault(taken)) {
        expect(taken.message).not.toBe("");
        return;
      }
      const paths = taken.map((one) => one.path);
      const documents = paths.filter((one) => /(?:^|\/)skill\.md$/i.test(one));
      expect(documents.length).toBeGreaterThan(0);
      expect(paths.every(isTreePath)).toBe(true);
      expect(taken.every((one) => one.kind === "file")).toBe(true);
      expect(new Set(paths.map(collisionKey)).size).toBe(paths.length);
      expect(paths).toEqual(paths.toSorted((one, two) => (one < two ? -1 : one > two ? 1 : 0)));
      expect(paths.length).toBeLessThanOrEqual(LIMITS.files);
      expect(taken.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(LIMITS.bytes);
      // Nor two directories that are one on some disk, and nothing that is not seen.
      const places = new Set(paths.flatMap((one) => one.split("/").map((_, at, all) => all.slice(0, at).join("/"))));
      expect(new Set([...places].map(collisionKey)).size).toBe(places.size);
      expect(paths.filter((one) => /[\p{Cc}\p{Cf}\p{Cs}]/u.test(one))).toEqual([]);
      // No file is also a directory of another one.
      for (const one of paths) expect(paths.some((other) => other.startsWith(`${one}/`))).toBe(false);
      const dirs = documents.map((one) => one.slice(0, -"SKILL.md".length));
      for (const one of paths.filter((each) => !each.startsWith("LICENSE")))
        expect(dirs.some((dir) => one.startsWith(dir))).toBe(true);
    }),
    { numRuns: 3000 },
  );
});
