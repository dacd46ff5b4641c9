/** A config in code runs in an editor only where the editor calls its folder trusted. */
import { existsSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isTrusted, readTrust } from "../../src/lsp/trust.ts";
import { createProject, type Project } from "../support/consumer.ts";
import { startEditor, type Editor, type EditorOptions } from "./editor.ts";

const SKILL = "skills/tide-tables/SKILL.md";
/** With a finding that the config turns off. */
const TIDES = `---
name: tide-tables
description: Reads tide tables of a harbour. Use when asked for high or low water.
---
See [the ports](references/gone.md).
`;

let project: Project;
let editor: Editor;
const mark = (): string => join(project.dir, "RAN");
const config = (): string =>
  `import { writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(mark())}, "");
export default { sources: ["skills"], rules: { "ref-missing": "off" } };
`;

beforeEach(() => {
  project = createProject({ [SKILL]: TIDES });
  project.write({ "skillc.config.mjs": config() });
});
afterEach(() => {
  editor.kill();
  project.remove();
});

const start = async (options: EditorOptions = {}): Promise<void> => {
  editor = await startEditor(project.dir, options);
};
const configure = (settings: unknown): void => editor.notify("workspace/didChangeConfiguration", { settings });

/** The skill is checked, without the config. */
const expectNotRun = async (): Promise<void> => {
  await editor.expectCodes("skillc.config.mjs", ["SKC658"]);
  await editor.expectCodes(SKILL, ["SKC401"]);
  expect(existsSync(mark())).toBe(false);
};
const expectRun = async (): Promise<void> => {
  await expect.poll(() => existsSync(mark()), { timeout: 20_000 }).toBe(true);
  await expectQuiet();
};
/** The answer to a question comes after the build of what was opened before. */
const expectQuiet = async (): Promise<void> => {
  editor.open(SKILL, TIDES);
  await editor.ask("hover", SKILL, { line: 0, character: 0 });
  expect([editor.findings(SKILL), editor.findings("skillc.config.mjs")]).toEqual([[], []]);
};

