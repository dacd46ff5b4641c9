/** `skillc lsp` with a protocol client: findings while typing, fixes, hovers, completions, links, and its end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { check } from "../../src/index.ts";
import { createProject, ROOT, type Files, type Project } from "../support/consumer.ts";
import { startEditor, type Editor, type EditorOptions, type Range } from "./editor.ts";

const TIDES = `---
name: tide-tables
description: Reads tide tables of a harbour. Use when asked for high or low water.
---
# Tides

See [the ports](references/ports.md#north) and \`moorings\`.
`;
const MOORINGS = `---
name: moorings
description: Chooses a berth for a ship. Use when a ship arrives.
---
Look at the plan.
`;
const PORTS = "# Ports\n\n## North\n\nHelsinki.\n";

const FILES: Files = {
  "skills/tide-tables/SKILL.md": TIDES,
  "skills/tide-tables/references/ports.md": PORTS,
  "skills/moorings/SKILL.md": MOORINGS,
};

const SKILL = "skills/tide-tables/SKILL.md";
const PORTS_PATH = "skills/tide-tables/references/ports.md";

let project: Project;
let editor: Editor;

const start = async (files: Files = FILES, options: EditorOptions = {}): Promise<void> => {
  project.remove();
  project = createProject(files, "skillc editor ");
  editor = await startEditor(project.dir, options);
};

/** The range of the first occurrence of a text. */
const rangeOf = (text: string, wanted: string): Range => {
  const before = text.slice(0, text.indexOf(wanted)).split(/\r\n|\n/);
  const line = before.length - 1;
  const character = before.at(-1)?.length ?? 0;
  return { start: { line, character }, end: { line, character: character + wanted.length } };
};

/** Whole numbers below a limit, the same in each run. */
const createRandom =
  (seed: number) =>
  (limit: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };

beforeEach(() => {
  project = createProject({});
});
afterEach(() => {
  editor.kill();
  project.remove();
});

interface Action {
  readonly title: string;
  readonly kind: string;
  readonly isPreferred?: boolean;
  readonly edit: { readonly changes: Readonly<Record<string, readonly { range: Range; newText: string }[]>> };
}

const actionsAt = (path: string, range: Range, only?: readonly string[]): Promise<Action[]> =>
  editor.request("textDocument/codeAction", {
    textDocument: { uri: editor.uri(path) },
    range,
    context: { diagnostics: [], ...(only && { only }) },
  });

/** Applies an action to the open documents, as an editor does. */
const apply = ({ edit }: Action): void => {
  for (const [uri, edits] of Object.entries(edit.changes)) {
    const path = [SKILL, PORTS_PATH].find((one) => editor.uri(one) === uri) ?? "";
    for (const { range, newText } of edits.toReversed()) editor.edit(path, { range, text: newText });
  }
};

