/** `skillc init`: what no directory of files says well, and templates; `cases.test.ts` has the rest. */
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { satisfiesNode } from "../../src/cli/scaffold/project.ts";
import { listTemplates, type ProjectTemplate } from "../../src/cli/scaffold/template.ts";
import { readVersion } from "../../src/host/index.ts";
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
  test.each([
    ["generated", false],
    ["/generated/", false],
    ["generated/*", false],
    ["skills", false],
    ["/skills", true],
    ["docs/generated", true],
    ["", true],
  ])("with %j in .gitignore, adds a line: %s", async (line, added) => {
    const { dir, read } = shop({ ".gitignore": `${line}\n`, "skills/refunds/SKILL.md": SKILL });
    await runCli(["init", "--yes"], dir);
    expect(read(".gitignore")).toBe(`${line}\n${added ? "/generated/skills/\n/skillc-report.html\n" : ""}`);
  });

  test.each([
    ["generated", false],
    ["/apps/till/generated/", false],
    ["/generated/", true],
  ])("with %j in the .gitignore of the repository, a package adds its own: %s", async (line, added) => {
    const { dir } = shop({ ".gitignore": `${line}\n`, "apps/till/skills/refunds/SKILL.md": SKILL });
    mkdirSync(join(dir, ".git"));
    await runCli(["init", "--yes", "apps/till"], dir);
    expect(existsSync(join(dir, "apps/till/.gitignore"))).toBe(added);
  });

  test.each([
    ["plugins", ["plugins/sea/skills/refunds", "plugins/air/skills/returns"], ["plugins"]],
    ["a directory of its own", ["refunds"], [{ dir: ".", exclude: ["tests/fixtures"] }]],
    ["several places", ["app/skills/refunds", "lib/returns"], ["app/skills", "lib"]],
    ["a root that is a skill", ["."], [{ dir: ".", exclude: ["tests/fixtures"] }]],
    ["a second place next to skills", ["skills/refunds", "app/returns"], ["app", "skills"]],
  ])("takes over the skills of %s", async (_title, dirs, sources) => {
    const skills = dirs.map((dir) => [
      `${dir === "." ? "" : `${dir}/`}SKILL.md`,
      SKILL.replace("refunds", dir === "." ? "refunds" : (dir.split("/").at(-1) ?? "")),
    ]);
    const { dir, read } = shop({
      ...Object.fromEntries(skills),
      "tests/fixtures/bad/SKILL.md": "",
      "package.json": '{ "name": "shop" }\n',
    });
    expect((await runCli(["init", "--yes"], dir)).exitCode).toBe(0);
    expect(JSON.parse(read("skillc.config.json"))).toMatchObject({ sources });
    expect(listFiles(dir).filter((path) => path.includes("first-skill"))).toEqual([]);
    expect(JSON.parse((await runCli(["list", "--json"], dir)).stdout)).toHaveLength(dirs.length);
  });

  test("no config where skills/ has no skill, but another usual directory has, would miss it", async () => {
    const { dir, read } = shop({ ".claude/skills/refunds/SKILL.md": SKILL, "skills/README.md": "about people" });
    expect((await runCli(["init", "--yes"], dir)).exitCode).toBe(0);
    expect(JSON.parse(read("skillc.config.json"))).toEqual({ sources: [".claude/skills"] });
  });

  test("shows paths from where it was called", async () => {
    const { dir, read } = shop({ "apps/till/package.json": "{}\n", "apps/till/skills/refunds/SKILL.md": SKILL });
    const { stdout } = await runCli(["init", "apps/till", "--yes"], dir);
    expect(stdout).toContain("\napps/till/generated/skills has 1 skill\n");
    expect(stdout).toContain("  cd apps/till\n");
    expect(read("apps/till/package.json")).toContain("#skills");
    const broken = shop({ "apps/till/skillc.config.json": '{ "source": [] }' });
    expect((await runCli(["init", "apps/till"], broken.dir)).stderr).toContain("--> apps/till/skillc.config.json:1:3");
    const unasked = shop({ "apps/a b/package.json": "{}\n" });
    expect((await runCli(["init", "apps/a b"], unasked.dir)).stderr).toContain('init "apps/a b" --yes\n');
  });

  test("calls the first skill unfinished", async () => {
    const { dir } = shop();
    await runCli(["init", "--yes"], dir);
    const { stdout } = await runCli(["check", "--level", "info"], dir);
    expect(stdout.match(/\[SKC\d+\] [\w-]+/g)).toEqual(["[SKC315] unfinished-skill"]);
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
      "a tsconfig with a fault",
      { "package.json": '{ "devDependencies": { "typescript": "5" } }', "tsconfig.json": '{ "compilerOptions": [] }' },
      'tsconfig.json cannot be changed: its "compilerOptions" is not an object',
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
    const { exitCode, stderr } = await runCli(["init", "--yes"], project.dir);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(snapshot(project)).toEqual(before);
  });
});

