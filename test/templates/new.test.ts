/** `skillc new`: the check calls what it makes unfinished and nothing else, and it overwrites nothing. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createProject, listFiles, type Files, type Project } from "../support/consumer.ts";
import { runCli } from "../support/run-cli.ts";

const projects: Project[] = [];

function harbour(files: Files = {}): Project {
  const project = createProject(files, "skillc harbour ");
  projects.push(project);
  return project;
}

afterEach(() => {
  for (const project of projects.splice(0)) project.remove();
});

test("makes a skill in which every profile finds only that it is unfinished", async () => {
  const { dir, read } = harbour();
  const made = await runCli(
    ["new", "tide-tables", "--description", "Reads tide tables. Use when a ship asks for depth."],
    dir,
  );
  expect(made).toEqual({
    exitCode: 0,
    stderr: "",
    stdout: `created  skills/tide-tables/SKILL.md
created  skills/tide-tables/references/details.md

Next:
  skills/tide-tables/SKILL.md  write the steps
  npx skillc check             check the skill
`,
  });
  expect(read("skills/tide-tables/SKILL.md")).toMatch(
    /^---\nname: tide-tables\ndescription: Reads tide tables\. Use when a ship asks for depth\.\n---\n\n# tide-tables\n/,
  );
  for (const profile of ["standard", "spec", "lenient"]) {
    const { exitCode, stdout } = await runCli(["check", "--level", "info", "--profile", profile], dir);
    expect([exitCode, stdout.split("\n").at(-2)], profile).toEqual([0, "1 warning in 1 skill"]);
    expect(stdout).toContain("warning[SKC315] unfinished-skill");
  }
});

test("without a description it asks for one, and is one finding too", async () => {
  const { dir } = harbour();
  const { stdout } = await runCli(["new", "mooring"], dir);
  expect(stdout).toContain("skills/mooring/SKILL.md  write the description and the steps");
  const { exitCode, stdout: found } = await runCli(["check", "--level", "info", "--fail-on", "warning"], dir);
  expect(exitCode).toBe(1);
  expect(found.match(/\[SKC\d+\] [\w-]+/g)).toEqual(["[SKC315] unfinished-skill"]);
});

test.each([
  ["8004", "Looks: like # YAML, \"quoted\" {{name}} $& and 'single'"],
  ["true", "- a list? no"],
  ["null", "yes"],
  ["no", "*alias &anchor !tag %directive @at `tick`"],
  ["1e3", "two lines\nand a tab\t."],
  ["constructor", "設計を見る。Use when asked."],
])("keeps the name %s and its description as they were given", async (name, description) => {
  const { dir } = harbour();
  expect((await runCli(["new", name, "--description", description], dir)).exitCode).toBe(0);
  const { stdout } = await runCli(["list", "--json"], dir);
  expect(JSON.parse(stdout)).toMatchObject([{ id: name, description }]);
  const { stdout: found } = await runCli(["check", "--level", "info"], dir);
  expect(found.match(/\[SKC\d+\] [\w-]+/g)).toEqual(["[SKC315] unfinished-skill"]);
});

test.each([
  ["Tide Tables", 'the name "Tide Tables" contains uppercase letters', "skillc new tide-tables"],
  ["TideTables", "uppercase", "skillc new tide-tables"],
  ["tide_tables", 'contains "_"', "skillc new tide-tables"],
  ["tide--tables", "two hyphens", "skillc new tide-tables"],
  ["../harbour", 'contains ".", "/"', "skillc new harbour"],
  ["marée", "outside a-z", "skillc new maree"],
  ["潮汐", "outside a-z", undefined],
  ["con", "device CON on Windows", undefined],
  ["t".repeat(65), "65 characters", `skillc new ${"t".repeat(64)}`],
])("refuses the name %s", async (name, why, way) => {
  const { dir } = harbour();
  const { exitCode, stdout, stderr } = await runCli(["new", name], dir);
  expect(exitCode).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toContain(why);
  if (way === undefined) expect(stderr).not.toContain("Try:");
  else expect(stderr).toContain(`Try: ${way}\n`);
  expect(listFiles(dir)).toEqual([]);
});

test("refuses a description that is too long", async () => {
  const { dir } = harbour();
  const { exitCode, stderr } = await runCli(["new", "tide-tables", "--description", "deep ".repeat(300)], dir);
  expect([exitCode, listFiles(dir)]).toEqual([2, []]);
  expect(stderr).toContain("the description has 1,500 characters (max 1,024)");
  expect(stderr).not.toContain("Try:");
});

test.each([
  [[], "new needs a name"],
  [["tide", "tables"], "new takes one name, without spaces: skillc new tide-tables"],
  [["tides", "--template", "boat"], '--template must be skill, not "boat"'],
  [["tides", "--descripton", "x"], "unknown option --descripton (did you mean --description?)"],
  [["tides", "--dir"], "--dir needs a value"],
])("wrong usage: new %j", async (args, message) => {
  const { dir } = harbour();
  const { exitCode, stderr } = await runCli(["new", ...args], dir);
  expect([exitCode, listFiles(dir)]).toEqual([2, []]);
  expect(stderr).toContain(message);
});

test.each([
  ["the skill itself", { "skills/tides/SKILL.md": "mine" }, "  skills/tides/SKILL.md\n"],
  [
    "one of its other files",
    { "skills/tides/references/details.md": "mine" },
    "  skills/tides/references/details.md\n",
  ],
  ["another spelling of SKILL.md", { "skills/tides/skill.md": "mine" }, "  skills/tides/skill.md\n"],
  ["a file where the directory should be", { "skills/tides": "mine" }, "  skills/tides\n"],
  ["a file called skills", { skills: "mine" }, "  skills\n"],
])("overwrites nothing: %s", async (_, files: Files, named) => {
  const { dir, read } = harbour(files);
  const { exitCode, stdout, stderr } = await runCli(["new", "tides"], dir);
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(named);
  expect(listFiles(dir)).toEqual(Object.keys(files));
  expect(read(Object.keys(files)[0] as string)).toBe("mine");
});

test("does not write through a broken link", async () => {
  const { dir } = harbour();
  symlinkSync("away", join(dir, "skills"));
  const { exitCode, stderr } = await runCli(["new", "tides"], dir);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("  skills\n");
});

test("goes where a build looks", async () => {
  const claude = harbour({
    ".claude/skills/mooring/SKILL.md": "---\nname: mooring\ndescription: Moors.\n---\nMoor.\n",
  });
  expect((await runCli(["new", "tides"], claude.dir)).stdout).toContain("created  .claude/skills/tides/SKILL.md");

  const configured = harbour({
    "skillc.config.json": '{ "sources": [{ "dir": "crew/skills" }] }',
    "skills/notes.md": "",
  });
  expect((await runCli(["new", "tides"], configured.dir)).stdout).toContain("created  crew/skills/tides/SKILL.md");
  expect((await runCli(["list", "--json"], configured.dir)).stdout).toContain('"id": "tides"');
});

test("goes to the given directory, and says so when no build searches it", async () => {
  const { dir } = harbour({ "skills/mooring/SKILL.md": "---\nname: mooring\ndescription: Moors.\n---\nMoor.\n" });
  const { exitCode, stdout, stderr } = await runCli(["new", "tides", "--dir", "docs/skills/"], dir);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("npx skillc check docs/skills ");
  expect(stderr).toBe(
    'note: skillc build does not search "docs/skills"; add it to sources in the config, or pass it: skillc build docs/skills\n',
  );
  const inside = await runCli(["new", "tides", "--dir", "skills/deep"], dir);
  expect([inside.exitCode, inside.stderr]).toEqual([0, ""]);
});

test("leaves nothing behind when the disk refuses", async () => {
  const { dir } = harbour({ "skills/tides/references": "a file where a directory is needed" });
  const { exitCode, stderr } = await runCli(["new", "tides"], dir);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("skills/tides/references");
  expect(listFiles(dir)).toEqual(["skills/tides/references"]);
});