describe("findings", () => {
  test("appear for a draft that is not saved, and go away with the next edit", async () => {
    await start();
    editor.open(SKILL, TIDES);
    const broken = rangeOf(TIDES, "Reads");
    editor.edit(SKILL, { range: broken, text: "Use when: it rains; reads" });
    const [found] = await editor.expectCodes(SKILL, ["SKC101"]);
    expect(found).toMatchObject({ severity: 1, source: "skillc", range: { start: { line: 2, character: 13 } } });
    expect(found?.message).toContain('the value of "description" contains ": " but is not quoted');
    editor.edit(SKILL, { range: rangeOf(editor.textOf(SKILL), "Use when: it rains; reads"), text: "Reads" });
    await editor.expectCodes(SKILL, []);
  });

  test("are repaired by their fix", async () => {
    await start();
    editor.open(SKILL, TIDES.replace("Reads", "Use when: reads"));
    const [found] = await editor.expectCodes(SKILL, ["SKC101"]);
    const [action] = await actionsAt(SKILL, found?.range as Range);
    expect(action).toMatchObject({ title: "Quote the value", kind: "quickfix", isPreferred: true });
    apply(action as Action);
    await editor.expectCodes(SKILL, []);
    expect(editor.textOf(SKILL)).toContain('description: "Use when: reads tide tables');
  });

  test("name the version of the text that they are of", async () => {
    await start();
    editor.open(SKILL, TIDES);
    editor.edit(SKILL, { range: rangeOf(TIDES, "Reads"), text: "Use when: it rains; reads" });
    await editor.expectCodes(SKILL, ["SKC101"]);
    expect(editor.version(SKILL)).toBe(2);
    // A closed file has none.
    expect(editor.version(PORTS_PATH)).toBeUndefined();
  });

  test("are silenced by an action, in the body, in a list and in frontmatter", async () => {
    const text = TIDES.replace("See [", "See [gone](gone.md) and [").replace("---\n# T", 'license: ""\n---\n# T');
    await start({ ...FILES, [SKILL]: text });
    editor.open(SKILL, `${text}\n- [lost](lost.md)\n`);
    for (const code of ["SKC401", "SKC401"]) {
      await expect.poll(() => editor.findings(SKILL).some((one) => one.code === code)).toBe(true);
      const found = editor.findings(SKILL).find((one) => one.code === code);
      const actions = await actionsAt(SKILL, found?.range as Range);
      const before = editor.findings(SKILL).length;
      apply(actions.find(({ title }) => title === "Disable ref-missing for this line") as Action);
      await expect.poll(() => editor.findings(SKILL).length).toBe(before - 1);
    }
    expect(editor.textOf(SKILL)).toContain("\n<!-- skillc-disable-next-line SKC401: say why -->\nSee [gone]");
    expect(editor.textOf(SKILL)).toContain("\n- [lost](lost.md) <!-- skillc-disable-line SKC401: say why -->\n");
    // In quotes a comment would be a part of the value.
    const [empty] = await editor.expectCodes(SKILL, ["SKC260"]);
    expect(await actionsAt(SKILL, empty?.range as Range)).toEqual([]);
  });

  test("appear in files that link to the edited one, and in those that it links to", async () => {
    await start({ ...FILES, [SKILL]: TIDES.replace("`moorings`", "[berths](../moorings/SKILL.md)") });
    const moorings = "skills/moorings/SKILL.md";
    const [link] = await editor.expectCodes(SKILL, ["SKC403"]);
    expect(link?.message).toContain('the skill "moorings"');
    editor.open(moorings, MOORINGS);
    editor.edit(moorings, { range: rangeOf(MOORINGS, "moorings"), text: "berths" });
    await editor.expectCodes(moorings, ["SKC204"]);
    await expect.poll(() => editor.findings(SKILL)[0]?.message).toContain('the skill "berths"');
    // A file that no text names any longer.
    editor.open(SKILL, TIDES.replace("See [the ports](references/ports.md#north)", "Look"));
    await editor.expectCodes(PORTS_PATH, ["SKC411"]);
    editor.close(SKILL);
    await editor.expectCodes(PORTS_PATH, []);
  });

  test("appear in files that are not open, and follow changes on disk", async () => {
    await start({ ...FILES, [SKILL]: TIDES.replace("ports.md", "gone.md") });
    await editor.expectCodes(SKILL, ["SKC401"]);
    expect(editor.registrations).toMatchObject([{ method: "workspace/didChangeWatchedFiles" }]);
    writeFileSync(join(project.dir, "skills/tide-tables/references/gone.md"), "## North\n");
    editor.changedOnDisk("skills/tide-tables/references/gone.md", "created");
    await editor.expectCodes(SKILL, []);
    rmSync(join(project.dir, "skills/tide-tables/references/gone.md"));
    editor.changedOnDisk("skills/tide-tables/references/gone.md", "deleted");
    await editor.expectCodes(SKILL, ["SKC401"]);
  });

  test("of a manifest above the skills follow its draft, and the disk", async () => {
    const path = ".claude-plugin/plugin.json";
    const good = '{ "name": "harbor", "version": "1.0.0", "description": "Skills of a harbor." }';
    await start({ ...FILES, "README.md": "Harbor\n" });
    editor.open(path, good.replace('"harbor"', '"my harbor"'));
    const [found] = await editor.expectCodes(path, ["SKC909"]);
    expect(found).toMatchObject({ severity: 1, range: { start: { line: 0, character: 10 } } });
    editor.edit(path, { range: rangeOf(editor.textOf(path), "my harbor"), text: "harbor" });
    await editor.expectCodes(path, []);
    editor.close(path);
    mkdirSync(join(project.dir, ".claude-plugin"));
    writeFileSync(join(project.dir, path), good.replace('"1.0.0"', "1"));
    editor.changedOnDisk(path, "created");
    await editor.expectCodes(path, ["SKC906"]);
  });

  test("of a new skill that is only a draft", async () => {
    await start();
    const path = "skills/new-one/SKILL.md";
    editor.open(path, "---\nname: New\ndescription: Does something new. Use when asked.\n---\nx\n");
    await editor.expectCodes(path, ["SKC204", "SKC209"]);
    editor.open(SKILL, TIDES.replace("`moorings`", "[it](../new-one/SKILL.md)"));
    const [found] = await editor.expectCodes(SKILL, ["SKC403"]);
    expect(found?.message).toContain('the skill "New"');
    editor.close(path);
    await editor.expectCodes(path, []);
  });

  test("are where the characters are, in UTF-16 units", async () => {
    const line = "潮汐 🌊👩‍🚀 é: see [x](gone.md) and 😀 [y](missing.md)";
    const text = `${TIDES}\n${line}\n`;
    await start();
    editor.open(SKILL, text);
    const found = await editor.expectCodes(SKILL, ["SKC401", "SKC401"]);
    expect(found.map(({ range }) => range)).toEqual([rangeOf(text, "gone.md"), rangeOf(text, "missing.md")]);
    // An edit in the middle of the line, after characters of two units.
    editor.edit(SKILL, { range: rangeOf(text, "gone.md"), text: "🚢.md" });
    const [moved] = await editor.expectCodes(SKILL, ["SKC401", "SKC401"]);
    await expect.poll(() => editor.findings(SKILL)[0]?.message).toContain("🚢.md");
    expect(moved?.range.start).toEqual(rangeOf(text, "gone.md").start);
    const now = editor.textOf(SKILL);
    await expect.poll(() => editor.findings(SKILL)[1]?.range).toEqual(rangeOf(now, "missing.md"));
  });

  test("are right in a file with CRLF, and a fix keeps its line ends", async () => {
    const text = TIDES.replace("Reads", "Use when: reads").replaceAll("\n", "\r\n");
    await start();
    editor.open(SKILL, text);
    const [found] = await editor.expectCodes(SKILL, ["SKC101"]);
    expect(found?.range.start).toEqual({ line: 2, character: 13 });
    const [action] = await actionsAt(SKILL, found?.range as Range);
    apply(action as Action);
    await editor.expectCodes(SKILL, []);
    expect(editor.textOf(SKILL).replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  test("follow many edits at once, in order, with few builds", async () => {
    await start();
    editor.open(SKILL, TIDES);
    const at = { line: 6, character: 0 };
    // Each key is an edit of its own, as in an editor.
    for (const [index, character] of Array.from("[x](gone.md) ").entries()) {
      const place = { line: at.line, character: index };
      editor.edit(SKILL, { range: { start: place, end: place }, text: character });
    }
    await editor.expectCodes(SKILL, ["SKC401"]);
    expect(editor.textOf(SKILL)).toContain("\n[x](gone.md) See [the ports]");
    expect(editor.published(SKILL)).toBeLessThanOrEqual(3);
    editor.edit(
      SKILL,
      { range: { start: at, end: { line: 6, character: 13 } }, text: "" },
      { range: { start: at, end: at }, text: "😀 " },
    );
    await editor.expectCodes(SKILL, []);
    expect(editor.textOf(SKILL)).toContain("\n😀 See [the ports]");
  });

  test("a file that no skill reads costs no build", async () => {
    await start({ ...FILES, "README.md": "# Harbour\n", [SKILL]: TIDES.replace("ports.md", "gone.md") });
    await editor.expectCodes(SKILL, ["SKC401"]);
    editor.open("README.md", "# Harbour\n\n[x](gone.md)\n");
    writeFileSync(join(project.dir, SKILL), TIDES);
    // Nobody has told the server: a build would see that the link is repaired.
    editor.edit("README.md", { range: rangeOf("# Harbour", "Harbour"), text: "Port" });
    await editor.ask("hover", "README.md", ["Port", 1]);
    expect(editor.findings(SKILL)).toHaveLength(1);
    editor.changedOnDisk(SKILL, "changed");
    await editor.expectCodes(SKILL, []);
  });

  test("after any edits are those of a check of the same text", async () => {
    await start();
    editor.open(SKILL, TIDES);
    const pieces = [
      "[x](gone.md)",
      "😀",
      "\r\n",
      "\n",
      "name: ",
      "---\n",
      "`",
      "潮",
      "<!--",
      "",
      "",
      "# A\n",
      "[a](#a)",
    ];
    const random = createRandom(7);
    const point = (): Range["start"] => {
      const lines = editor.textOf(SKILL).split(/\r\n|\n/);
      const line = random(lines.length);
      return { line, character: random((lines[line]?.length ?? 0) + 1) };
    };
    for (let round = 0; round < 8; round++) {
      for (let edits = random(6) + 1; edits > 0; edits--) {
        const [one, two] = [point(), point()];
        const isForward = one.line < two.line || (one.line === two.line && one.character <= two.character);
        // Long deletions would leave nothing to edit.
        const end = isForward && two.line - one.line < 2 ? two : one;
        editor.edit(SKILL, { range: { start: one, end }, text: pieces[random(pieces.length)] ?? "" });
      }
      await editor.ask("hover", SKILL, { line: 0, character: 0 });
      const { diagnostics } = await check({ cwd: project.dir, drafts: { [SKILL]: editor.textOf(SKILL) } });
      const expected = diagnostics
        .filter(({ file }) => file === SKILL)
        .map(({ code, span }) => [code, (span?.start.line ?? 1) - 1, (span?.start.column ?? 1) - 1]);
      const found = (): unknown =>
        editor.findings(SKILL).map(({ code, range }) => [code, range.start.line, range.start.character]);
      await expect.poll(found).toEqual(expected);
    }
  });

  test("of the config appear in it, and those of skills stay until it is valid again", async () => {
    const config = '{ "sources": ["skills"], "rules": { "ref-missing": "error" } }';
    await start({ ...FILES, [SKILL]: TIDES.replace("ports.md", "gone.md"), "skillc.config.json": config });
    const [found] = await editor.expectCodes(SKILL, ["SKC401"]);
    expect(found?.severity).toBe(1);
    editor.open("skillc.config.json", config);
    editor.edit("skillc.config.json", { range: rangeOf(config, '"sources"'), text: '"sourcse"' });
    await editor.expectCodes("skillc.config.json", ["SKC643"]);
    expect(editor.findings(SKILL)).toHaveLength(1);
    const now = editor.textOf("skillc.config.json");
    editor.edit("skillc.config.json", { range: rangeOf(now, '"sourcse"'), text: '"sources"' });
    await editor.expectCodes("skillc.config.json", []);
    editor.edit("skillc.config.json", { range: rangeOf(config, '"error"'), text: '"off"' });
    await editor.expectCodes(SKILL, []);
  });

  test("have the levels of --profile", async () => {
    await start(FILES, { args: ["--stdio", "--profile", "spec"] });
    editor.open(SKILL, TIDES.replace("---\n#", "color: blue\n---\n#"));
    const [found] = await editor.expectCodes(SKILL, ["SKC221"]);
    expect(found?.severity).toBe(1);
  });
});

describe("fixes", () => {
  test("all safe ones at once, where an editor asks for them", async () => {
    const text = TIDES.replace("Reads", "Use when: reads").replace("---\n#", "compatibility: none: at all\n---\n#");
    await start();
    editor.open(SKILL, text);
    const whole = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    expect((await actionsAt(SKILL, whole)).map(({ kind }) => kind)).not.toContain("source.fixAll.skillc");
    for (let round = 0; round < 3; round++) {
      const [all] = await actionsAt(SKILL, whole, ["source.fixAll"]);
      if (all === undefined) break;
      expect(all.kind).toBe("source.fixAll.skillc");
      apply(all);
    }
    await editor.expectCodes(SKILL, []);
    expect(editor.textOf(SKILL)).toContain('compatibility: "none: at all"');
  });

  test("that may change the meaning say so, and are never preferred", async () => {
    await start();
    editor.open(SKILL, TIDES.replace("references/ports.md", "references/port.md"));
    const [found] = await editor.expectCodes(SKILL, ["SKC401"]);
    const actions = await actionsAt(SKILL, found?.range as Range);
    expect(actions.map(({ title, isPreferred }) => [title, isPreferred])).toEqual([
      [expect.stringMatching(/\(may change the meaning\)$/), false],
      ["Disable ref-missing for this line", undefined],
    ]);
    expect(await actionsAt(SKILL, { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } })).toEqual([]);
  });
});

describe("hovers", () => {
  interface Hover {
    readonly contents: { readonly value: string };
    readonly range: Range;
  }
  const hover = (at: readonly [string, number]): Promise<Hover | null> => editor.ask("hover", SKILL, at);

  test("explain a rule, a field and a skill", async () => {
    await start();
    const text = TIDES.replace("ports.md", "gone.md").replace("---\n#", "allowed-tools: Read\n---\n#");
    editor.open(SKILL, text);
    const rule = await hover(["gone.md", 2]);
    expect(rule?.contents.value).toContain("**A linked file does not exist** `SKC401 ref-missing`");
    expect(rule?.range).toEqual(rangeOf(text, "references/gone.md#north"));
    const field = await hover(["allowed-tools", 3]);
    expect(field?.contents.value).toContain("Tools that the skill may use without asking");
    expect(field?.range).toEqual(rangeOf(text, "allowed-tools"));
    expect((await hover(["name:", 1]))?.contents.value).toContain("At most 64 characters (profile standard).");
    const skill = await hover(["moorings", 3]);
    expect(skill?.contents.value).toContain("Chooses a berth for a ship.");
    expect(await hover(["# Tides", 1])).toBeNull();
    expect(await hover(["Reads tide", 8])).toBeNull();
  });

  test("know no field and no skill that is only a name of JavaScript", async () => {
    await start();
    editor.open(SKILL, TIDES.replace("---\n#", "constructor: x\n---\n#").replace("moorings", "__proto__"));
    expect((await hover(["constructor", 2]))?.contents.value ?? "").not.toContain("function");
    expect(await hover(["__proto__", 3])).toBeNull();
  });

  test("show the text of another skill as text", async () => {
    const hostile = MOORINGS.replace("Chooses a berth", "Has ![x](http://evil.example/x.png) ``` <b>and berths");
    await start({ ...FILES, "skills/moorings/SKILL.md": hostile });
    editor.open(SKILL, TIDES);
    const value = (await hover(["moorings", 3]))?.contents.value ?? "";
    expect(value).toMatch(/^````text\n[^]*evil\.example[^]*\n````$/);
  });
});

test("a skill is renamed, with its directory and what names it, where the editor can do that", async () => {
  await start(FILES, { renames: true });
  editor.open(SKILL, TIDES);
  const place = { textDocument: { uri: editor.uri(SKILL) }, position: rangeOf(TIDES, "moorings").start };
  expect(await editor.request("textDocument/prepareRename", place)).toEqual(rangeOf(TIDES, "moorings"));
  const dir = "skills/moorings";
  expect(await editor.request("textDocument/rename", { ...place, newName: "berths" })).toEqual({
    documentChanges: expect.arrayContaining([
      {
        textDocument: { uri: editor.uri(`${dir}/SKILL.md`), version: null },
        edits: [{ range: rangeOf(MOORINGS, "moorings"), newText: "berths" }],
      },
      {
        textDocument: { uri: editor.uri(SKILL), version: 1 },
        edits: [{ range: rangeOf(TIDES, "moorings"), newText: "berths" }],
      },
      { kind: "rename", oldUri: editor.uri(dir), newUri: editor.uri("skills/berths") },
    ]) as unknown,
  });
  await expect(editor.request("textDocument/rename", { ...place, newName: "tide-tables" })).rejects.toThrow(
    'another skill is named "tide-tables"',
  );
  // Half a rename would break the skill.
  await start();
  expect(editor.initialized.capabilities).not.toHaveProperty("renameProvider");
});

test("a SKILL.md has an outline: the skill and its headings, without those in code", async () => {
  await start();
  editor.open(SKILL, `${TIDES}\n## High\n\n\`\`\`md\n# In code\n\`\`\`\n\n### Spring ##\n\n## Low\n`);
  interface Outline {
    readonly name: string;
    readonly range: Range;
    readonly children: readonly Outline[];
  }
  const [skill] = await editor.request<Outline[]>("textDocument/documentSymbol", {
    textDocument: { uri: editor.uri(SKILL) },
  });
  const names = ({ name, children }: Outline): unknown => [name, ...children.map(names)];
  expect(names(skill as Outline)).toEqual(["tide-tables", ["Tides", ["High", ["Spring"]], ["Low"]]]);
});

test("a renamed skill keeps its place in what others require", async () => {
  const own = TIDES.replace(
    "---\n#",
    'metadata:\n  requires-skills: "moorings@^1, moorings-2?"\n  related-skills: x\n---\nUse the **moorings** skill.\n#',
  );
  const other = MOORINGS.replace("---\nLook", 'version: "1.2.0"\n---\nLook');
  await start({ ...FILES, [SKILL]: own, "skills/moorings/SKILL.md": other }, { renames: true });
  editor.open(SKILL, own);
  const position = rangeOf(own, "moorings").start;
  const at = (wanted: string): Range => {
    const range = rangeOf(own, wanted);
    const character = range.start.character + wanted.indexOf("moorings");
    const line = range.start.line;
    return { start: { line, character }, end: { line, character: character + "moorings".length } };
  };
  const { documentChanges } = await editor.request<{
    documentChanges: readonly { textDocument?: { uri: string }; edits?: unknown }[];
  }>("textDocument/rename", { textDocument: { uri: editor.uri(SKILL) }, position, newName: "berths" });
  const change = documentChanges.find(({ textDocument }) => textDocument?.uri === editor.uri(SKILL));
  const edits = [at('"moorings@'), at("**moorings**"), at("`moorings`")].map((range) => ({ range, newText: "berths" }));
  expect(change?.edits).toHaveLength(3);
  expect(change?.edits).toEqual(expect.arrayContaining(edits));
});

test("a skill is offered, and found, where another one requires it", async () => {
  const own = TIDES.replace(
    "---\n#",
    'metadata:\n  requires-skills: "moo"\n  related-skills:\n    - moorings\n    - \n---\n#',
  );
  await start({ ...FILES, [SKILL]: own });
  editor.open(SKILL, own);
  const offered = async (wanted: string, more: number): Promise<readonly string[]> => {
    const { line, character } = rangeOf(own, wanted).start;
    const position = { line, character: character + more };
    const items = await editor.request<readonly { label: string; textEdit: { range: Range } }[]>(
      "textDocument/completion",
      {
        textDocument: { uri: editor.uri(SKILL) },
        position,
      },
    );
    return items.map(({ label, textEdit }) => `${label} for ${position.character - textEdit.range.start.character}`);
  };
  expect(await offered('"moo"', 4)).toEqual(["moorings for 3"]);
  expect(await offered("    - \n", 6)).toEqual(["moorings for 0"]);
  const location = await editor.request("textDocument/definition", {
    textDocument: { uri: editor.uri(SKILL) },
    position: rangeOf(own, "moorings\n").start,
  });
  expect(location).toMatchObject({ uri: editor.uri("skills/moorings/SKILL.md") });
});

describe("completions", () => {
  interface Item {
    readonly label: string;
    readonly textEdit: { readonly range: Range; readonly newText: string };
  }
  const complete = async (text: string, mark = "|"): Promise<readonly Item[]> => {
    const at = text.indexOf(mark);
    const plain = text.slice(0, at) + text.slice(at + mark.length);
    editor.open(SKILL, plain);
    const before = text.slice(0, at).split("\n");
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    return editor.ask("completion", SKILL, position);
  };
  const labels = async (text: string): Promise<readonly string[]> => (await complete(text)).map(({ label }) => label);

  test("fields that the skill does not have, while its frontmatter is not finished", async () => {
    await start();
    const items = await complete("---\nname: tide-tables\nall|");
    expect(items.map(({ label }) => label)).toContain("allowed-tools");
    expect(items.map(({ label }) => label)).not.toContain("name");
    const tools = items.find(({ label }) => label === "allowed-tools");
    expect(tools?.textEdit).toEqual({
      range: { start: { line: 2, character: 0 }, end: { line: 2, character: 3 } },
      newText: "allowed-tools: ",
    });
  });

  test("fields in the order of likelihood, and none of a single other system", async () => {
    await start();
    const fields = await labels("---\n|\n---\n");
    expect(fields.slice(0, 6)).toEqual([
      "name",
      "description",
      "license",
      "compatibility",
      "metadata",
      "allowed-tools",
    ]);
    for (const field of ["improved_by", "library"]) expect(fields).not.toContain(field);
    expect(fields).toContain("argument-hint");
  });

  test("only the fields of the standard for a profile that accepts no other", async () => {
    await start(FILES, { args: ["--profile", "spec"] });
    expect(await labels("---\n|\n---\n")).toEqual([
      "name",
      "description",
      "license",
      "compatibility",
      "metadata",
      "allowed-tools",
    ]);
  });

  test("tools, those of the config first, in a line and in a list", async () => {
    await start({ ...FILES, "skillc.config.json": '{ "sources": ["skills"], "tools": ["ring_bell"] }' });
    const inLine = await labels("---\nname: tide-tables\nallowed-tools: Read Ba|\n---\n");
    expect(inLine.slice(0, 1)).toEqual(["ring_bell"]);
    expect(inLine).toContain("Bash");
    expect(await labels("---\nallowed-tools:\n  - |\n---\n")).toContain("Grep");
    const [first] = await complete("---\nallowed-tools: Read ri|\n---\n");
    expect(first?.textEdit.range.start).toEqual({ line: 1, character: 20 });
  });

  test("names, flags and skills", async () => {
    await start();
    expect(await labels("---\nname: |\n---\n")).toEqual(["tide-tables"]);
    expect(await labels("---\ndisable-model-invocation: |\n---\n")).toEqual(["true", "false"]);
    expect(await labels(`${TIDES}Use the \`|`)).toEqual(["moorings"]);
    expect(await labels(`${TIDES}Use \`code\` and |`)).toEqual([]);
    expect(await labels("---\ndescription: |\n---\n")).toEqual([]);
  });

  test("paths and headings of links", async () => {
    await start({ ...FILES, "skills/tide-tables/assets/a b.png": "x" });
    expect(await labels(`${TIDES}[x](|`)).toEqual(["assets/a%20b.png", "references/ports.md"]);
    expect(await labels(`${TIDES}[x]: |`)).toEqual(["assets/a%20b.png", "references/ports.md"]);
    expect(await labels(`${TIDES}<img src="|`)).toContain("assets/a%20b.png");
    const [item] = await complete(`${TIDES}😀 [x](references/po|`);
    expect(item?.textEdit.range).toEqual({ start: { line: 7, character: 7 }, end: { line: 7, character: 20 } });
    expect(await labels(`${TIDES}[x](references/ports.md#|`)).toEqual(["ports", "north"]);
    expect(await labels(`${TIDES}[x](#|`)).toEqual(["tides"]);
    expect(await labels(`${TIDES}[x](https://example.com/|`)).not.toContain("tides");
  });
});

describe("links", () => {
  const definition = (path: string, at: readonly [string, number]): Promise<{ uri: string; range: Range } | null> =>
    editor.ask("definition", path, at);

  test("go to the file, the heading and the skill", async () => {
    await start();
    editor.open(SKILL, `${TIDES}\nRun \`references/ports.md\`. See [gone](gone.md) and <https://example.com>.\n`);
    editor.open(PORTS_PATH, `${PORTS}\nBack to [the skill](../SKILL.md) or [here](#ports).\n`);
    expect(await definition(SKILL, ["references/ports.md#north", 4])).toMatchObject({
      uri: editor.uri(PORTS_PATH),
      range: { start: { line: 2, character: 0 } },
    });
    expect(await definition(SKILL, ["Run `references", 8])).toMatchObject({ uri: editor.uri(PORTS_PATH) });
    expect(await definition(SKILL, ["moorings", 2])).toMatchObject({ uri: editor.uri("skills/moorings/SKILL.md") });
    expect(await definition(PORTS_PATH, ["../SKILL.md", 4])).toMatchObject({ uri: editor.uri(SKILL) });
    expect(await definition(PORTS_PATH, ["#ports", 2])).toMatchObject({ uri: editor.uri(PORTS_PATH) });
    expect(await definition(SKILL, ["gone.md", 2])).toBeNull();
    expect(await definition(SKILL, ["example.com", 2])).toBeNull();
    expect(await definition(SKILL, ["# Tides", 0])).toBeNull();
  });

  test("are listed with the places of their targets", async () => {
    await start();
    const text = `${TIDES}😀 [it](../moorings/SKILL.md) [gone](gone.md) [web](https://example.com)\n`;
    editor.open(SKILL, text);
    const links = await editor.request<{ range: Range; target: string }[]>("textDocument/documentLink", {
      textDocument: { uri: editor.uri(SKILL) },
    });
    expect(links).toEqual([
      { range: rangeOf(text, "references/ports.md#north"), target: editor.uri(PORTS_PATH) },
      { range: rangeOf(text, "../moorings/SKILL.md"), target: editor.uri("skills/moorings/SKILL.md") },
    ]);
  });
});

describe("workspaces", () => {
  test("handles a project without skills, unknown files and documents without a file", async () => {
    await start({ "README.md": "# Nothing\n" });
    editor.open("README.md", "# Nothing at all [x](gone.md)\n");
    editor.notify("textDocument/didOpen", {
      textDocument: { uri: "untitled:Untitled-1", languageId: "markdown", version: 1, text: "---\nname: x\n---\n" },
    });
    for (const method of ["hover", "definition"] as const) {
      expect(await editor.ask(method, "README.md", ["gone", 1])).toBeNull();
      const params = { textDocument: { uri: "untitled:Untitled-1" }, position: { line: 1, character: 2 } };
      expect(await editor.request(`textDocument/${method}`, params)).toBeNull();
    }
    expect(await editor.ask("completion", "README.md", ["gone", 1])).toEqual([]);
    expect(
      await actionsAt("not-open.md", { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }),
    ).toEqual([]);
    expect(editor.findings("README.md")).toEqual([]);
    // The first skill appears.
    mkdirSync(join(project.dir, "skills/moorings"), { recursive: true });
    writeFileSync(join(project.dir, "skills/moorings/SKILL.md"), MOORINGS.replace("name: moorings\n", ""));
    editor.changedOnDisk("skills", "created");
    await editor.expectCodes("skills/moorings/SKILL.md", ["SKC201"]);
    expect(await editor.quit()).toBe(0);
  });

  test("a package that a script imports is seen when it is installed, changed and removed", async () => {
    const script = "skills/moorings/scripts/moor.ts";
    const files: Files = {
      "package.json": "{}",
      "skillc.config.json": '{ "module": { "scripts": true } }',
      "skills/moorings/SKILL.md": MOORINGS.replace("the plan", "`scripts/moor.ts`"),
      [script]: 'export { tie } from "knots";\n',
    };
    const knots = { "node_modules/knots/package.json": "{}", "node_modules/knots/index.js": "exports.tie = 1;\n" };
    await start(files);
    editor.open("skills/moorings/SKILL.md", String(files["skills/moorings/SKILL.md"]));
    await editor.expectCodes(script, ["SKC309"]);
    project.write(knots);
    for (const path of Object.keys(knots)) editor.changedOnDisk(path, "created");
    await editor.expectCodes(script, []);
    project.write({ "node_modules/knots/index.js": "exports.tie = ;\n" });
    editor.changedOnDisk("node_modules/knots/index.js", "changed");
    await editor.expectCodes(script, ["SKC309"]);
    project.write(knots);
    editor.changedOnDisk("node_modules/knots/index.js", "changed");
    await editor.expectCodes(script, []);
    rmSync(join(project.dir, "node_modules/knots"), { recursive: true });
    editor.changedOnDisk("node_modules/knots/index.js", "deleted");
    await editor.expectCodes(script, ["SKC309"]);
  });

  test("a skill outside all folders is checked alone", async () => {
    await start(FILES, { folders: [] });
    editor.open(SKILL, TIDES.replace("ports.md", "gone.md"));
    await editor.expectCodes(SKILL, ["SKC401"]);
    expect(await editor.ask("definition", SKILL, ["moorings", 2])).toBeNull();
  });

  test("folders are added and removed", async () => {
    await start({ ...FILES, "other/skills/ebb/SKILL.md": "---\nname: ebb\n---\nx\n" }, { folders: [] });
    const folder = { uri: editor.uri("other"), name: "other" };
    const change = (added: readonly unknown[], removed: readonly unknown[]): void =>
      editor.notify("workspace/didChangeWorkspaceFolders", { event: { added, removed } });
    change([folder], []);
    await editor.expectCodes("other/skills/ebb/SKILL.md", ["SKC211"]);
    change([], [folder]);
    await editor.expectCodes("other/skills/ebb/SKILL.md", []);
  });

  test("a URI that the editor writes in its own way stays as it is", async () => {
    await start();
    const uri = editor.uri(SKILL).replaceAll("-", "%2D");
    editor.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: "markdown", version: 1, text: TIDES.replace("ports.md", "gone.md") },
    });
    const seen = (): unknown =>
      editor.request("textDocument/codeAction", {
        textDocument: { uri },
        range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
        context: { diagnostics: [] },
      });
    const [action] = (await seen()) as Action[];
    expect(Object.keys(action?.edit.changes ?? {})).toEqual([uri]);
  });

  test("a config that prints does not disturb the protocol", async () => {
    const files = {
      ...FILES,
      [SKILL]: TIDES.replace("ports.md", "gone.md"),
      "skillc.config.mjs": 'console.log("hello"); export default { sources: ["skills"] };',
    };
    await start(files, { initializationOptions: { trusted: true } });
    await editor.expectCodes(SKILL, ["SKC401"]);
    expect(editor.stderr()).toContain("hello");
  });
});

