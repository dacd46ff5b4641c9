/** Mastra: the skills of a workspace, with skillc as the source. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { glueOf } from "./glue.ts";

const bytesOf = (path: string): Buffer => readFileSync(join(import.meta.dirname, "skills", path));

describe("@mastra/core 1.71", () => {
  let app: FrameworkApp;
  const isMissing = frameworkMissing("mastra") !== undefined;
  beforeAll(async () => {
    if (!isMissing) app = await createFrameworkApp("mastra");
  });
  afterAll(() => app?.dispose());

  test.skipIf(isMissing)("lists, loads and reads what it may, and nothing else", async () => {
    expect(await app.drive("mastra-native.mjs")).toEqual({
      list: [["pdf", expect.stringContaining("Fills in PDF forms")]],
      loaded: [
        expect.stringContaining("Fill in $ARGUMENTS as"),
        "MIT",
        { author: "harbour" },
        ["fields.md"],
        ["stamp.png"],
      ],
      unknown: [null, null, null, null],
      text: bytesOf("pdf/references/fields.md").toString("utf8"),
      binary: bytesOf("pdf/assets/stamp.png").toString("base64"),
      escaping: expect.stringMatching(/^(?!.*coins)/s),
      direct: ["ENOENT", "ENOENT", "ENOENT", "ENOENT"],
      document: bytesOf("pdf/SKILL.md").toString("utf8"),
      leftOut: [expect.objectContaining({ id: "review" })],
      unrestricted: ["pdf", "review", "vault"],
    });
  });

  test.skipIf(isMissing)("the glue type-checks", async () => {
    const source = glueOf("Mastra");
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("(skills)", '(skills, { only: ["pfd"] })'))).toContain("TS2322");
  });
});
