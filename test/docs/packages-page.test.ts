/** docs/packages.md and the pages next to it: their tables follow the code, and their configs build. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../src/api/build.ts";
import { fieldTable } from "../../src/model/field-table.ts";
import { describeTargets } from "../../src/targets/options.ts";
import { fieldFates } from "../../src/targets/package/field-fates.ts";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";
import { withPart } from "./generated.mjs";
import { lossesTable, optionTables, targetsTable } from "./packages-page.mjs";

const read = (name: string): string => readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");
const PAGES = ["packages.md", "plugin-authors.md", "coming-from-cloudflare-agents.md", "sites.md", "services.md"];

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

/** Commands of skillc in the blocks of the pages, in their order. */
const commands = PAGES.slice(0, 2).map((name) => ({
  name,
  lines: Array.from(read(name).matchAll(/^```sh\n([^]*?)^```$/gm), ([, text = ""]) => text)
    .join("")
    .split("\n")
    .filter((line) => line.startsWith("npx skillc "))
    .map((line) => line.replace(/ +#.*/, "").split(/ +/).slice(2)),
}));

test.each(commands)("every command of $name does what it says", async ({ name, lines }) => {
  const [config = ""] = configs.filter((one) => one.name === name).map(({ text }) => text);
  const files = {
    "skillc.config.json": config,
    "package.json": '{ "name": "@harbor/pilot", "version": "1.2.0", "description": "Skills of the pilots." }',
    LICENSE: "MIT\n",
    "skills/moor/SKILL.md": skill("moor"),
  };
  expect(lines.length).toBeGreaterThan(3);
  await withFiles(files, async (cwd) => {
    for (const args of lines.filter((one) => !one.includes("--emit"))) {
      const { exitCode, stdout, stderr } = await runCli(args, cwd);
      expect([args, exitCode, stderr]).toEqual([args, 0, ""]);
      if (args[0] === "build" && !args.includes("--check")) expect(stdout).toMatch(/^1 skill in /);
    }
  });
  const { "skillc.config.json": _, ...withoutConfig } = files;
  for (const args of lines.filter((one) => one.includes("--emit")))
    await withFiles(withoutConfig, async (cwd) => {
      expect(await runCli(args, cwd)).toMatchObject({ exitCode: 0, stderr: "" });
      expect(existsSync(join(cwd, "dist/plugin/skills/moor/SKILL.md"))).toBe(true);
    });
});

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
