/** The pages for users of the five systems, and their templates: every code block is run in a project of the template. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProject, linkPackage, ROOT, run, runNode, type Project } from "../support/consumer.ts";

const SKILLC = join(ROOT, "dist/bin/skillc.js");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

const systems = ["promptkit", "skillkit", "instructor-php", "carnet", "fizeau"];

interface Block {
  readonly language: string;
  readonly code: string;
}

function blocksOf(system: string): readonly Block[] {
  const page = readFileSync(join(ROOT, `docs/coming-from-${system}.md`), "utf8");
  return Array.from(page.matchAll(/^```(\w*)\n([^]*?)^```$/gm), ([, language = "", code = ""]) => ({ language, code }));
}

const isConfig = ({ language, code }: Block): boolean => language === "ts" && code.includes("defineConfig(");

describe.each(systems)("%s", (system) => {
  const blocks = blocksOf(system);
  const programs = blocks.filter((block) => block.language === "ts" && !isConfig(block));
  let home: Project;
  let project: Project;
  const skillc = (...args: string[]): Promise<string> => runNode([SKILLC, ...args], project.dir);

  beforeAll(async () => {
    home = createProject({}, `skillc ${system} `);
    // The commands of the page are the way to the project.
    for (const { code } of blocks.filter(({ language }) => language === "sh"))
      for (const line of code.trim().split("\n")) {
        const [npx, name, ...args] = line.split(" ");
        expect([npx, name]).toEqual(["npx", "skillc"]);
        await runNode([SKILLC, ...args], home.dir);
      }
    const dir = join(home.dir, "my-agent");
    project = { ...home, dir };
    linkPackage(project);
    mkdirSync(join(dir, "node_modules/@types"));
    symlinkSync(join(ROOT, "node_modules/@types/node"), join(dir, "node_modules/@types/node"), "dir");
  });
  afterAll(() => home?.remove());

  test("the page has blocks of known languages, and the files of the template", () => {
    expect(new Set(blocks.map(({ language }) => language))).toEqual(
      new Set(["sh", "ts", ...blocks.map(({ language }) => language).filter((one) => /^(?:json|text)$/.test(one))]),
    );
    const read = (path: string): string => readFileSync(join(project.dir, path), "utf8");
    expect(blocks.filter(isConfig).map(({ code }) => code)).toEqual([read("skillc.config.ts")]);
    expect(programs.map(({ code }) => code)).toEqual([read("src/index.ts")]);
    expect(read("package.json")).not.toContain("{{");
  });

  test("its skills have no findings, and are built", async () => {
    expect(await skillc("check")).toContain("ok 2 skills, nothing to report");
    expect(await skillc("build")).toMatch(/^2 skills in generated\/skills /);
  });

  test("every other config of the page works as well", async () => {
    for (const [index, { code }] of blocks.filter(({ language }) => language === "json").entries()) {
      createFile(project, `config-${index}.json`, code);
      expect(await skillc("check", "--config", `config-${index}.json`)).toContain("ok 2 skills, nothing to report");
    }
  });

  test("its program compiles, runs, and prints what the page says", async () => {
    await skillc("build");
    await runNode([TSC, "-p", "."], project.dir);
    const { exitCode, stdout, stderr } = await run(process.execPath, ["dist/index.js"], { cwd: project.dir });
    expect([exitCode, stderr]).toEqual([0, ""]);
    const printed = blocks.find(({ language }) => language === "text");
    if (printed === undefined) expect(stdout).not.toBe("");
    else expect(stdout).toBe(printed.code);
  });
});

function createFile(project: Project, path: string, text: string): void {
  writeFileSync(join(project.dir, path), text);
}
