/** Skills that are single files: which there are, in which profiles, and what outputs make of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { build, check, type UserConfig } from "../../src/index.ts";
import { createProject, type Project } from "../support/consumer.ts";
import { listFiles } from "../support/list-files.ts";
import { runCli } from "../support/run-cli.ts";

let project: Project;
afterEach(() => project.remove());

const FILES = {
  "skills/deploy.md": "---\ndescription: Deploys the app. Use when asked to deploy.\n---\nDeploy it.\n",
  "skills/ship/SKILL.md": "---\nname: ship\ndescription: Ships the app. Use when asked to ship.\n---\nShip it.\n",
};
const IDENTITY = { name: "pilot", version: "1.0.0", description: "Skills of the pilots." };

function open(config: UserConfig, files: Readonly<Record<string, string>> = FILES): void {
  project = createProject({ "skillc.config.json": JSON.stringify({ package: IDENTITY, ...config }), ...files });
}

async function namesOf(): Promise<readonly string[]> {
  const { outputs } = await build({ cwd: project.dir });
  return outputs[0]?.catalog.skills.map(({ id }) => id) ?? [];
}

test.each<[string, UserConfig, readonly string[]]>([
  ["no profile", {}, ["ship"]],
  ["eve", { profile: "eve" }, ["deploy", "ship"]],
  ["opencode", { profile: "opencode" }, ["deploy", "ship"]],
  ["a source", { sources: [{ dir: "skills", flatFiles: true }] }, ["deploy", "ship"]],
  ["a project", { sources: [{ dir: ".", flatFiles: true }] }, ["deploy", "ship"]],
  ["eve, not wanted", { profile: "eve", sources: [{ dir: "skills", flatFiles: false }] }, ["ship"]],
  ["left out", { sources: [{ dir: "skills", flatFiles: true, exclude: ["deploy"] }] }, ["ship"]],
  ["chosen", { sources: [{ dir: "skills", flatFiles: true, include: ["deploy"] }] }, ["deploy"]],
])("%s decides whether a file is a skill", async (_, config, names) => {
  open({ sources: ["skills"], ...config }, { ...FILES, "README.md": "# App\n", "skills/README.md": "# Skills\n" });
  expect(await namesOf()).toEqual(names);
});

test("a view names it without its ending, and the module has its text", async () => {
  const views = { open: ["skills/deploy"] };
  open({ sources: [{ dir: "skills", flatFiles: true }], views, outputs: [{ outDir: "out", view: "open" }] });
  expect(await build({ cwd: project.dir })).toMatchObject({ exitCode: 0 });
  expect(project.read("out/index.js")).toContain("Deploys the app.");
  expect(project.read("out/index.js")).not.toContain("Ships the app.");
  const { stdout } = await runCli(["show", "deploy"], project.dir);
  expect(stdout).toContain("Deploy it.");
});

test("packages have it in a directory, and say where a name is missing", async () => {
  const outputs = [
    { outDir: "closed", emit: ["tree"], tree: { frontmatter: "closed" } },
    { outDir: "site", emit: ["well-known"] },
  ] as const;
  open({ sources: [{ dir: "skills", flatFiles: true }], outputs });
  const refused = await check({ cwd: project.dir });
  expect(refused.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([
    'in the package "site", the skill "deploy" does not conform to the specification: it has no name',
  ]);
  project.write({ "skills/deploy.md": FILES["skills/deploy.md"].replace("---\n", "---\nname: deploy\n") });
  expect(await build({ cwd: project.dir })).toMatchObject({ exitCode: 0 });
  expect(listFiles(join(project.dir, "closed")).filter((path) => path.endsWith(".md"))).toEqual([
    "deploy/SKILL.md",
    "ship/SKILL.md",
  ]);
  expect(readFileSync(join(project.dir, "closed/deploy/SKILL.md"), "utf8")).toMatch(/^---\nname: deploy\n/);
});

test("a plugin in place does not show it to clients", async () => {
  open({ sources: [{ dir: "skills", flatFiles: true }] }, { ...FILES, "plugin.json": PORTABLE });
  const { diagnostics } = await check({ cwd: project.dir });
  expect(diagnostics.filter(({ rule }) => rule === "plugin-skill-skipped").map(({ file, message }) => [file, message]))
    .toMatchInlineSnapshot(`
    [
      [
        "skills/deploy.md",
        "the skill has no directory",
      ],
    ]
  `);
});

const PORTABLE = `{ "$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", "name": "pilot" }`;

test("its findings and its name are at the file, and clashes with a directory are found", async () => {
  open(
    { sources: [{ dir: "skills", flatFiles: true }] },
    { ...FILES, "skills/ship.md": `${FILES["skills/ship/SKILL.md"]}Again.\n` },
  );
  const { diagnostics } = await check({ cwd: project.dir });
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ rule, file }) => [rule, file])).toEqual([
    ["duplicate-name", "skills/ship.md"],
  ]);
  project.write({ "skills/ship.md": "---\nname: Ship it\n---\nShip.\n" });
  const { diagnostics: others } = await check({ cwd: project.dir });
  const errors = others.filter(({ severity }) => severity === "error");
  expect(errors.map(({ rule, file, span }) => [rule, file, span?.start.line])).toEqual([
    ["description-missing", "skills/ship.md", 1],
    ["name-bad-char", "skills/ship.md", 2],
  ]);
});
