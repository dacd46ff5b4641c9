/** A package is an output like any other: compared, watched, cached, locked, viewed, and reported as JSON. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { build } from "../../src/api/build.ts";
import { check } from "../../src/api/check.ts";
import { createCompiler } from "../../src/api/compiler.ts";
import { listFiles } from "../support/case-project.ts";
import { opened, openPackage, openProject, out, rulesOf, run, skill } from "../support/package-project.ts";
import { runCli } from "../support/run-cli.ts";

const FILES = {
  "package.json": '{ "name": "pilot", "version": "1.0.0", "description": "Pilots.", "author": "Harbor" }',
  "notes.md": "one\n",
  "skills/moor/SKILL.md": skill("moor", "disable-model-invocation: true\n"),
  "skills/moor/agents/openai.yaml": "interface:\n  display_name: Moor\n",
};
const OUTPUT = { emit: ["plugin"], include: { "NOTES.md": "notes.md" } } as const;
const openFull = () => openPackage(OUTPUT, FILES, { package: {}, sources: ["skills"] });

/** What a package is made of, an edit of it, and the file of the package that shows it. */
const EDITS: readonly (readonly [what: string, file: string, text: string, written: string])[] = [
  [
    "a skill",
    "skills/moor/SKILL.md",
    skill("moor", "disable-model-invocation: true\n", "More.\n"),
    "skills/moor/SKILL.md",
  ],
  [
    "agents/openai.yaml",
    "skills/moor/agents/openai.yaml",
    "interface:\n  display_name: Moors\n",
    "skills/moor/agents/openai.yaml",
  ],
  ["an included file", "notes.md", "two\n", "NOTES.md"],
  [
    "package.json",
    "package.json",
    '{ "name": "pilot", "version": "1.0.1", "description": "Pilots.", "author": "Harbor" }',
    ".claude-plugin/plugin.json",
  ],
];

describe.each(EDITS)("an edit of %s", (_, file, text, written) => {
  test("is what --check finds, and the next build writes; both from a cache", async () => {
    const { dir } = openFull();
    mkdirSync(join(dir, "node_modules"));
    expect((await runCli(["build"], dir)).exitCode).toBe(0);
    expect((await runCli(["build"], dir)).stdout).toContain("up to date");
    expect((await runCli(["build", "--check"], dir)).exitCode).toBe(0);
    writeFileSync(join(dir, file), text);
    const compared = await runCli(["build", "--check"], dir);
    expect([compared.exitCode, compared.stdout]).toEqual([1, expect.stringContaining(`outdated  ${written}\n`)]);
    await runCli(["build"], dir);
    expect(readFileSync(out(written), "utf8")).toContain(file === "package.json" ? '"1.0.1"' : text);
    expect((await runCli(["build", "--check"], dir)).exitCode).toBe(0);
  });

  test("is seen by a compiler that watches", async () => {
    const { dir } = openFull();
    const compiler = createCompiler({ cwd: dir });
    const texts: string[] = [];
    const watching = compiler.watch((snapshot) => {
      for (const { path, chunks } of snapshot.outputs("out"))
        if (path === written) texts.push(Array.from(chunks(), (chunk) => Buffer.from(chunk as Uint8Array)).join(""));
    });
    try {
      for (let tries = 0; texts.length === 0 && tries < 200; tries++) await delay(50);
      writeFileSync(join(dir, file), text);
      const wanted = file === "package.json" ? '"1.0.1"' : text;
      for (let tries = 0; texts.at(-1)?.includes(wanted) !== true && tries < 200; tries++) await delay(50);
      expect(texts.at(-1)).toContain(wanted);
    } finally {
      watching.close();
      await watching.finished;
    }
  });
});

test("what is missing, too much or edited in the package is what --check finds, and nothing else", async () => {
  const { dir } = openFull();
  await run();
  writeFileSync(out("mine.txt"), "mine\n");
  expect((await build({ cwd: dir, verify: true })).ok).toBe(true);
  rmSync(out("skills/moor/agents/openai.yaml"));
  const { ok, outputs } = await build({ cwd: dir, verify: true });
  const added = ["skills/moor/agents/openai.yaml"];
  expect([ok, outputs[0]?.changes]).toEqual([false, expect.objectContaining({ added, changed: [], removed: [] })]);
  expect(existsSync(out("skills/moor/agents/openai.yaml"))).toBe(false);
  writeFileSync(out("NOTES.md"), "edited\n");
  expect(rulesOf(await build({ cwd: dir, verify: true }))).toContain("output-foreign-file");
});

test("--json says what a package contains, and what it does not", async () => {
  const { dir } = openPackage(
    { emit: ["tree"] },
    { "skills/berth/SKILL.md": skill("berth", "required_scope: cargo\n") },
  );
  const { stdout, exitCode } = await runCli(["build", "--json"], dir);
  const { outputs, diagnostics } = JSON.parse(stdout) as {
    readonly outputs: readonly { readonly figures: { readonly skills: number } }[];
    readonly diagnostics: readonly { readonly rule: string; readonly file: string }[];
  };
  expect([exitCode, outputs.map(({ figures }) => figures.skills)]).toEqual([0, [1]]);
  expect(diagnostics).toContainEqual(
    expect.objectContaining({ rule: "target-skill-left-out", file: "skills/berth/SKILL.md" }),
  );
});

test("a check says the same as a build about a package, and writes nothing", async () => {
  const fields = "argument-hint: <berth>\n";
  const output = { emit: ["plugin"], plugin: { manifests: ["claude", "agent-plugins"] } } as const;
  const { dir } = openPackage(output, { "skills/moor/SKILL.md": skill("moor", fields) });
  const [checked, built] = [await check({ cwd: dir }), await run()];
  expect(rulesOf(checked)).toContain("target-not-conforming");
  expect(rulesOf(built)).toEqual(rulesOf(checked));
  expect([checked.exitCode, built.exitCode, existsSync(out(""))]).toEqual([1, 1, false]);
});

test("builds that meet write one of their packages whole", async () => {
  const { dir } = openFull();
  await Promise.all([run(), run(), run()]);
  expect((await build({ cwd: dir, verify: true })).ok).toBe(true);
  expect(listFiles(out("")).filter((path) => /staging|lock/.test(path))).toEqual([]);
});

test("each output has the skills of its view, and an error in one stops all", async () => {
  const config = {
    package: { name: "pilot", version: "1.0.0", description: "Pilots." },
    views: { some: "skills/moor" },
    outputs: [
      { outDir: "out/all", emit: ["tree"] },
      { outDir: "out/some", emit: ["plugin"], view: "some" },
    ],
  };
  openProject({
    "skillc.config.json": JSON.stringify(config),
    "skills/moor/SKILL.md": skill("moor"),
    "skills/berth/SKILL.md": skill("berth"),
  });
  expect((await run()).ok).toBe(true);
  expect(listFiles(out("some")).filter((path) => path.endsWith("SKILL.md"))).toEqual(["skills/moor/SKILL.md"]);
  const before = listFiles(out(""));
  opened().write({
    "skills/reef/SKILL.md": skill("reef"),
    "skillc.config.json": JSON.stringify({ ...config, package: {} }),
  });
  expect((await run()).ok).toBe(false);
  expect(listFiles(out(""))).toEqual(before);
});