describe("with a template", () => {
  test.each(listTemplates().map(({ name }) => name))(
    "%s: copies the project into a new directory",
    async (template) => {
      const { dir, read } = shop();
      const { exitCode, stdout, stderr } = await runCli(["init", "--template", template, "Corner Shop"], dir);
      const { node, next } = listTemplates().find(({ name }) => name === template) as ProjectTemplate;
      const isOld = !satisfiesNode(process.versions.node, node);
      const note = `note: this template needs Node ${node}; this is Node ${process.versions.node}\n`;
      expect([exitCode, stderr]).toEqual([0, isOld ? note : ""]);
      const files = listFiles(join(dir, "Corner Shop"));
      expect(files).toEqual(expect.arrayContaining([".gitignore", "README.md", "package.json", "skillc.config.ts"]));
      expect(files).not.toContain("template.json");
      expect(
        stdout.match(/^created {2}Corner Shop\/(.*)$/gm)?.map((line) => line.slice("created  Corner Shop/".length)),
      ).toEqual(files);
      expect(stdout).toContain(`Next:\n  cd "Corner Shop"\n${next.map((command) => `  ${command}\n`).join("")}`);
      const { name, dependencies, devDependencies } = JSON.parse(read("Corner Shop/package.json"));
      expect([name, { ...dependencies, ...devDependencies }.skillc]).toEqual(["corner-shop", `^${readVersion()}`]);
      for (const path of files.filter((each) => !each.endsWith(".png")))
        expect(read(`Corner Shop/${path}`), path).not.toMatch(/\{\{(?:name|skillc)\}\}/);
      expect((await runCli(["check"], join(dir, "Corner Shop"))).stdout).toBe("ok 2 skills, nothing to report\n");
      expect((await runCli(["init", "--check"], join(dir, "Corner Shop"))).exitCode).toBe(0);
    },
  );

  test("names the next commands in the words of the package manager", async () => {
    const { dir } = shop();
    vi.stubEnv("npm_config_user_agent", "pnpm/10.1.0 npm/? node/v22.12.0 linux x64");
    expect((await runCli(["init", "agent", "-t", "hono"], dir)).stdout).toContain("  pnpm install\n  pnpm run dev\n");
    expect((await runCli(["init", "kit", "-t", "skillkit"], dir)).stdout).toContain("  pnpm run build\n  pnpm start\n");
    expect((await runCli(["init", "deno", "-t", "deno"], dir)).stdout).toContain("  deno install\n");
    vi.unstubAllEnvs();
  });

  test("takes an empty directory, and one with no more than a new repository", async () => {
    const { dir } = shop({ LICENSE: "MIT" });
    mkdirSync(join(dir, ".git"));
    expect((await runCli(["init", "--template", "node-cli"], dir)).exitCode).toBe(0);
    expect(listFiles(dir)).toContain("src/index.ts");
  });

  test.each<[string, Files, string]>([
    ["files of the template", { "package.json": "{}", "src/index.ts": "" }, "  package.json\n  src\n"],
    ["anything else", { "holiday.jpg": "" }, "  holiday.jpg\n"],
  ])("refuses a directory with %s", async (_, files, named) => {
    const project = shop(files);
    const before = snapshot(project);
    const { exitCode, stdout, stderr } = await runCli(["init", "--template", "node-cli"], project.dir);
    expect([exitCode, stdout, snapshot(project)]).toEqual([2, "", before]);
    expect(stderr).toContain(named);
    expect(stderr).toContain("nothing was changed");
  });

  test("counts what it does not list", async () => {
    const { dir } = shop(Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`photo-${index}.jpg`, ""])));
    expect((await runCli(["init", "--template", "node-cli", "."], dir)).stderr).toContain("\n  and 4 others\n");
  });

  test("refuses a file, and what cannot be made", async () => {
    const { dir } = shop({ till: "" });
    const file = await runCli(["init", "--template", "node-cli", "till"], dir);
    expect([file.exitCode, file.stderr.includes("  till\n")]).toEqual([2, true]);
    const below = await runCli(["init", "--template", "node-cli", "till/app"], dir);
    expect(below.exitCode).toBe(2);
    expect(below.stderr).toMatch(
      /^skillc: "till\/app\/.github\/workflows\/skills.yml" cannot be written \(E\w+\); nothing was changed\n$/,
    );
    expect(listFiles(dir)).toEqual(["till"]);
  });
});

