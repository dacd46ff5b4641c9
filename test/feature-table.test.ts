/** The table of features in src/runtime/README.md: what it names as proof is there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const TEST = import.meta.dirname;
const lines = readFileSync(join(TEST, "../src/runtime/README.md"), "utf8").split("\n");

/** Second cells of all rows but the heads. */
const proofs = lines
  .filter((line) => line.startsWith("| ") && !line.startsWith("| feature"))
  .flatMap((line) =>
    (line.split(" | ")[1] ?? "")
      .replace(/ \|$/, "")
      .trim()
      .split(/; (?=`|vectors |cases )/),
  );

test("every row has a proof of a known form", () => {
  const known = /^(?:vectors `[a-z-]+\/[a-z-]+`|cases `[^`]+`|`[^`]+\.test\.ts` ".+"|not part of the runtime)$/;
  expect(proofs.length).toBeGreaterThan(100);
  expect(proofs.filter((proof) => !known.test(proof))).toEqual([]);
});

test("every test that is named is in the file that is named", () => {
  const wrong = proofs.filter((proof) => {
    const [, file = "", title = ""] = /^`(.+\.test\.ts)` "(.+)"$/.exec(proof) ?? [];
    if (file === "") return false;
    return !existsSync(join(TEST, file)) || !readFileSync(join(TEST, file), "utf8").includes(title);
  });
  expect(wrong).toEqual([]);
});

test("every case is there", () => {
  const cases = proofs.flatMap((proof) => /^cases `(.+)`$/.exec(proof)?.slice(1) ?? []);
  expect(cases.filter((path) => !existsSync(join(TEST, "cases", path)))).toEqual([]);
});

test("every area of the vectors is read by a test", () => {
  const dir = join(TEST, "vectors");
  const code = readdirSync(dir, { encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(dir, name), "utf8"))
    .join("\n");
  const areas = proofs.flatMap((proof) => /^vectors `(.+)`$/.exec(proof)?.slice(1) ?? []);
  expect(areas.filter((area) => !code.includes(`"${area}"`))).toEqual([]);
});

test("every system has its table", () => {
  const heads = lines.filter((line) => line.startsWith("## ")).map((line) => line.split(" ")[1]);
  expect(heads).toEqual(["PromptKit", "SkillKit", "instructor-php", "Carnet", "fizeau", "Beyond"]);
});