describe("the end", () => {
  test("after shutdown and exit the code is 0, without shutdown 1", async () => {
    await start();
    expect(editor.initialized.serverInfo).toMatchObject({ name: "skillc" });
    expect(await editor.quit()).toBe(0);
    await start();
    const ended = once(editor.process, "exit");
    editor.notify("exit", undefined);
    expect(await ended).toEqual([1, null]);
  });

  test("the end of the input ends the server", async () => {
    await start();
    const ended = once(editor.process, "exit");
    editor.process.stdin?.end();
    expect(await ended).toEqual([1, null]);
  });

  test.runIf(process.platform !== "win32")("a kill of the client ends the server", async () => {
    const client = spawn("sleep", ["60"]);
    await start(FILES, { processId: client.pid ?? null });
    const ended = once(editor.process, "exit");
    client.kill("SIGKILL");
    // The input stays open: only the process of the client is gone.
    expect(await ended).toEqual([1, null]);
  });

  test("wrong usage is said before the protocol starts", async () => {
    await start();
    for (const args of [["skills"], ["--porfile", "spec"]]) {
      const child = spawn(process.execPath, [join(ROOT, "dist/bin/skillc.js"), "lsp", ...args], { cwd: project.dir });
      let [out, error] = ["", ""];
      child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => (error += chunk.toString()));
      const [code] = (await once(child, "close")) as [number];
      expect([code, out]).toEqual([2, ""]);
      expect(error).toMatch(/lsp takes no directories|did you mean --profile/);
    }
  });
});
