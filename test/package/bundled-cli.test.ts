/** The bundled command line: what a start reads, and that it runs where few files may be open. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createProject, linkPackage, ROOT, run, type Project } from "../support/consumer.ts";

const BIN = join(ROOT, "dist/bin");

/** Returns the modules of Node, the files of the bundle and the bundled modules that a command evaluates. */
async function evaluated(
  project: Project,
  command: string,
): Promise<{ builtins: readonly string[]; files: readonly string[]; modules: readonly string[] }> {
  const coverage = mkdtempSync(join(project.dir, "coverage-"));
  const env = { ...process.env, NODE_V8_COVERAGE: coverage };
  const { exitCode, stderr } = await run(process.execPath, [join(BIN, "skillc.js"), ...command.split(" ")], {
    cwd: project.dir,
    env,
  });
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
  const [report = ""] = readdirSync(coverage);
  const { result } = JSON.parse(readFileSync(join(coverage, report), "utf8")) as Coverage;
  const urls = result.map(({ url }) => url);
  const ran = result.flatMap(({ functions }) => functions.filter(({ ranges: [whole] }) => (whole?.count ?? 0) > 0));
  return {
    builtins: urls.filter((url) => url.startsWith("node:")),
    files: urls.flatMap((url) => /\/dist\/bin\/(.*)$/.exec(url)?.[1] ?? []),
    // esbuild names the function that evaluates a module like the module.
    modules: ran.flatMap(({ functionName }) => (/^(?:dist|node_modules)\//.test(functionName) ? [functionName] : [])),
  };
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly functionName: string; readonly ranges: readonly { count: number }[] }[];
  }[];
}

describe("a start", () => {
  const skill =
    "---\nname: sails\ndescription: Mends sails. Use it when a sail is torn.\n---\n\nRead [this](notes.md).\n";
  let project: Project;
  beforeAll(() => {
    project = createProject({
      "package.json": "{}",
      "node_modules/.keep": "",
      "skills/sails/SKILL.md": skill,
      "skills/sails/notes.md": "Use strong thread.\n",
    });
  });
  afterAll(() => project.remove());

  test.each([
    ["check skills --no-cache", "known-command.cjs"],
    ["build skills --no-cache", "known-command.cjs"],
    ["list skills", undefined],
    ["compile skills --no-cache --blocks blocks", undefined],
    ["link --blocks blocks", undefined],
  ])("of %s loads few files, and evaluates what it uses", async (command, known) => {
    const { builtins, files, modules } = await evaluated(project, command);
    expect(files).toEqual(["skillc.js", "run-parts.cjs", ...(known === undefined ? [] : [known]), "everyday.cjs"]);
    // Without one, the names of functions would no longer say anything.
    expect(modules).toContain("dist/phases/compile-all.js");
    const rare =
      /\/(?:zod|micromark|unified|remark-parse|diff|watchpack|report|lsp|install|examples)\/|formats\/(?:concise|agent|n?djson|json|git|junit|markdown)/;
    expect(modules.filter((name) => rare.test(name))).toEqual([]);
    expect(
      builtins.filter((name) => /^node:(?:child_process|http|https|zlib|readline|worker_threads)$/.test(name)),
    ).toEqual([]);
  });

  test("with a link in doubt reads Markdown without the tree of remark", async () => {
    const doubtful = createProject({
      "package.json": "{}",
      "skills/sails/SKILL.md": `${skill}\n\\[a [that](other.md)\n`,
      "skills/sails/notes.md": "Use strong thread.\n",
    });
    try {
      const { modules } = await evaluated(doubtful, "check skills --no-cache --rule ref-missing=off");
      expect(modules).toContain("dist/parse/markdown-events.js");
      expect(modules.filter((name) => /\/(?:unified|remark|mdast|vfile)/.test(name))).toEqual([]);
    } finally {
      doubtful.remove();
    }
  });

  test("of a command whose outcome is known loads nothing that compiles", async () => {
    await evaluated(project, "check skills");
    const { files } = await evaluated(project, "check skills");
    expect(files).toEqual(["skillc.js", "run-parts.cjs", "known-command.cjs"]);
    expect(readFileSync(join(BIN, "known-command.cjs"), "utf8").length).toBeLessThan(126_000);
  });

  test("of --version loads nothing else", async () => {
    const { files } = await evaluated(project, "--version");
    expect(files).toEqual(["skillc.js", "version.cjs"]);
  });
});

