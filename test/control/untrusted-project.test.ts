/**
 * A project that nobody has read: its code writes a mark wherever it runs. Each command of the table runs in it, with
 * `--no-config`, with the environment variable, and plainly, from its root and from inside.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { commandTable, type CommandName } from "../../src/cli/command-table.ts";
import { configFileNames, notationOf } from "../../src/config/file-names.ts";
import { build, check, createCompiler, loadConfig } from "../../src/index.ts";
import { ROOT } from "../support/consumer.ts";
import { runCli } from "../support/run-cli.ts";

const skill = (name: string, body = "Read it."): string =>
  `---\nname: ${name}\ndescription: Reads the ${name} of a harbor. Use when a ship is about to land.\n---\n${body}\n`;

let home: string;
/** What code of the project writes. */
let mark: string;
/** A project without a config, in which skills are installed. */
let template: string;
let dir: string;

const write = (files: Readonly<Record<string, string>>, root = dir): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

const programOf = (name: string, value = '{ sources: ["skills"] }'): string => {
  const isCommon = /\.c[jt]s$/.test(name);
  const head = isCommon ? 'const { writeFileSync } = require("node:fs");' : 'import { writeFileSync } from "node:fs";';
  const end = isCommon ? `module.exports = ${value};` : `export default ${value};`;
  return `${head}\nwriteFileSync(${JSON.stringify(mark)}, ${JSON.stringify(name)});\n${end}\n`;
};

const CODE = configFileNames.filter((name) => notationOf(name) === "code");

/** Other files that some tool runs or reads: none of them is skillc's business. */
const trapsOf = (): Readonly<Record<string, string>> => ({
  "package.json": JSON.stringify({
    name: "stranger",
    type: "module",
    skillc: "./trap.mjs",
    imports: { "#x": "./trap.mjs" },
  }),
  "trap.mjs": programOf("trap.mjs"),
  ".pnp.cjs": programOf(".pnp.cjs"),
  "tsconfig.json": JSON.stringify({ compilerOptions: { plugins: [{ name: "./trap.mjs" }] } }),
  ".npmrc": "node-options=--import ./trap.mjs\n",
  "vite.config.mjs": programOf("vite.config.mjs"),
  "esbuild.config.mjs": programOf("esbuild.config.mjs"),
  "node_modules/.bin/skillc": `#!/bin/sh\ntouch '${mark}'\n`,
  "node_modules/skillc/config.js": programOf("config.js"),
  "node_modules/esbuild/package.json": '{ "name": "esbuild", "main": "index.cjs" }',
  "node_modules/esbuild/index.cjs": programOf("index.cjs"),
  "node_modules/yaml/package.json": '{ "name": "yaml", "main": "index.cjs" }',
  "node_modules/yaml/index.cjs": programOf("index.cjs"),
});

/** The arguments of each command, in ways in which it could come upon a config. A new command needs a row. */
const RUNS: Readonly<Record<CommandName, readonly (readonly string[])[]>> = {
  init: [["--check"], ["--yes"]],
  new: [["sea-chart", "--description", "Draws sea charts. Use when a ship sails."]],
  build: [
    [],
    ["--check"],
    ["--set", "module.scripts=true"],
    ["--json"],
    ["--watch", "--", process.execPath, "-e", "0"],
  ],
  compile: [
    ["--blocks", "blocks"],
    ["--shard", "1/2", "--blocks", "blocks", "--contents", "blocks"],
  ],
  link: [["--blocks", "blocks"]],
  check: [
    [],
    ["--set", "module.scripts=true", "--no-cache"],
    ["--fix", "--dry-run"],
    ["--since", "HEAD"],
    ["--staged"],
    ["--print-config", "x/SKILL.md"],
    ["--format", "json"],
  ],
  test: [[], ["--json"], ["--since", "HEAD"]],
  list: [[], ["--json"], ["--installed"], ["--installed", "--json"]],
  show: [["tide-tables"], ["tide-tables", "--json"]],
  why: [["tide-tables"], ["tide-tables", "--json"]],
  report: [["--out", "report.html"]],
  add: [["./vendor/berths"], ["./vendor/berths", "--json"]],
  remove: [["./vendor/moorings"], ["./vendor/moorings", "--json"]],
  install: [[], ["--offline"], ["--frozen"], ["--frozen", "--offline"], ["--frozen", "--json"]],
  outdated: [[], ["--json"]],
  update: [[], ["--dry-run"], ["--accept"], ["./vendor/moorings"], ["--json"]],
  resolve: [["./vendor/moorings"], ["./vendor/moorings", "--json"]],
  verify: [[], ["--json"]],
  diff: [
    ["./vendor/moorings", "./vendor/berths"],
    ["./vendor/moorings", "./vendor/berths", "--json"],
  ],
  serve: [["--mcp"]],
  lsp: [["--stdio"]],
  explain: [["SKC401"]],
  rules: [["--json"]],
  targets: [[], ["--json"]],
  completions: [["bash"]],
};

