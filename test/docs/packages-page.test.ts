/** docs/packages.md and the pages next to it: their tables follow the code, and their configs build. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../src/api/build.ts";
import { fieldTable } from "../../src/model/field-table.ts";
import { describeTargets } from "../../src/targets/options.ts";
import { fieldFates } from "../../src/targets/package/field-fates.ts";
import { withFiles } from "../support/fix-skill.ts";
import { withPart } from "./generated.mjs";
import { lossesTable, optionTables, targetsTable } from "./packages-page.mjs";

const read = (name: string): string => readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");
const PAGES = ["packages.md", "coming-from-cloudflare-agents.md", "sites.md", "services.md"];

test("the tables are those of npm run docs", () => {
  const page = read("packages.md");
  expect(withPart(page, "losses", lossesTable(fieldTable, fieldFates))).toBe(page);
  expect(withPart(page, "targets", targetsTable(describeTargets()))).toBe(page);
  expect(withPart(page, "options", optionTables(describeTargets()))).toBe(page);
});

const configs = PAGES.flatMap((name) =>
  Array.from(read(name).matchAll(/^```json\n([^]*?)^```$/gm), ([, text = ""], at) => ({ name, at, text })).filter(
    // The others are configs of hosts.
    ({ text }) => !text.includes('"key"'),
  ),
);

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when asked for ${name}.\n---\n# ${name}\n`;

describe("every config of the pages builds what it says", () => {
  test.each(configs)("$name, block $at", async ({ text }) => {
    const files = {
      "skillc.config.json": text,
      "package.json": '{ "name": "@harbor/pilot", "version": "1.2.0", "description": "Skills of the pilots." }',
      LICENSE: "MIT\n",
      ...(!text.includes("teams/") && { "skills/moor/SKILL.md": skill("moor") }),
      ...(text.includes("teams/") && {
        "teams/billing/skills/refunds/SKILL.md": skill("refunds"),
        "teams/support/skills/refunds/SKILL.md": skill("refunds"),
      }),
    };
    await withFiles(files, async (cwd) => {
      const { exitCode, outputs, diagnostics } = await build({ cwd });
      expect([exitCode, diagnostics.filter(({ severity }) => severity !== "info")]).toEqual([0, []]);
      expect(outputs.length).toBe((JSON.parse(text) as { outputs?: readonly unknown[] }).outputs?.length ?? 1);
      const names = ["SKILL.md", "plugin.json", "index.js", "marketplace.json", ".zip", "digests.json"];
      for (const { outDir, changes } of outputs) {
        expect(changes.added.some((path) => names.some((name) => path.endsWith(name)))).toBe(true);
        for (const path of changes.added) expect(existsSync(join(outDir, path))).toBe(true);
      }
      const again = await build({ cwd, verify: true });
      expect(again.ok).toBe(true);
    });
  });
});
