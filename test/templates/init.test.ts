/** `skillc init` in a project that exists and for a new one. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createProject, listFiles, type Files, type Project } from "../support/consumer.ts";
import { runCli } from "../support/run-cli.ts";

const projects: Project[] = [];
const SKILL = "---\nname: refunds\ndescription: Decides refunds.\n---\nBe fair.\n";

function shop(files: Files = {}): Project {
  const project = createProject(files, "skillc shop ");
  projects.push(project);
  return project;
}

/** Everything that is there, with its contents. */
const snapshot = ({ dir, read }: Project): Record<string, string> =>
  Object.fromEntries(listFiles(dir).map((path) => [path, read(path)]));

afterEach(() => {
  for (const project of projects.splice(0)) project.remove();
});

describe("in a project that exists", () => {
  test("adds a config, a skill, an import, a script and a line to .gitignore, and then builds", async () => {
    const { dir, read } = shop({
      "package.json":
        '{\n\t"name": "shop",\n\t"scripts": {\n\t\t"build": "tsc -p .",\n\t\t"test": "vitest"\n\t},\n\t"license": "MIT"\n}',
      ".gitignore": "node_modules\r\ndist",
      "pnpm-lock.yaml": "",
    });
    const { exitCode, stdout, stderr } = await runCli(["init"], dir);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`created  skillc.config.ts
created  skills/first-skill/SKILL.md
created  skills/first-skill/references/details.md
changed  package.json                              "#skills" points to ./generated/skills/index.js; script "skills": "skillc build"
changed  .gitignore                                /generated/skills/

Next:
  pnpm add --save-dev skillc
  pnpm run skills                         build the skills into generated/skills
  "build": "pnpm run skills && tsc -p ."  in package.json: build the skills first, because git ignores them
  import { skills } from "#skills";       use the skills in your code
`);
    expect(read("package.json")).toBe(
      '{\n\t"name": "shop",\n\t"imports": {\n\t\t"#skills": "./generated/skills/index.js"\n\t},\n\t"scripts": {\n\t\t"build": "tsc -p .",\n\t\t"test": "vitest",\n\t\t"skills": "skillc build"\n\t},\n\t"license": "MIT"\n}',
    );
    expect(read(".gitignore")).toBe("node_modules\r\ndist\r\n/generated/skills/\r\n");
    const { stdout: found } = await runCli(["check", "--level", "info"], dir);
    expect(found.match(/\[SKC\d+\] [\w-]+/g)).toEqual(["[SKC315] unfinished-skill"]);
    expect((await runCli(["build"], dir)).exitCode).toBe(0);
    expect(existsSync(join(dir, "generated/skills/index.js"))).toBe(true);
  });

  test("a second time there is nothing to do", async () => {
    const project = shop({ "package.json": '{ "name": "shop" }\n', ".gitignore": "generated/\n" });
    await runCli(["init"], project.dir);
    expect(project.read("package.json")).toBe(
      '{ "name": "shop", "imports": {"#skills": "./generated/skills/index.js"}, "scripts": {"skills": "skillc build"} }\n',
    );
    const before = snapshot(project);
    const { exitCode, stdout } = await runCli(["init"], project.dir);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("skillc is already set up here; nothing was changed.\n");
    expect(snapshot(project)).toEqual(before);
    expect(before[".gitignore"]).toBe("generated/\n");
  });

  test("takes the skills that are there", async () => {
    const { dir, read } = shop({ ".claude/skills/refunds/SKILL.md": SKILL, "skills/README.md": "about people" });
    expect((await runCli(["init"], dir)).exitCode).toBe(0);
    expect(read("skillc.config.ts")).toContain('sources: [".claude/skills"]');
    expect(listFiles(dir)).toEqual([".claude/skills/refunds/SKILL.md", "skillc.config.ts", "skills/README.md"]);
  });

  test.each([
    ["plugins", ["plugins/sea/skills/refunds", "plugins/air/skills/returns"], ["plugins"]],
    ["a directory of its own", ["refunds"], ["."]],
    ["several places", ["app/skills/refunds", "lib/returns"], ["app/skills", "lib"]],
    ["a root that is a skill", ["."], ["."]],
  ])("adopts the skills of %s", async (_title, dirs, sources) => {
    const skills = dirs.map((dir) => [
      `${dir === "." ? "" : `${dir}/`}SKILL.md`,
      SKILL.replace("refunds", dir === "." ? "refunds" : (dir.split("/").at(-1) ?? "")),
    ]);
    const { dir, read } = shop({
      ...Object.fromEntries(skills),
      "tests/fixtures/bad/SKILL.md": "",
      "package.json": '{ "name": "shop" }\n',
    });
    expect((await runCli(["init"], dir)).exitCode).toBe(0);
    expect(read("skillc.config.ts")).toContain(`sources: ${JSON.stringify(sources).replaceAll(",", ", ")},`);
    expect(listFiles(dir).filter((path) => path.includes("first-skill"))).toEqual([]);
  });

  test("goes by the config that is there", async () => {
    const { dir, read } = shop({
      "skillc.config.json": '{ "sources": ["crew"], "outDir": "src/skills-module", "module": { "format": "ts" } }',
      "package.json": '{"imports":{"#db":"./db.js"},"scripts":{"prepare":"skillc build --quiet"}}',
      "src/index.ts": "",
    });
    mkdirSync(join(dir, ".git"));
    const { stdout } = await runCli(["init"], dir);
    expect(stdout).toContain("kept     skillc.config.json");
    expect(stdout).toContain("npm run prepare");
    expect(read("package.json")).toBe(
      '{"imports":{"#db":"./db.js","#skills":"./src/skills-module/index.ts"},"scripts":{"prepare":"skillc build --quiet"}}',
    );
    expect(read(".gitignore")).toBe("/src/skills-module/\n");
    expect(listFiles(dir)).toContain("crew/first-skill/SKILL.md");
  });

  test.each([
    ["generated", false],
    ["/generated/", false],
    ["generated/*", false],
    ["skills", false],
    ["/skills", true],
    ["docs/generated", true],
    ["", true],
  ])("with %j in .gitignore, adds a line: %s", async (line, added) => {
    const { dir, read } = shop({ ".gitignore": `${line}\n` });
    await runCli(["init"], dir);
    expect(read(".gitignore")).toBe(`${line}\n${added ? "/generated/skills/\n" : ""}`);
  });

  test("leaves a #skills and a script of that name alone, and says so", async () => {
    const manifest = '{ "imports": { "#skills": "./mine.js" }, "scripts": { "skills": "say-hello" } }';
    const { dir, read } = shop({ "package.json": manifest, "skills/refunds/SKILL.md": SKILL });
    const { exitCode, stdout } = await runCli(["init"], dir);
    expect([exitCode, read("package.json")]).toEqual([0, manifest]);
    expect(stdout).toContain('"#skills" stays "./mine.js"; the script "skills" stays "say-hello"');
    expect(stdout).toContain("npx skillc build");
    expect(stdout).toContain('import { skills } from "./generated/skills/index.js";');
  });

  test("without a package.json it does the rest, and names the templates", async () => {
    const { dir } = shop();
    const { exitCode, stdout } = await runCli(["init"], dir);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("npx skillc init --template cloudflare-workers my-skills");
    expect(listFiles(dir)).toEqual([
      "skillc.config.ts",
      "skills/first-skill/SKILL.md",
      "skills/first-skill/references/details.md",
    ]);
  });

  test("shows paths from where it was called", async () => {
    const { dir } = shop({ "apps/till/package.json": "{}\n" });
    const { stdout } = await runCli(["init", "apps/till"], dir);
    expect(stdout).toContain("changed  apps/till/package.json");
    expect(stdout).toContain("  cd apps/till\n");
    const broken = shop({ "apps/till/skillc.config.json": '{ "source": [] }' });
    expect((await runCli(["init", "apps/till"], broken.dir)).stderr).toContain("--> apps/till/skillc.config.json:1:3");
    expect(listFiles(dir)).toContain("apps/till/skillc.config.ts");
  });

  test.each<[string, Files, string]>([
    [
      "a package.json with a comment",
      { "package.json": '{\n  // the shop\n  "name": "shop"\n}\n' },
      "package.json cannot be changed: it is not valid JSON",
    ],
    ["a package.json that is a list", { "package.json": "[]" }, "it is not a JSON object"],
    ["imports that are no object", { "package.json": '{ "imports": [] }' }, 'its "imports" is not an object'],
    ["scripts that are no object", { "package.json": '{ "scripts": "none" }' }, 'its "scripts" is not an object'],
    [
      "a package.json that is not UTF-8",
      { "package.json": Buffer.from('{ "name": "caf\xe9" }', "latin1") },
      "package.json cannot be changed: it is not UTF-8 text; nothing was changed",
    ],
    [
      "a config that cannot be read",
      { "skillc.config.ts": "export default {" },
      "Nothing was changed: fix the config first.",
    ],
    ["a config with an unknown key", { "skillc.config.json": '{ "source": [] }' }, 'did you mean "sources"?'],
    ["a file in the way of the skill", { skills: "a list of skills" }, "  skills\n"],
  ])("changes nothing when there is %s", async (_, files, message) => {
    const project = shop({ ...files, ".gitignore": "dist\n" });
    const before = snapshot(project);
    const { exitCode, stdout, stderr } = await runCli(["init"], project.dir);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(snapshot(project)).toEqual(before);
  });
});