/** Commands about what is installed: they run no config, with whatever options. */
const isAboutInstalled = (command: CommandName, args: readonly string[]): boolean =>
  ["remove", "outdated", "update", "resolve", "verify", "diff"].includes(command) ||
  (command === "list" && args.includes("--installed")) ||
  (command === "install" && args.includes("--frozen"));

/** Those that know no project, the editor's, which says itself whom it trusts, and linking, for which there are no blocks. */
const NEVER_RUNS: ReadonlySet<CommandName> = new Set(["explain", "rules", "targets", "completions", "lsp", "link"]);

const rows = commandTable.flatMap(({ name }) => RUNS[name].map((args) => ({ name, args })));

/** Servers and watchers take their streams for themselves. */
const needsProcess = (name: CommandName, args: readonly string[]): boolean =>
  name === "serve" || name === "lsp" || args.includes("--watch");

const run = async (name: CommandName, args: readonly string[], cwd = dir): Promise<string> => {
  rmSync(mark, { force: true });
  if (!needsProcess(name, args)) {
    const { stdout, stderr } = await runCli([name, ...args], cwd);
    return stdout + stderr;
  }
  const { stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "dist/bin/skillc.js"), name, ...args], {
    cwd,
    input: "",
    encoding: "utf8",
  });
  return stdout + stderr;
};

/** Puts options where a command reads them: before the program that it runs. */
const withOptions = (args: readonly string[], ...options: readonly string[]): readonly string[] => {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  return [...args.slice(0, end), ...options, ...args.slice(end)];
};

const open = (files: Readonly<Record<string, string>>): void => {
  rmSync(dir, { recursive: true, force: true });
  cpSync(template, dir, { recursive: true });
  write(files);
};

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-stranger-")));
  [mark, template, dir] = [join(home, "RAN"), join(home, "template"), join(home, "project")];
  const files = {
    "skills/tide-tables/SKILL.md": skill("tide-tables"),
    "skills/tide-tables/scripts/high-water.ts": "export default (day: string): string => day;\n",
    "vendor/moorings/SKILL.md": skill("moorings"),
    "vendor/berths/SKILL.md": skill("berths"),
    ".git/HEAD": "ref: refs/heads/main\n",
  };
  write(files, template);
  vi.stubEnv("XDG_CONFIG_HOME", join(home, "config"));
  vi.stubEnv("XDG_CACHE_HOME", join(home, "cache"));
  const { exitCode, stderr } = await runCli(["add", "./vendor/moorings", "--no-save"], template);
  expect([exitCode, stderr]).toEqual([0, ""]);
});
beforeEach(() => {
  vi.stubEnv("XDG_CONFIG_HOME", join(home, "config"));
  vi.stubEnv("XDG_CACHE_HOME", join(home, "cache"));
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(home, { recursive: true, force: true }));

const everyConfig = (): Readonly<Record<string, string>> => ({
  ...trapsOf(),
  ...Object.fromEntries(CODE.map((name) => [name, programOf(name)])),
});

describe("with --no-config and with SKILLC_NO_CONFIG, no code of the project runs", () => {
  test.for(rows)("$name $args", async ({ name, args }) => {
    for (const place of [".", "skills/tide-tables"]) {
      open(everyConfig());
      await run(name, withOptions(args, "--no-config"), join(dir, place));
      expect(existsSync(mark), `--no-config in ${place}`).toBe(false);
      open(everyConfig());
      vi.stubEnv("SKILLC_NO_CONFIG", "1");
      await run(name, args, join(dir, place));
      vi.stubEnv("SKILLC_NO_CONFIG", undefined);
      expect(existsSync(mark), `SKILLC_NO_CONFIG in ${place}`).toBe(false);
    }
  });
});

describe("without them, a config in code runs for what compiles or adds skills, and never for what is installed", () => {
  test.for(rows)("$name $args", async ({ name, args }) => {
    const expected = !NEVER_RUNS.has(name) && !isAboutInstalled(name, args);
    for (const config of isAboutInstalled(name, args) ? CODE : [CODE[0] as string]) {
      open({ ...trapsOf(), [config]: programOf(config) });
      const printed = await run(name, args);
      expect(existsSync(mark), printed).toBe(expected);
    }
  });

  test.for(rows.filter(({ name, args }) => isAboutInstalled(name, args)))(
    "$name $args from a directory inside, and with --config",
    async ({ name, args }) => {
      for (const config of [...CODE, "skillc.config.cjs", "skillc.config.cts", "other.CJS"]) {
        open({ ...trapsOf(), [config]: programOf(config) });
        await run(name, withOptions(args, "--config", config));
        await run(name, withOptions(args, "-c", `../../${config}`), join(dir, "skills/tide-tables"));
        await run(name, args, join(dir, "skills/tide-tables"));
        expect(existsSync(mark), config).toBe(false);
      }
    },
  );
});

describe("what is said", () => {
  const NOT_RUN = '"skillc.config.ts" is a program and was not run: none of its settings apply';

  test.for(["build", "check", "list", "show", "report", "serve", "init", "new", "add", "install"] as const)(
    "%s names the config that was not run, and how to allow it",
    async (name) => {
      open({ "skillc.config.ts": programOf("skillc.config.ts") });
      const printed = await run(name, withOptions(RUNS[name][0] ?? [], "--no-config"));
      expect(printed).toContain(NOT_RUN);
      expect(printed).toContain("to let it run, omit --no-config and unset SKILLC_NO_CONFIG");
    },
  );

  test("verify and install --frozen say what they did not compare", async () => {
    for (const args of [["verify"], ["install", "--frozen", "--offline"]]) {
      open({ "skillc.config.ts": programOf("skillc.config.ts") });
      const { exitCode, stdout, stderr } = await runCli(args, dir);
      expect(stderr).toBe(
        'note: "skillc.config.ts" was not run: references that it names were not compared with skillc.lock; `skillc check` compares them\n',
      );
      expect([exitCode, stdout]).toEqual([
        0,
        args[0] === "verify" ? "skillc.lock and disk agree (1 source)\n" : "0 installed, 1 unchanged\n",
      ]);
    }
  });

  test("a config in JSON is still compared with the lock", async () => {
    open({ "skillc.config.json": '{ "sources": [{ "ref": "acme/skills@v1" }] }' });
    const { exitCode, stdout, stderr } = await runCli(["verify", "--no-config"], dir);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^( {2}= help: .*\n)+$/)]);
    expect(stdout).toContain("acme/skills@v1: the config names it, skillc.lock does not");
  });

  test("JSON and YAML next to a program apply, and so does --config with one of them", async () => {
    open({
      "skillc.config.ts": programOf("skillc.config.ts"),
      "skillc.config.yaml": "sources: [vendor]\n",
      "other.json": '{ "sources": ["vendor/berths"] }',
    });
    const idsOf = async (...args: readonly string[]): Promise<unknown> => {
      const { stdout } = await runCli(["list", "--json", "--no-config", ...args], dir);
      return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
    };
    expect(await idsOf()).toEqual(["berths", "moorings"]);
    expect(await idsOf("--config", "other.json")).toEqual(["berths"]);
    expect(existsSync(mark)).toBe(false);
  });
});