test("V8 reads the large files as ASCII", () => {
  for (const file of ["everyday.cjs", "known-command.cjs"])
    expect(readFileSync(join(BIN, file), "utf8")).not.toMatch(/[^\0-\x7F]/);
});

/** From Node 22.1 on, Node keeps the code itself. */
describe.skipIf("enableCompileCache" in module)("compiled code", () => {
  let project: Project;
  let bin: string;
  let kept: string;
  const check = (...args: string[]) => run(process.execPath, [bin, "check", "skills", ...args], { cwd: project.dir });
  const records = () => (existsSync(kept) ? readdirSync(kept).map((name) => join(kept, name)) : []);
  beforeEach(() => {
    project = createProject({ "skills/sails/SKILL.md": "---\nname: sail\n---\nMend them.\n" });
    const home = join(project.dir, "node_modules/skillc");
    cpSync(BIN, join(home, "dist/bin"), { recursive: true });
    cpSync(join(ROOT, "package.json"), join(home, "package.json"));
    bin = join(home, "dist/bin/skillc.js");
    kept = join(project.dir, "node_modules/.cache/skillc/code");
  });
  afterEach(() => project.remove());

  test("is kept next to the package by the first run, and changes no result", async () => {
    const first = await check("--format", "sarif");
    const names = records();
    expect(names).toHaveLength(2);
    expect(await check("--format", "sarif")).toEqual(first);
    expect(first.stdout).toContain("SKC");
    expect(records()).toEqual(names);
  });

  test("is used by every command, whichever has left it", async () => {
    writeFileSync(join(project.dir, "package.json"), "{}");
    // What generated modules contain.
    cpSync(join(ROOT, "dist/library"), join(project.dir, "node_modules/skillc/dist/library"), { recursive: true });
    const skill = join(project.dir, "skills/sails/SKILL.md");
    writeFileSync(skill, "---\nname: sails\ndescription: Mends sails. Use it when one is torn.\n---\nMend them.\n");
    const commands = [
      "compile skills --blocks blocks",
      "link --blocks blocks",
      "build skills --no-cache",
      "build skills",
      "check skills",
    ];
    const runAll = async () => {
      for (const command of commands) {
        if (!command.startsWith("link")) appendFileSync(skill, "More.\n");
        const { exitCode, stderr } = await run(process.execPath, [bin, ...command.split(" ")], { cwd: project.dir });
        expect([command, exitCode, stderr]).toEqual([command, 0, ""]);
      }
      return records().map((file) => [file, statSync(file).ino, statSync(file).mtimeMs]);
    };
    await runAll();
    const left = await runAll();
    expect(left).toHaveLength(2);
    expect(await runAll()).toEqual(left);
  });

  test("is complete after a run in which garbage was collected often", async () => {
    const sizesOf = async (...options: string[]) => {
      await run(process.execPath, [...options, bin, "compile", "skills", "--blocks", "blocks"], { cwd: project.dir });
      const sizes = records().map((file) => statSync(file).size);
      rmSync(kept, { recursive: true });
      return sizes.map((bytes) => Math.round(bytes / 1e5));
    };
    // V8 forgets code that six collections have not seen in use, but not in those that `gc()` forces.
    const preload = join(project.dir, "collect.cjs");
    writeFileSync(
      preload,
      `const { prototype } = require("node:vm").Script;
      const { createCachedData } = prototype;
      prototype.createCachedData = function () {
        for (let round = 0; round < 12; round++) Array.from({ length: 40 }, () => new Array(200_000).fill(round));
        return createCachedData.call(this);
      };`,
    );
    const whole = await sizesOf();
    expect(whole).toHaveLength(1);
    expect(await sizesOf("--require", preload)).toEqual(whole);
  });

  test.each([
    ["cut", (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ["changed", (bytes: Buffer) => bytes.fill(7, bytes.length >> 1, (bytes.length >> 1) + 64)],
    ["empty", () => Buffer.alloc(0)],
  ])("that was %s is not used, and is kept again", async (_what, damage) => {
    const first = await check();
    const sizes = records().map((file) => statSync(file).size);
    for (const file of records()) writeFileSync(file, damage(readFileSync(file)));
    expect(await check()).toEqual(first);
    expect(records().map((file) => Math.round(statSync(file).size / 1e5))).toEqual(
      sizes.map((size) => Math.round(size / 1e5)),
    );
  });

  test("of another build with as many characters is not used", async () => {
    await check();
    const file = join(project.dir, "node_modules/skillc/dist/bin/everyday.cjs");
    writeFileSync(
      file,
      readFileSync(file, "utf8")
        .replaceAll("has no description", "has mo description")
        .replaceAll("is required", "ix required"),
    );
    const { stdout } = await check();
    expect(stdout).toMatch(/mo description|ix required/);
  });

  test("is not kept where NODE_DISABLE_COMPILE_CACHE says so", async () => {
    const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };
    const { exitCode } = await run(process.execPath, [bin, "check", "skills"], { cwd: project.dir, env });
    expect([exitCode, records()]).toEqual([1, []]);
  });
});

test("code is kept between runs next to the package, where Node can do that", async () => {
  const project = createProject({ "package.json": "{}" });
  linkPackage(project);
  // Node 22.1 and later have this function.
  const fake = `import module from "node:module"; module.enableCompileCache = (directory) => console.error(directory);`;
  const preload = `data:text/javascript,${encodeURIComponent(fake)}`;
  const link = join(project.dir, "node_modules/skillc/dist/bin/skillc.js");
  const { stdout, stderr } = await run(process.execPath, ["--import", preload, link, "--version"], {
    cwd: project.dir,
  });
  project.remove();
  expect(stderr.trim()).toBe(join(ROOT, "node_modules/.cache/skillc"));
  expect(stdout).toMatch(/^\d/);
});

describe.runIf(process.platform !== "win32")("with at most 64 open files", () => {
  // Links that only a Markdown parser settles, and descriptions that only a YAML parser reads.
  const skills = Array.from({ length: 100 }, (_, index) => `skills/berth-${index}`);
  const files = skills.flatMap((dir, index): (readonly [string, string])[] => [
    [
      `${dir}/SKILL.md`,
      `---\nname: berth-${index}\ndescription: >-\n  Moors ships at berth ${index}.\n  Use it for berth ${index} only.\n---\n<b>Lines [one](references/0.md "t\n")\n`,
    ],
    ...Array.from(
      { length: 20 },
      (_, page) => [`${dir}/references/${page}.md`, `# ${page}\n\n<i> [up][x]\n\n[x]: 0.md\n`] as const,
    ),
  ]);
  const configs = {
    "skillc.config.json": '{ "sources": ["skills"] }',
    "skillc.config.yaml": "sources: [skills]\n",
    "skillc.config.ts":
      'import { defineConfig } from "skillc/config";\nexport default defineConfig({ sources: ["skills"] satisfies string[] });\n',
  };
  let project: Project;
  beforeAll(() => {
    project = createProject({ ...Object.fromEntries(files), ...configs });
    linkPackage(project);
  });
  afterAll(() => project.remove());

  test.each([
    "check skills",
    "build skills",
    ...Object.keys(configs).flatMap((config) => [`check --config ${config}`, `build --config ${config}`]),
    "check skills --format json",
    "list skills",
    "explain SKC101",
  ])("%s", async (args) => {
    const script = 'ulimit -n 64 && exec "$0" "$@"';
    const command = ["-c", script, process.execPath, join(BIN, "skillc.js"), ...args.split(" ")];
    const { exitCode, stderr } = await run("sh", command, { cwd: project.dir });
    expect(stderr).not.toMatch(/EMFILE|too many open files|This is a bug/);
    expect(exitCode).toBe(0);
  });
});

test("a package without one of its files says so, and not that the output cannot be written", async () => {
  const skill = "---\nname: sails\ndescription: Mends sails. Use it when a sail is torn.\n---\nMend them.\n";
  const project = createProject({ "skills/sails/SKILL.md": skill });
  const home = join(project.dir, "node_modules/skillc");
  cpSync(BIN, join(home, "dist/bin"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(home, "package.json"));
  const { exitCode, stderr } = await run(process.execPath, [join(home, "dist/bin/skillc.js"), "build", "skills"], {
    cwd: project.dir,
  });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^skillc: its own file .*access\.js cannot be read \(ENOENT\): install skillc again\n$/);
  expect(existsSync(join(project.dir, "generated"))).toBe(false);
  project.remove();
});
