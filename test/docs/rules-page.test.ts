/** The documentation of the rules agrees with their table. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeRules, levelText, type RuleDescription } from "../../src/rule-docs.ts";
import { ruleBook } from "../../src/rules.ts";
import { profileNames } from "../../src/profiles/index.ts";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";
import { escapeText } from "../../src/formats/display-text.ts";
import { rulesPage } from "./rules-page.mjs";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/rules.md"), "utf8");
const run = (...args: string[]) => withFiles({}, (cwd) => runCli(args, cwd));

test("docs/rules.md describes the rules that exist: npm run docs updates it", () => {
  expect(PAGE).toBe(rulesPage(describeRules(profileNames), { levelText, escapeText }));
  for (const name of ruleBook.names) {
    expect(PAGE).toContain(`<a id="${name}"></a>`);
    expect(PAGE).toContain(`<a id="${ruleBook.get(name)?.code.toLowerCase()}"></a>`);
  }
  // Examples that hide something must not hide it in the page.
  expect(PAGE).not.toMatch(/[^\P{C}\n]/u);
});

test("every rule has a title for people", () => {
  const titles = ruleBook.names.map((name) => ruleBook.get(name)?.title);
  for (const title of titles) expect(title).toMatch(/^[A-Z][^"]{9,60}[^.]$/);
  expect(new Set(titles).size).toBe(titles.length);
});

describe("skillc explain", () => {
  test("shows everything about a rule, by name and by code in any case", async () => {
    const { exitCode, stdout } = await run("explain", "license-empty");
    expect(exitCode).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "SKC260 license-empty

        License is empty.

      For example: license is empty
      Note: no one can tell under which terms the skill may be used.
      Help for it: name a license or a file, or delete the field

        level         warning in every profile
        category      quality
        source        Agent Skills specification (agentskills.io) (SHOULD)
        fixable       manual
        disable with  rules: { "license-empty": "off" }

      Bad:
        license: ""

      Good:
        license: MIT
      "
    `);
    expect((await run("explain", "skc260")).stdout).toBe(stdout);
  });

  test.each(ruleBook.names)("explains %s", async (name) => {
    const { exitCode, stdout } = await run("explain", name);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^SKC\d{3} [a-z0-9-]+\n/);
    for (const part of ["  level ", "  source ", "\nBad", "\nGood:\n"]) expect(stdout).toContain(part);
    // What examples hide must not reach a terminal.
    expect(stdout).not.toMatch(/[^\P{C}\n]/u);
  });

  test("lists the rules of a category or a pattern", async () => {
    expect((await run("explain", "ref-*")).stdout).toContain("SKC401 ref-missing: ");
    expect((await run("explain", "budget")).stdout.split("\n").length).toBeGreaterThan(5);
  });

  test("names the nearest rule", async () => {
    const { exitCode, stderr } = await run("explain", "ref-mising");
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('unknown rule "ref-mising" (did you mean "ref-missing"?)'),
    ]);
    expect((await run("explain")).exitCode).toBe(2);
  });
});

describe("skillc rules", () => {
  test("lists every rule", async () => {
    const { exitCode, stdout, stderr } = await run("rules");
    expect(exitCode).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(ruleBook.names.length);
    expect(stdout).toMatch(/^SKC401 +ref-missing +warning +fixable +the file "references\/port.md" does not exist$/m);
    expect(stderr).toContain(
      `${ruleBook.names.length} rules; levels in the profile standard, read from agentskills.io`,
    );
  });

  test("agrees with the documentation and with explain about every level", async () => {
    const { stdout } = await run("rules");
    for (const name of ruleBook.names) {
      const text = (await run("explain", name)).stdout;
      const [code = ""] = text.split(" ", 1);
      const levelIn = (field: string): string | undefined => {
        const facts = new RegExp(`^  ${field} +(.*)$`, "m").exec(text)?.[1];
        // The level of the profile standard comes first.
        return facts && /^(?:error|warning|info|off)/.exec(facts)?.[0];
      };
      const [level = "", other = level] = [levelIn("level"), levelIn("severe cases") ?? levelIn("milder cases")];
      const expected = level === other ? level : `${level}, some ${other}`;
      expect(stdout).toMatch(new RegExp(`^${code} +\\S+ +${expected}(?: |$)`, "m"));
      expect(PAGE).toMatch(new RegExp(`^\\| \\[${code}\\]\\(#\\w+\\) \\| \\S+ \\| ${expected}(?: \\*)? \\|`, "m"));
    }
  });

  test("shows the levels of another profile", async () => {
    expect((await run("rules", "--profile", "spec")).stdout).toMatch(/^SKC012 +bom +error/m);
    expect((await run("rules", "--profile", "spce")).exitCode).toBe(2);
    expect((await run("rules", "SKC401")).exitCode).toBe(2);
  });

  test("gives tools everything as JSON", async () => {
    const { formatVersion, rules } = JSON.parse((await run("rules", "--json")).stdout) as {
      formatVersion: number;
      rules: RuleDescription[];
    };
    expect(formatVersion).toBe(1);
    expect(rules).toEqual(describeRules(profileNames));
    expect(rules.map(({ rule }) => rule).sort()).toEqual(ruleBook.names.toSorted());
  });
});
