/** Frameworks that take skills as objects: OpenAI's sandbox, ADK, Strands, Flue, eve. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { glueOf } from "./glue.ts";

const bytesOf = (path: string): Buffer => readFileSync(join(import.meta.dirname, "skills", path));
const text = bytesOf("pdf/references/fields.md").toString("utf8");
const binary = bytesOf("pdf/assets/stamp.png").toString("base64");
const review = expect.objectContaining({ id: "review", reason: expect.stringContaining("disallowed-tools") });
const body = expect.stringContaining("Fill in $ARGUMENTS as");
const fields = { license: "MIT", compatibility: "Needs no network.", metadata: { author: "harbour" } };
const description = expect.stringContaining("Fills in PDF forms");

/** Driver, heading in docs/agents.md, and what the driver prints. */
const frameworks: readonly (readonly [driver: string, heading: string, printed: object])[] = [
  [
    "openai-native",
    "OpenAI sandbox",
    {
      instructions: expect.stringMatching(/^(?!.*(?:Counts the money|Opens the vault|Reviews)).*Fills in PDF forms/s),
      served: ["pdf"],
      document: bytesOf("pdf/SKILL.md").toString("utf8"),
      text,
      binary,
      missing: [false, false, false, false],
      escaping: expect.stringContaining("Error"),
      leftOut: [review],
      unrestricted: ["pdf", "review", "vault"],
    },
  ],
  [
    "adk-native",
    "Google ADK",
    {
      list: expect.not.stringMatching(/till|vault|review/),
      loaded: expect.objectContaining({ skill_name: "pdf", instructions: body }),
      hidden: Array.from({ length: 4 }, () => "SKILL_NOT_FOUND"),
      text,
      binary,
      isBuffer: true,
      escaping: expect.stringMatching(/INVALID_RESOURCE_PATH|RESOURCE_NOT_FOUND/),
      leftOut: [review],
      unrestricted: ["pdf", "review", "vault"],
    },
  ],
  [
    "strands-native",
    "Strands Agents",
    {
      served: [],
      leftOut: [review, { id: "pdf", reason: expect.stringContaining("cannot read assets/stamp.png") }],
      available: ["pdf", "review", "vault"],
      pdf: { name: "pdf", description, instructions: body, allowedTools: ["Read", "Bash(pdftk:*)"], ...fields },
      tools: ["skills"],
      indexes: [1, 1, 1, 1, 1],
      hidden: false,
      outputs: [body, ...Array.from({ length: 3 }, () => expect.stringMatching(/not found. Available skills: pdf$/))],
    },
  ],
  [
    "flue",
    "Flue",
    {
      served: ["pdf"],
      leftOut: [review],
      unrestricted: ["pdf", "review", "vault"],
      pdf: {
        name: "pdf",
        description,
        instructions: body,
        allowedTools: "Read Bash(pdftk:*)",
        ...fields,
        files: ["assets/stamp.png", "references/fields.md"],
      },
      binary,
      answer: "done",
      indexes: Array.from({ length: 9 }, () => 1),
      hidden: false,
      outputs: [
        body,
        ...Array.from({ length: 4 }, () => expect.stringMatching(/is not available. Available skills: pdf.$/)),
        text,
        binary,
        expect.stringContaining("not found"),
      ],
    },
  ],
  [
    "eve",
    "eve",
    {
      served: ["pdf"],
      leftOut: [review],
      unrestricted: [
        ["pdf", "object"],
        ["review", "object"],
        ["vault", "object"],
      ],
      pdf: {
        description,
        markdown: body,
        license: "MIT",
        metadata: { author: "harbour" },
        files: ["assets/stamp.png", "references/fields.md"],
      },
      text,
      binary,
    },
  ],
];

describe.each(frameworks)("%s", (driver, heading, printed) => {
  const pin = driver.replace("-native", "");
  let app: FrameworkApp;
  const isMissing = frameworkMissing(pin) !== undefined;
  beforeAll(async () => {
    if (!isMissing) app = await createFrameworkApp(pin);
  });
  afterAll(() => app?.dispose());

  test.skipIf(isMissing)("takes every skill that it may have, with its files", async () => {
    expect(await app.drive(`${driver}.mjs`)).toEqual(printed);
  });

  test.skipIf(isMissing)("the glue type-checks", async () => {
    const source = glueOf(heading);
    expect(await app.typeCheck(source)).toBe("");
    const wrong = source.replace(/Skills\((skills|compiled)(?:, [^)]*)?\)/, 'Skills($1, { only: ["pfd"] })');
    expect(await app.typeCheck(wrong)).toContain("TS2322");
  });
});