test("--template without a name lists the templates", async () => {
  const { dir } = shop();
  const { exitCode, stdout, stderr } = await runCli(["init", "shop", "-t"], dir);
  expect([exitCode, stderr, listFiles(dir)]).toEqual([0, "", []]);
  expect(stdout).toMatch(/^Templates:\n/);
  expect(stdout).toContain("  carnet             agents, skills and toolsets in the layout of Carnet\n");
  const listed = JSON.parse((await runCli(["init", "--json", "--template"], dir)).stdout) as { name: string }[];
  expect(listed.map(({ name }) => name)).toContain("carnet");
});

describe("--json", () => {
  const json = async (dir: string, ...args: readonly string[]): Promise<{ exitCode: number; result: object }> => {
    const { exitCode, stdout } = await runCli(["init", "--json", ...args], dir);
    return { exitCode, result: JSON.parse(stdout) as object };
  };

  test("prints the plan, what was written, and what is missing", async () => {
    const { dir } = shop({ "package.json": '{ "name": "shop", "type": "module" }' });
    const plan = await json(dir, "--check");
    expect(plan).toMatchObject({ exitCode: 1, result: { ok: false, applied: false, created: [], changed: [] } });
    expect(plan.result).toHaveProperty("steps", expect.arrayContaining([expect.objectContaining({ kind: "build" })]));
    // Nothing is asked, and nothing is done unasked.
    expect((await json(dir)).exitCode).toBe(2);
    expect(listFiles(dir)).toEqual(["package.json"]);
    expect(await json(dir, "--yes")).toMatchObject({
      exitCode: 0,
      result: {
        ok: true,
        applied: true,
        created: expect.arrayContaining(["skills/first-skill/SKILL.md"]) as unknown,
        changed: ["package.json"],
        build: { skills: 1, errors: 0 },
      },
    });
    expect(await json(dir, "--check")).toMatchObject({ exitCode: 0, result: { ok: true, steps: [], notBuilt: [] } });
  });

  test("--check fails on a skill that no source has, where nothing else is missing", async () => {
    const project = shop({
      "package.json": '{ "name": "shop", "type": "module" }',
      "skills/refunds/SKILL.md": SKILL,
      "more/tills/SKILL.md": SKILL.replace("refunds", "tills"),
    });
    await runCli(["init", "--yes"], project.dir);
    expect(await json(project.dir, "--check")).toMatchObject({ exitCode: 0, result: { steps: [], notBuilt: [] } });
    renameSync(join(project.dir, "more"), join(project.dir, "moved"));
    expect(await json(project.dir, "--check")).toMatchObject({
      exitCode: 1,
      result: {
        ok: false,
        steps: [],
        notBuilt: [{ message: expect.stringContaining('"moved/tills"') as string }],
      },
    });
  });

  test("prints a fault, and the files of a template", async () => {
    const broken = shop({ "package.json": "[]" });
    expect(await json(broken.dir, "--yes")).toMatchObject({
      exitCode: 2,
      result: { ok: false, message: expect.stringContaining("it is not a JSON object") as string },
    });
    expect(await json(shop().dir, "-t", "node-cli")).toMatchObject({
      exitCode: 0,
      result: { ok: true, created: expect.arrayContaining(["package.json"]) as unknown },
    });
  });
});

test.each([
  [["--template", "node-clu"], 'unknown template "node-clu" (did you mean "node-cli"?)'],
  [["--check", "--yes"], "--check cannot be combined with --yes"],
  [["one", "two"], "init takes one directory, not 2"],
  [["nowhere"], '"nowhere" does not exist; to start a project there: skillc init nowhere --template <name>'],
  [["--templat", "node-cli"], "did you mean --template?"],
])("wrong usage: init %j", async (args, message) => {
  const { dir } = shop();
  const { exitCode, stderr } = await runCli(["init", ...args], dir);
  expect([exitCode, listFiles(dir)]).toEqual([2, []]);
  expect(stderr).toContain(message);
});
