/** Cloudflare's Agents SDK: its own catalog and tools, with skillc as the source. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build as bundle, type Plugin } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBinary } from "../support/engine-binaries.ts";
import { workerdLines } from "../support/engine-workerd.ts";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { glueOf } from "./glue.ts";

const base64 = (path: string): string => readFileSync(join(import.meta.dirname, "skills", path)).toString("base64");

describe("agents 0.32", () => {
  let app: FrameworkApp;
  const isMissing = frameworkMissing("cloudflare-agents") !== undefined;
  beforeAll(async () => {
    if (!isMissing) app = await createFrameworkApp("cloudflare-agents");
  });
  afterAll(() => app?.dispose());

  test.skipIf(isMissing)("lists, loads and reads what it may, and nothing else", async () => {
    const { same, expected, ...result } = (await app.drive("cloudflare.mjs")) as Record<string, unknown>;
    expect(same).toEqual(expected);
    expect(result).toEqual({
      prompt: expect.stringMatching(/- pdf: Fills in PDF forms[^\n]*$/),
      diagnostics: [],
      tools: ["activate_skill", "read_skill_resource"],
      loaded: expect.stringContaining('<file kind="reference" encoding="text" size="42">references/fields.md</file>'),
      unknown: "Skill not found: pfd",
      hidden: ["Skill not found: till", "Skill not found: vault"],
      text: expect.stringContaining("# Fields\n\nA field has a name and a value.\n"),
      escaping: expect.stringContaining("normalized relative path"),
      direct: Array.from({ length: 3 }, () => ["SkillResourceNotFoundError", true]),
      files: {
        "pdf/references/fields.md": [base64("pdf/references/fields.md"), 42],
        "pdf/assets/stamp.png": [base64("pdf/assets/stamp.png"), 13],
      },
      leftOut: [{ id: "review", reason: expect.stringContaining('unrestricted: ["review"]') }],
      unrestricted: ["pdf", "review", "vault"],
    });
  });

  test.skipIf(isMissing)("the glue type-checks", async () => {
    const source = glueOf("Cloudflare Agents");
    expect(await app.typeCheck(source)).toBe("");
    expect(
      await app.typeCheck(source.replace("cloudflareSkills(skills)", 'cloudflareSkills(skills, { only: ["pfd"] })')),
    ).toContain("TS2322");
  });
});

/** Packages for scripts of skills and for a login, which this test does not use. */
const WITHOUT_SCRIPTS: Plugin = {
  name: "without-scripts",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:just-bash|@cloudflare\/codemode|@vercel\/oidc)$/ }, ({ path }) => ({
      path,
      namespace: "none",
    }));
    onLoad({ filter: /./, namespace: "none" }, () => ({ contents: "module.exports = {};" }));
  },
};

describe("agents 0.24", () => {
  let app: FrameworkApp;
  const isMissing = frameworkMissing("cloudflare-agents-0.24") !== undefined;
  const workerd = findBinary("workerd");
  beforeAll(async () => {
    if (!isMissing) app = await createFrameworkApp("cloudflare-agents-0.24");
  });
  afterAll(() => app?.dispose());

  test.skipIf(isMissing || workerd === undefined)("its registry runs on the source, in workerd", async () => {
    const dir = join(app.dir, "worker");
    await bundle({
      entryPoints: { worker: join(app.dir, "cloudflare-024.mjs") },
      outdir: dir,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      format: "esm",
      platform: "neutral",
      mainFields: ["module", "main"],
      conditions: ["workerd", "worker", "import"],
      external: ["cloudflare:*", "node:*"],
      logLevel: "silent",
      plugins: [WITHOUT_SCRIPTS],
    });
    const settings = { compatibilityDate: "2026-10-23", compatibilityFlags: ["nodejs_compat"] };
    const lines: string[] = [];
    for await (const line of workerdLines(workerd as string, dir, app.dir, settings)) lines.push(line);
    expect(JSON.parse(lines.join("\n"))).toEqual({
      catalogPrompt: expect.stringMatching(/^(?!.*(?:till|vault|review)).*Fills in PDF forms/s),
      warnings: [],
      tools: expect.arrayContaining(["activate_skill", "read_skill_resource"]),
      loaded: expect.stringContaining("Fill in $ARGUMENTS as"),
      unknown: Array.from({ length: 4 }, () => expect.stringMatching(/not found|unknown|error/i)),
      read: expect.stringContaining("A field has a name and a value."),
      escaping: expect.stringMatching(/^(?!.*coins)/s),
      files: {
        "references/fields.md": ["text", "# Fields\n\nA field has a name and a value.\n", 42],
        "assets/stamp.png": ["base64", base64("pdf/assets/stamp.png"), 13],
      },
      leftOut: [expect.objectContaining({ id: "review" })],
    });
  });

  test.skipIf(isMissing)("the source has its type", async () => {
    const source = `
import type { SkillSource } from "agents/skills";
import { cloudflareSkills024 } from "skillc/cloudflare/native";
import { skills } from "./skills/index.js";
export const sources: SkillSource[] = [cloudflareSkills024(skills)];
`;
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("SkillSource[]", "{ id: number }[]"))).toContain("TS2322");
  });
});
