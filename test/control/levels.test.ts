/** How bad a finding is: by rule, code, category and pattern, for all files or for some, in a config or as a flag. */
import { describe, expect, test } from "vitest";
import { checkTree } from "../../src/api/check-tree.ts";
import type { UserConfig } from "../../src/config/user-config.ts";
import { ruleBook } from "../../src/rules.ts";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Answers questions about ${name}. Use when asked.\nlicense: ""\n---\nSee [gone](gone.md).\n`;
const files = { "skills/tides/SKILL.md": skill("tides"), "vendor/moons/SKILL.md": skill("moons") };

async function levels(config: UserConfig): Promise<Record<string, string>> {
  const { diagnostics } = await checkTree(files, { sources: ["skills", "vendor"], ...config });
  return Object.fromEntries(diagnostics.map(({ rule, file, severity }) => [`${file.split("/")[1]} ${rule}`, severity]));
}
const every = (licence: string | undefined, link: string | undefined): Record<string, string> => {
  const entries = ["tides", "moons"].flatMap((name) => [
    [`${name} license-empty`, licence],
    [`${name} ref-missing`, link],
  ]);
  return Object.fromEntries(entries.filter(([, level]) => level !== undefined)) as Record<string, string>;
};

describe("rules", () => {
  test.each<[string, UserConfig["rules"], Record<string, string>]>([
    ["nothing", {}, every("warning", "warning")],
    ["a rule", { "license-empty": "error" }, every("error", "warning")],
    ["a code", { skc260: "info" }, every("info", "warning")],
    ["a category", { quality: "off" }, every(undefined, "warning")],
    ["codes by their start", { "SKC4*": "info" }, every("warning", "info")],
    ["names by their start", { "ref-*": "error" }, every("warning", "error")],
    ["names by their end", { "*-empty": "info" }, every("info", "warning")],
    ["everything, but for one", { "*": "off", "ref-missing": "info" }, every(undefined, "info")],
    [
      "the exact key before the broad one, whatever their order",
      { "ref-missing": "error", "ref-*": "off", correctness: "info" },
      every("warning", "error"),
    ],
  ])("by %s", async (_title, rules, expected) => {
    expect(await levels({ rules })).toEqual(expected);
  });

  test("a pattern means whole names", () => {
    const rulesMatching = (key: string): readonly string[] => ruleBook.matching(key).map(({ name }) => name);
    expect(rulesMatching("ref-*").every((name) => name.startsWith("ref-"))).toBe(true);
    expect(rulesMatching("ref-*").length).toBeGreaterThan(3);
    expect(rulesMatching("*-empty")).toContain("license-empty");
    expect(rulesMatching("ref")).toEqual([]);
    expect(rulesMatching("re.-*")).toEqual([]);
    expect(rulesMatching("constructor")).toEqual([]);
  });

  test("what leaves nothing to emit stays an error", async () => {
    const broken = { "skills/tides/SKILL.md": "---\nname: tides\n---\nRead.\n" };
    const { diagnostics } = await checkTree(broken, {
      rules: { "*": "off" },
      overrides: [{ files: "**", rules: { "description-missing": "warning" } }],
    });
    expect(diagnostics.map(({ rule, severity }) => [rule, severity])).toEqual([
      ["rule-locked", "warning"],
      ["description-missing", "error"],
    ]);
  });
});

describe("overrides", () => {
  test.each<[string, UserConfig, Record<string, string>]>([
    [
      "for a directory",
      { overrides: [{ files: "vendor/**", rules: { "*": "off" } }] },
      { "tides license-empty": "warning", "tides ref-missing": "warning" },
    ],
    [
      "for a directory without a pattern",
      { overrides: [{ files: ["vendor"], rules: { "ref-*": "error" } }] },
      { ...every("warning", "warning"), "moons ref-missing": "error" },
    ],
    [
      "over the rules of all",
      { rules: { quality: "off" }, overrides: [{ files: "vendor/*/SKILL.md", rules: { "license-empty": "info" } }] },
      { "tides ref-missing": "warning", "moons ref-missing": "warning", "moons license-empty": "info" },
    ],
    [
      "a broad key over an exact one of all",
      { rules: { "ref-missing": "error" }, overrides: [{ files: "vendor", rules: { "*": "info" } }] },
      {
        "tides license-empty": "warning",
        "tides ref-missing": "error",
        "moons license-empty": "info",
        "moons ref-missing": "info",
      },
    ],
    [
      "the later one wins",
      {
        overrides: [
          { files: ["skills", "vendor"], rules: { "ref-missing": "error" } },
          { files: "skills", rules: { "ref-missing": "off" } },
        ],
      },
      { ...every("warning", undefined), "moons ref-missing": "error" },
    ],
  ])("%s", async (_title, config, expected) => {
    expect(await levels(config)).toEqual(expected);
  });

  test("of a file in a config count, and the command line has the last word", async () => {
    const config = { sources: ["skills", "vendor"], overrides: [{ files: "vendor/**", rules: { "*": "off" } }] };
    await withFiles({ ...files, "skillc.config.json": JSON.stringify(config) }, async (cwd) => {
      const run = (...args: string[]) => runCli(["check", "-f", "concise", ...args], cwd);
      const rows = ({ stdout }: { stdout: string }): string[] =>
        stdout
          .split("\n")
          .filter((line) => line.includes("SKILL.md"))
          .map((line) => line.replace(/:\d+:\d+.*?(\w+)\[?.*?([a-z]+-[a-z]+):.*$/, " $1 $2"));
      expect(rows(await run()).every((row) => row.startsWith("skills/"))).toBe(true);
      expect(rows(await run("--rule", "ref-missing=error")).filter((row) => row.startsWith("vendor/"))).toHaveLength(1);
      expect((await run("--rule", "ref-*=error")).exitCode).toBe(1);
    });
  });

  test("with mistakes are reported with their place", async () => {
    const text =
      '{\n  "overrides": [\n    { "files": "vendor/[", "rules": { "ref-mising": "off" } },\n    { "file": "x", "rules": {} }\n  ]\n}\n';
    await withFiles({ ...files, "skillc.config.json": text }, async (cwd) => {
      const { stdout, exitCode } = await runCli(["check", "-f", "concise"], cwd);
      expect(exitCode).toBe(2);
      expect(stdout).toContain("skillc.config.json:4:7");
      expect(stdout).toContain('unknown key "file" in overrides[1]');
    });
    await withFiles({ ...files, "skillc.config.json": text.replace('"file": "x"', '"files": "x"') }, async (cwd) => {
      const { stdout } = await runCli(["check", "-f", "concise"], cwd);
      expect(stdout).toContain("skillc.config.json:3:16");
      expect(stdout).toContain("pattern-invalid");
      expect(stdout).toContain("skillc.config.json:3:39");
      expect(stdout).toContain("unknown-rule");
    });
  });
});

describe("exit codes", () => {
  test.each([
    [0, []],
    [0, ["--fail-on", "error"]],
    [1, ["--fail-on", "warning"]],
    [1, ["--fail-on", "info"]],
    [1, ["--rule", "ref-missing=error"]],
    [1, ["--max-warnings", "1"]],
    [0, ["--max-warnings", "2"]],
    [0, ["--max-warnings", "0", "--rule", "*=info"]],
    [1, ["--fail-on", "info", "--rule", "*=info"]],
    [2, ["--fail-on", "never"]],
    [2, ["--rule", "ref-missing=loud"]],
    [2, ["--rule", "ref-missing"]],
    [2, ["--config", "none.json"]],
    [2, ["nowhere"]],
  ])("%d: %j", async (expected, args) => {
    await withFiles({ "skills/tides/SKILL.md": skill("tides") }, async (cwd) => {
      expect((await runCli(["check", ...args], cwd)).exitCode).toBe(expected);
    });
  });

  test.each([
    [0, []],
    [1, ["--rule", "import-lost=error"]],
  ])("%d of a build whose imports point nowhere: %j", async (expected, args) => {
    const project = {
      "skills/tides/SKILL.md": skill("tides"),
      "package.json": `{ "imports": { "#skills": "./generated/skills/index.js" } }`,
      "skillc.config.json": `{ "module": { "format": "ts" } }`,
    };
    await withFiles(project, async (cwd) => {
      // The second build has nothing to do, and says the same.
      for (const _ of [1, 2]) expect((await runCli(["build", ...args], cwd)).exitCode).toBe(expected);
    });
  });
});
