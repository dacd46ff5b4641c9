/** The lock of the skills CLI, several commands at once, and a compiler that watches an installed file. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createCompiler } from "../../src/index.ts";
import { createInstaller, isInstallFault, type Installer } from "../../src/install/index.ts";
import { createGitHost, skillDocument, type GitSource } from "../support/git-source.ts";
import { listFiles } from "../support/list-files.ts";

const remote = createGitHost();
afterAll(() => remote.remove());

let count = 0;
let project: string;
let installer: Installer;
let source: GitSource;
let name: string;

beforeEach(() => {
  name = `tools-${++count}`;
  project = remote.directory(`project-${count}`);
  source = remote.repository(`acme/${name}`);
  installer = createInstaller({
    cwd: project,
    host: { environment: remote.environment },
    git: { allowFile: true },
  });
});

/** As that program computes it: over paths and contents of the files of a skill. */
function hashOf(files: Readonly<Record<string, string>>): string {
  const hash = createHash("sha256");
  for (const [path, content] of Object.entries(files).toSorted(([one], [two]) => one.localeCompare(two)))
    hash.update(path).update(content);
  return hash.digest("hex");
}

const pdf = { "SKILL.md": skillDocument("pdf"), "references/Sizes.md": "# Sizes\n", "references/area.md": "# Area\n" };

function writeSkillsLock(skills: Readonly<Record<string, object>>): void {
  writeFileSync(join(project, "skills-lock.json"), JSON.stringify({ version: 1, skills }));
}

test("a skills-lock.json is taken over, each skill checked against its digest", async () => {
  const at = Object.fromEntries(Object.entries(pdf).map(([path, text]) => [`skills/pdf/${path}`, text]));
  source.commit(
    { ...at, "more/tide/SKILL.md": skillDocument("tide"), link: { symlink: "/etc/passwd" } },
    { tags: ["v1"] },
  );
  const computedHash = hashOf(pdf);
  const entry = { source: `acme/${name}`, ref: "v1", sourceType: "github" };
  writeSkillsLock({
    pdf: { ...entry, skillPath: "skills/pdf/SKILL.md", computedHash },
    tide: { ...entry, computedHash: hashOf({ "SKILL.md": skillDocument("tide") }) },
  });
  expect(await installer.importFrom("skills-lock.json")).toMatchObject({
    added: [{ ref: `acme/${name}/skills/pdf@v1` }, { ref: `acme/${name}/more/tide@v1` }],
    skipped: [],
  });
  expect(installer.verify()).toEqual([]);
  expect(await installer.importFrom("skills-lock.json")).toMatchObject({ added: [], skipped: ["pdf", "tide"] });
  rmSync(join(project, "skillc.lock"));
  rmSync(join(project, ".skillc"), { recursive: true });
  writeSkillsLock({ pdf: { ...entry, skillPath: "skills/pdf/SKILL.md", computedHash: "0".repeat(64) } });
  expect(await installer.importFrom("skills-lock.json")).toMatchObject({ code: "integrity" });
  expect(listFiles(project)).toEqual(["skills-lock.json"]);
  writeSkillsLock({ x: { source: "acme/x", ref: "--x", sourceType: "github" } });
  expect(await installer.importFrom("skills-lock.json")).toMatchObject({ code: "bad-ref" });
  expect(await installer.importFrom("absent.json")).toMatchObject({ code: "lock" });
});

test("installers that work at the same time wait for each other, and lose nothing", async () => {
  const names = ["one", "two", "three"];
  source.commit(Object.fromEntries(names.map((each) => [`${each}/SKILL.md`, skillDocument(each)])));
  const results = await Promise.all(
    names.map((each) =>
      createInstaller({ cwd: project, host: { environment: remote.environment }, git: { allowFile: true } }).add(
        `acme/${name}/${each}`,
      ),
    ),
  );
  expect(results.filter(isInstallFault)).toEqual([]);
  expect(
    Object.keys((JSON.parse(readFileSync(join(project, "skillc.lock"), "utf8")) as { skills: object }).skills),
  ).toEqual(names.map((each) => `acme/${name}/${each}`).toSorted((one, two) => (one < two ? -1 : 1)));
  expect(installer.verify()).toEqual([]);
});

test("a compiler that is kept notices a change of an installed file", async () => {
  source.commit({ "SKILL.md": skillDocument("x") });
  await installer.add(`@acme/${name}`);
  writeFileSync(join(project, "skillc.config.json"), JSON.stringify({ sources: [`@acme/${name}`] }));
  const compiler = createCompiler({ cwd: project });
  expect((await compiler.build()).exitCode).toBe(0);
  const file = join(project, ".skillc/skills/acme", name, "SKILL.md");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("Steps", "Other steps"));
  const changed = await compiler.rebuild([file]);
  expect(changed.diagnostics().map(({ rule }) => rule)).toEqual(["installed-changed"]);
  writeFileSync(file, text);
  expect((await compiler.rebuild([file])).exitCode).toBe(0);
});

test("an installation for the user is listed and resolved after that of the project, and removed", async () => {
  source.commit({ "SKILL.md": skillDocument("x") }, { tags: ["v1"] });
  const ref = `@acme/${name}`;
  expect(await installer.add(ref, { scope: "user" })).toMatchObject({
    path: expect.stringContaining("/home/.config/skillc/skills/") as string,
  });
  expect(listFiles(project)).toEqual([]);
  expect(installer.resolve(`${ref}@v9`)).toMatchObject({ location: "user" });
  await installer.add(ref);
  expect(installer.resolve(ref)).toMatchObject({ location: "project" });
  const all = installer.list();
  expect(isInstallFault(all) ? all : all.map(({ location }) => location).slice(0, 2)).toEqual(["project", "user"]);
  expect(await installer.remove(ref)).toMatchObject({ location: "project" });
  expect(await installer.remove(ref)).toMatchObject({ location: "user" });
  expect(await installer.remove(ref)).toMatchObject({ code: "not-installed" });
});

test("a local directory is copied without what is not part of a skill", async () => {
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  put("drafts/pdf/SKILL.md", skillDocument("pdf"));
  put("drafts/pdf/node_modules/x/SKILL.md", skillDocument("x"));
  put("drafts/pdf/.git/config", "x");
  expect(await installer.add("./drafts/pdf")).toMatchObject({ path: ".skillc/skills/local/pdf" });
  expect(listFiles(join(project, ".skillc/skills/local/pdf"))).toEqual(["SKILL.md"]);
  put("drafts/pdf/SKILL.md", skillDocument("pdf", "Newer.\n"));
  expect(await installer.update()).toMatchObject({ updated: [{ ref: "./drafts/pdf" }] });
  put("drafts/pdf/.env", "A=1");
  expect(await installer.update()).toMatchObject({ code: "refused-files" });
  expect(installer.verify()).toEqual([]);
});
