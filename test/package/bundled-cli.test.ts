/** The bundled command line: what a start reads, and that it runs where few files may be open. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProject, linkPackage, ROOT, run, type Project } from "../support/consumer.ts";

const BIN = join(ROOT, "dist/bin");

/** Returns the code of a chunk and of all that it imports at its start. */
function codeFrom(chunk: string, seen = new Map<string, string>()): ReadonlyMap<string, string> {
  if (seen.has(chunk)) return seen;
  const code = readFileSync(join(BIN, chunk), "utf8");
  seen.set(chunk, code);
  for (const [, imported = ""] of code.matchAll(/(?:^|[;}\n])import(?:[^"'()]*from)?"\.\/([^"]+)"/g))
    codeFrom(imported, seen);
  return seen;
}

/** Returns the chunk of a command, or another that is imported when it is needed. */
function chunkOf(name: string): string {
  const main = readFileSync(join(BIN, "start.js"), "utf8");
  const chunk = new RegExp(`import\\("\\./(${name}-[^"]+)"\\)`).exec(main)?.[1];
  if (chunk === undefined) throw new Error(`start.js does not import ${name}`);
  return chunk;
}

/** Packages that are requested by name when they are needed. */
const NOT_IMPORTED = new Set(['from"watchpack"', 'from"node:zlib"']);

describe.each(["check", "build", "list"])("the start of %s", (command) => {
  const chunks = codeFrom(chunkOf(command));

  test.each([
    ["zod", "ZodError"],
    ["the Markdown parser", "labelStartLink"],
    ["esbuild", 'from"esbuild"'],
    ["watchpack", 'from"watchpack"'],
    ["the examples of rules", "tide-tables"],
    ["a report format", "sarif-schema"],
    ["zlib", 'from"node:zlib"'],
    ["the charts of a report", "rankdir"],
    ["the language server", "textDocument/publishDiagnostics"],
  ])("does not read %s", (_what, mark) => {
    const all = readdirSync(BIN).filter((file) => file.endsWith(".js"));
    const anywhere = all.filter((file) => readFileSync(join(BIN, file), "utf8").includes(mark));
    // Without it, the test would find nothing.
    if (!NOT_IMPORTED.has(mark)) expect(anywhere).not.toEqual([]);
    expect(anywhere.filter((file) => chunks.has(file))).toEqual([]);
  });

  test("reads few files", () => {
    expect(chunks.size).toBeGreaterThan(5);
    expect(chunks.size).toBeLessThanOrEqual(48);
  });
});

test("a known outcome is printed by one file, without what compiles", () => {
  expect([...codeFrom("skillc.js").keys(), ...codeFrom("known-command.js").keys()]).toEqual([
    "skillc.js",
    "known-command.js",
  ]);
  const code = readFileSync(join(BIN, "known-command.js"), "utf8");
  expect(code.length).toBeLessThan(120_000);
  for (const mark of ["ZodError", "labelStartLink", "tide-tables", "sarif-schema"]) expect(code).not.toContain(mark);
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
