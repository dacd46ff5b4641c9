/** deepagents: a whole turn in which the agent's own tools read skills from our backend. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { glueOf } from "./glue.ts";

const base64 = (path: string): string => readFileSync(join(import.meta.dirname, "skills", path)).toString("base64");

describe("deepagents 1.14", () => {
  let app: FrameworkApp;
  const isMissing = frameworkMissing("deepagents") !== undefined;
  beforeAll(async () => {
    if (!isMissing) app = await createFrameworkApp("deepagents");
  });
  afterAll(() => app?.dispose());

  test.skipIf(isMissing)("an agent lists, loads and reads what it may, and nothing else", async () => {
    expect(await app.drive("deepagents.mjs")).toEqual({
      indexed: [true, false],
      outputs: [
        expect.stringContaining("Fill in $ARGUMENTS as"),
        expect.stringContaining("A field has a name and a value."),
        ...Array.from({ length: 5 }, () => expect.stringMatching(/^Error: "[^"]+" not found$/)),
        expect.stringMatching(/^(?!.*(?:till|vault|review)).*pdf/s),
        expect.stringMatching(/^(?!.*(?:till|vault|review)).*references\/fields\.md/s),
        expect.stringMatching(/^(?!.*first)/s),
        expect.stringContaining("read-only"),
      ],
      answer: "done",
      binary: base64("pdf/assets/stamp.png"),
      raw: base64("pdf/assets/stamp.png"),
      missing: "file_not_found",
      write: [
        { error: expect.stringContaining("read-only") },
        { error: expect.stringContaining("read-only") },
        [{ path: "/x", error: "permission_denied" }],
      ],
      leftOut: [expect.objectContaining({ id: "review" })],
      unrestricted: ["/skills/pdf/", "/skills/review/", "/skills/vault/"],
    });
  });

  test.skipIf(isMissing)("the glue type-checks", async () => {
    const source = glueOf("deepagents");
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("(skills)", '(skills, { only: ["pfd"] })'))).toContain("TS2322");
  });
});