describe("the config of a folder", () => {
  test("is not run by default: a finding says so, and a message, once", async () => {
    await start();
    await expectNotRun();
    await expect.poll(() => editor.shown.length).toBe(1);
    expect(editor.shown).toEqual([
      `skillc: "skillc.config.mjs" is a program and was not run: none of its settings apply, because the editor does not call ${JSON.stringify(project.dir)} trusted. If you trust what is in it, set "trusted" as docs/editor.md describes.`,
    ]);
    editor.open(SKILL, TIDES);
    editor.edit(SKILL, { range: { start: { line: 4, character: 0 }, end: { line: 4, character: 3 } }, text: "Read" });
    await editor.ask("hover", SKILL, { line: 0, character: 0 });
    expect(existsSync(mark())).toBe(false);
    expect(editor.shown).toHaveLength(1);
  });

  test.for<readonly [string, unknown]>([
    ["false", { trusted: false }],
    ["no list of directories", { trusted: "true" }],
    ["a number", { trusted: 1 }],
    ["another directory", { trusted: ["/nowhere/else"] }],
    ["a relative directory", { trusted: ["."] }],
    ["an object", { trusted: { all: true } }],
    ["another spelling", { Trusted: true, skillc: { trusted: true } }],
    ["an inherited one", JSON.parse('{ "__proto__": { "trusted": true } }')],
    ["no object", "trusted"],
    ["null", null],
  ])("is not run with %s", async ([, initializationOptions]) => {
    await start({ initializationOptions });
    await expectNotRun();
  });

  test("is run in a trusted editor, without a message", async () => {
    await start({ initializationOptions: { trusted: true } });
    await expectRun();
    expect(editor.shown).toEqual([]);
  });

  test("is run below a trusted directory, and not in a folder next to it", async () => {
    const other = createProject({ [SKILL]: TIDES }, "skillc-other-");
    try {
      other.write({ "skillc.config.mjs": config().replace(JSON.stringify(mark()), JSON.stringify(`${mark()}-OTHER`)) });
      await start({ folders: [project.dir, other.dir], initializationOptions: { trusted: [project.dir] } });
      await expectRun();
      expect(editor.shown).toHaveLength(1);
      // Opened later, by a server that runs already.
      const third = createProject(
        { [SKILL]: TIDES, "skillc.config.mjs": other.read("skillc.config.mjs") },
        "skillc-third-",
      );
      editor.notify("workspace/didChangeWorkspaceFolders", {
        event: { added: [{ uri: `file://${third.dir}`, name: "third" }], removed: [] },
      });
      await expect.poll(() => editor.shown.length, { timeout: 20_000 }).toBe(2);
      third.remove();
      expect(existsSync(`${mark()}-OTHER`)).toBe(false);
    } finally {
      other.remove();
    }
  });

  test("is run as soon as the editor trusts the folder, and no longer when it does not; drafts stay", async () => {
    await start();
    await expectNotRun();
    editor.open(SKILL, TIDES.replace("name: tide-tables", "name: other-name"));
    await expect.poll(() => editor.findings(SKILL).map(({ code }) => code), { timeout: 20_000 }).toContain("SKC204");
    const before = editor.findings(SKILL).map(({ code }) => code);
    configure({ skillc: { trusted: true } });
    await editor.expectCodes(
      SKILL,
      before.filter((code) => code !== "SKC401"),
    );
    expect(existsSync(mark())).toBe(true);
    rmSync(mark());
    configure({ skillc: { trusted: false } });
    await editor.expectCodes(SKILL, before);
    editor.close(SKILL);
    await expectNotRun();
    expect(editor.shown).toHaveLength(1);
  });

  test("stays as it is when an editor sends settings that say nothing about it", async () => {
    await start({ initializationOptions: { trusted: false } });
    await expectNotRun();
    for (const settings of [null, {}, { skillc: null }, { skillc: {} }, { trusted: true }, "trusted", []])
      configure(settings);
    editor.open(SKILL, TIDES);
    await editor.ask("hover", SKILL, { line: 0, character: 0 });
    await expectNotRun();
  });

  test.for<readonly [string, EditorOptions]>([
    ["--no-config", { args: ["--stdio", "--no-config"] }],
    ["SKILLC_NO_CONFIG", { env: { SKILLC_NO_CONFIG: "1" } }],
  ])("is not run with %s, whatever the editor trusts", async ([, options]) => {
    await start({ ...options, initializationOptions: { trusted: true } });
    await expectNotRun();
    configure({ skillc: { trusted: [project.dir] } });
    await editor.ask("hover", SKILL, { line: 0, character: 0 }).catch(() => {});
    await expectNotRun();
    // Trust would change nothing.
    expect(editor.shown).toEqual([]);
  });

  test("is not run for a --config of the command line, before the folder is trusted", async () => {
    project.write({ "tools/other.ts": config() });
    await start({ args: ["--stdio", "--config", "skillc.config.mjs"] });
    await expectNotRun();
  });

  test("is not run for a skill that is opened without a folder", async () => {
    await start({ folders: [], initializationOptions: { trusted: true } });
    editor.open(SKILL, TIDES);
    await editor.expectCodes(SKILL, ["SKC401"]);
    expect(existsSync(mark())).toBe(false);
  });

  test("is not run through a link in a trusted directory", async () => {
    const trusted = createProject({}, "skillc-trusted-");
    const link = join(trusted.dir, "link");
    symlinkSync(project.dir, link);
    await start({ folders: [link], initializationOptions: { trusted: [trusted.dir] } });
    await expect.poll(() => editor.shown.length, { timeout: 20_000 }).toBe(1);
    expect(existsSync(mark())).toBe(false);
    trusted.remove();
  });

  test("in JSON is read in any folder", async () => {
    renameSync(join(project.dir, "skillc.config.mjs"), join(project.dir, "unused.mjs"));
    const prepare = '"prepare": { "shell": { "allow": ["date"] } }';
    project.write({
      "skillc.config.json": `{ "sources": ["skills"], "rules": { "ref-missing": "off" }, ${prepare} }`,
    });
    await start();
    await expectQuiet();
    expect(editor.findings("skillc.config.json")).toEqual([]);
    expect(editor.shown).toEqual([]);
  });
});

test("the setting trusts directories and what is in them", () => {
  expect(readTrust(["~/work", "/srv/app/", "relative", 7, "~other/x"])).toEqual([join(homedir(), "work"), "/srv/app"]);
  const within = (folder: string): boolean => isTrusted(folder, ["/nowhere/work"]);
  expect(within("/nowhere/work")).toBe(true);
  expect(within("/nowhere/work/app")).toBe(true);
  expect(within("/nowhere/work/..app")).toBe(true);
  for (const folder of ["/nowhere/workshop", "/nowhere", "/nowhere/work/../app", "/", "/nowhere/Work"])
    expect(within(folder), folder).toBe(false);
  expect(isTrusted("/nowhere", [])).toBe(false);
  expect(isTrusted("/any/thing", ["/"])).toBe(true);
});