test("a config in JSON cannot silence it", async () => {
  open({
    "skillc.config.ts": programOf("skillc.config.ts"),
    "skillc.config.json": JSON.stringify({ sources: ["skills"], rules: { "config-not-run": "off", SKC658: "info" } }),
  });
  expect(await run("check", ["--no-config"])).toContain("warning[SKC658] config-not-run");
});

describe("what contradicts itself is wrong usage", () => {
  const takesConfig = rows.filter(
    ({ name }) => !["init", "new", "explain", "rules", "targets", "completions"].includes(name),
  );

  test.for(takesConfig)("$name $args with a program", async ({ name, args }) => {
    open({ "skillc.config.mjs": programOf("skillc.config.mjs") });
    const printed = await run(name, withOptions(args, "--no-config", "--config", "skillc.config.mjs"));
    expect(printed).toContain('--no-config runs no config, but --config names a program, "skillc.config.mjs"');
    vi.stubEnv("SKILLC_NO_CONFIG", "1");
    const forbidden = await run(name, withOptions(args, "--config", "skillc.config.mjs"));
    expect(forbidden).toContain('SKILLC_NO_CONFIG runs no config, but --config names a program, "skillc.config.mjs"');
    expect(existsSync(mark)).toBe(false);
  });

  test("the exit code is 2, also where the outcome of a command is known", () => {
    open({ "skillc.config.mjs": programOf("skillc.config.mjs") });
    for (const args of [
      ["check", "--no-config", "--config", "skillc.config.mjs"],
      ["build", "--no-config=1"],
      ["check", "--config", "false"],
      ["verify", "--config", "None"],
    ])
      expect(spawnSync(process.execPath, [join(ROOT, "dist/bin/skillc.js"), ...args], { cwd: dir }).status).toBe(2);
  });

  test("--config false suggests --no-config", async () => {
    open({});
    const { stderr } = await runCli(["check", "--config", "false"], dir);
    expect(stderr).toContain('--config needs a file, and "false" is not one (did you mean --no-config,');
  });

  test("a program that does not exist is missing, not forbidden", async () => {
    open({});
    const { exitCode, stdout, stderr } = await runCli(["verify", "--config", "gone.ts"], dir);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("config-not-found");
  });
});