describe("with a template", () => {
  test.each(["cloudflare-workers", "node"])("%s: copies the project into a new directory", async (template) => {
    const { dir, read } = shop();
    const { exitCode, stdout, stderr } = await runCli(["init", "--template", template, "Corner Shop"], dir);
    expect([exitCode, stderr]).toEqual([0, ""]);
    const files = listFiles(join(dir, "Corner Shop"));
    expect(files).toEqual(
      expect.arrayContaining([
        ".gitignore",
        "README.md",
        "package.json",
        "skillc.config.ts",
        "src/index.ts",
        "tsconfig.json",
      ]),
    );
    expect(
      stdout.match(/^created {2}Corner Shop\/(.*)$/gm)?.map((line) => line.slice("created  Corner Shop/".length)),
    ).toEqual(files);
    expect(stdout).toContain('cd "Corner Shop"\n  npm install\n');
    const manifest = JSON.parse(read("Corner Shop/package.json"));
    expect(manifest).toMatchObject({ name: "corner-shop", imports: { "#skills": "./generated/skills/index.js" } });
    expect(manifest.devDependencies.skillc).toMatch(/^\^\d+\.\d+\.\d+/);
    for (const path of files.filter((each) => !each.endsWith(".png")))
      expect(read(`Corner Shop/${path}`), path).not.toMatch(/\{\{\w+\}\}/);
    expect((await runCli(["check", "--profile", "spec", "--fail-on", "info"], join(dir, "Corner Shop"))).stdout).toBe(
      "ok 2 skills, nothing to report\n",
    );
  });

  test("takes an empty directory, and one with no more than a new repository", async () => {
    const { dir } = shop({ LICENSE: "MIT" });
    mkdirSync(join(dir, ".git"));
    expect((await runCli(["init", "--template", "node"], dir)).exitCode).toBe(0);
    expect(listFiles(dir)).toContain("src/index.ts");
  });

  test.each<[string, Files, string]>([
    ["files of the template", { "package.json": "{}", "src/index.ts": "" }, "  package.json\n  src\n"],
    ["anything else", { "holiday.jpg": "" }, "  holiday.jpg\n"],
  ])("refuses a directory with %s", async (_, files, named) => {
    const project = shop(files);
    const before = snapshot(project);
    const { exitCode, stdout, stderr } = await runCli(["init", "--template", "node"], project.dir);
    expect([exitCode, stdout, snapshot(project)]).toEqual([2, "", before]);
    expect(stderr).toContain(named);
    expect(stderr).toContain("nothing was changed");
  });

  test("counts what it does not list", async () => {
    const { dir } = shop(Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`photo-${index}.jpg`, ""])));
    expect((await runCli(["init", "--template", "node", "."], dir)).stderr).toContain("\n  and 4 others\n");
  });

  test("refuses a file, and what cannot be made", async () => {
    const { dir } = shop({ till: "" });
    const file = await runCli(["init", "--template", "node", "till"], dir);
    expect([file.exitCode, file.stderr.includes("  till\n")]).toEqual([2, true]);
    const below = await runCli(["init", "--template", "node", "till/app"], dir);
    expect(below.exitCode).toBe(2);
    expect(below.stderr).toMatch(/^skillc: "till\/app\/.gitignore" cannot be written \(E\w+\); nothing was changed\n$/);
    expect(listFiles(dir)).toEqual(["till"]);
  });
});

test.each([
  [
    ["--template", "next"],
    '--template must be cloudflare-workers, node, promptkit, skillkit, instructor-php, carnet or fizeau, not "next"',
  ],
  [["one", "two"], "init takes one directory, not 2"],
  [
    ["nowhere"],
    '"nowhere" does not exist; to start a project there: skillc init --template cloudflare-workers nowhere',
  ],
  [["--templat", "node"], "did you mean --template?"],
])("wrong usage: init %j", async (args, message) => {
  const { dir } = shop();
  const { exitCode, stderr } = await runCli(["init", ...args], dir);
  expect([exitCode, listFiles(dir)]).toEqual([2, []]);
  expect(stderr).toContain(message);
});
