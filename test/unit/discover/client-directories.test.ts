/** Discovery and mirrors know the directories of all clients of the skills CLI's list. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { build } from "../../../src/api/build.ts";
import { check } from "../../../src/api/check.ts";
import { assistantDirectory, clientDirectories } from "../../../src/profiles/index.ts";
import { CLIENTS } from "../../clients/place.mjs";
import { createProject, type Project } from "../../support/consumer.ts";

const directories = Object.keys(clientDirectories);
/** Those of apps have no dot: what is in them ships, and another skill of the same name is a conflict. */
const ofApps = ["agent/skills", "data/skills", "skills"];
const ofAssistants = directories.filter((directory) => !ofApps.includes(directory));
const document = (name: string, about: string): string =>
  `---\nname: ${name}\ndescription: Reads ${about}. Use when asked.\n---\n\nRead ${about}.\n`;

let project: Project;
beforeEach(() => void (project = createProject({ "package.json": "{}" })));
afterEach(() => project.remove());

test("they are the directories of 79 clients, and only those of apps have no dot", () => {
  expect(Object.values(clientDirectories).flatMap((names) => names.split(" "))).toHaveLength(79);
  expect(directories.filter((directory) => !directory.startsWith("."))).toEqual(ofApps);
});

const cli = join(CLIENTS, "skills-cli/node_modules/skills/dist/cli.mjs");
test.skipIf(!existsSync(cli))("they are those of the installed skills CLI", () => {
  const rows = readFileSync(cli, "utf8").matchAll(/name: "([\w-]+)",\s*displayName: "[^"]+",\s*skillsDir: "([^"]+)"/g);
  const listed: Record<string, string[]> = {};
  for (const [, name = "", directory = ""] of rows) (listed[directory] ??= []).push(name);
  const ours = Object.entries(clientDirectories).map(([directory, names]) => [directory, names.split(" ").sort()]);
  expect(Object.fromEntries(ours)).toEqual(
    Object.fromEntries(Object.entries(listed).map(([directory, names]) => [directory, names.sort()])),
  );
});

test("a check without a config finds a skill in each of them", async () => {
  for (const [at, directory] of directories.entries())
    project.write({ [`${directory}/tide-${at}/SKILL.md`]: document(`tide-${at}`, `table ${at}`) });
  const { skills } = (await check({ cwd: project.dir })).summary;
  expect(skills).toBe(directories.length);
});

test("a skill in one of them is of an assistant, unless it is of the app", () => {
  for (const directory of directories)
    expect([directory, assistantDirectory(`app/${directory}/ebb`) === undefined]).toEqual([
      directory,
      ofApps.includes(directory),
    ]);
});

test("a skill that differs below these assistants is a mirror of the first, not another skill of its name", async () => {
  for (const directory of ofAssistants)
    project.write({ [`${directory}/ebb/SKILL.md`]: document("ebb", `tables of ${directory.slice(1)}`) });
  const { diagnostics } = await check({ cwd: project.dir });
  expect(new Set(diagnostics.map(({ rule }) => rule))).toEqual(new Set(["mirror-differs"]));
  expect(diagnostics).toHaveLength(ofAssistants.length - 1);
});

test("one that differs in a directory of the app is a conflict", async () => {
  for (const directory of ["skills", ".tabnine/agent/skills"])
    project.write({ [`${directory}/ebb/SKILL.md`]: document("ebb", `tables of ${directory}`) });
  const { ok } = await build({ cwd: project.dir, sources: [{ dir: "skills" }, { dir: ".tabnine/agent/skills" }] });
  expect(ok).toBe(false);
});