describe("commands of skills", () => {
  const files = (): Readonly<Record<string, string>> => ({
    "skills/tide-tables/SKILL.md": skill("tide-tables", `Today: !\`touch ${mark}\``),
    "skillc.config.json": JSON.stringify({ sources: ["skills"], prepare: { shell: { allow: [`touch ${mark}`] } } }),
  });

  test("that a config in JSON allows do not run either", async () => {
    open(files());
    const printed = await run("build", ["--no-config"]);
    expect(printed).toContain('prepare.shell in "skillc.config.json" does not apply: no command of a skill runs');
    await run("build", ["--no-config", "--watch", "--", process.execPath, "-e", "0"]);
    expect(existsSync(mark)).toBe(false);
    vi.stubEnv("SKILLC_NO_CONFIG", "1");
    await run("build", []);
    expect(existsSync(mark)).toBe(false);
    vi.stubEnv("SKILLC_NO_CONFIG", undefined);
    await run("build", []);
    expect(existsSync(mark), "plainly, they do").toBe(true);
  });

  test("are not spoken of where they never run: a check finds the same with and without --no-config", async () => {
    open(files());
    const [closed, plain] = [await run("check", ["--no-config"]), await run("check", [])];
    expect(closed).toBe(plain);
    expect(closed).not.toContain("config-not-run");
    expect(existsSync(mark)).toBe(false);
  });
});

test("a known outcome is that of a run with the same option", () => {
  open({
    "package.json": "{}",
    "node_modules/x/package.json": "{}",
    "skillc.config.json": '{ "sources": ["vendor"] }',
  });
  const checked = (env: Readonly<Record<string, string>>, ...args: readonly string[]): string =>
    spawnSync(process.execPath, [join(ROOT, "dist/bin/skillc.js"), "check", ...args], {
      cwd: dir,
      encoding: "utf8",
      env: { ...process.env, ...env },
    }).stdout;
  write({ "skillc.config.ts": programOf("skillc.config.ts") });
  const closed = checked({}, "--no-config");
  expect(closed).toContain("2 skills");
  expect(closed).toContain("config-not-run");
  // Kept by now, and the same for the variable.
  expect(checked({}, "--no-config")).toBe(closed);
  expect(checked({ SKILLC_NO_CONFIG: "1" })).toBe(closed);
  rmSync(mark, { force: true });
  const open_ = checked({});
  expect(open_).not.toContain("config-not-run");
  expect(existsSync(mark)).toBe(true);
  rmSync(mark, { force: true });
  expect(checked({}, "--no-config")).toBe(closed);
  expect(existsSync(mark)).toBe(false);
});

describe("from code", () => {
  test("runConfig: false and the variable forbid it to every function, and true does not allow what the variable forbids", async () => {
    open({ "skillc.config.ts": programOf("skillc.config.ts") });
    const all = async (options: { readonly runConfig?: boolean }): Promise<void> => {
      const project = { cwd: dir, ...options };
      await check(project);
      await build(project);
      await loadConfig(project);
      await createCompiler(project).build({ prepare: true });
    };
    await all({ runConfig: false });
    vi.stubEnv("SKILLC_NO_CONFIG", "1");
    await all({});
    await all({ runConfig: true });
    expect(existsSync(mark)).toBe(false);
    vi.stubEnv("SKILLC_NO_CONFIG", "");
    await loadConfig({ cwd: dir });
    expect(existsSync(mark)).toBe(true);
  });
});

test("the profile of installed skills is read from the lock where the config is not run", async () => {
  const promptkit = '{ profile: "promptkit", sources: ["skills"] }';
  open({ "skillc.config.ts": programOf("skillc.config.ts", promptkit) });
  rmSync(join(dir, ".skillc"), { recursive: true });
  rmSync(join(dir, "skillc.lock"));
  await run("add", ["./vendor/moorings"]);
  await run("list", ["--installed"]);
  expect(existsSync(mark)).toBe(false);
  const { exitCode, stdout } = await runCli(["verify"], dir);
  expect([exitCode, stdout]).toEqual([0, "skillc.lock and disk agree (1 source)\n"]);
  expect((await runCli(["list", "--installed"], dir)).stdout).toContain(".promptkit/skills/");
  rmSync(join(dir, "skillc.lock"));
  // Without a lock, the directories show it: what nothing pins is named.
  expect((await runCli(["verify"], dir)).stdout).toContain(".promptkit/skills/");
});
