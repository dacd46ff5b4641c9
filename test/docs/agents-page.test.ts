/** docs/agents.md: the table of the tools is that of the sections, the pins and the subpaths. */
import { readFileSync } from "node:fs";
import { join, posix as posixPath, win32 } from "node:path";
import { expect, test } from "vitest";
import { frameworks } from "../frameworks/pins.mjs";
import { readManifest } from "../package/pack.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/agents.md"), "utf8");

/** The sections below a heading, with the lines of their first block. */
function sectionsOf(heading: string): readonly { readonly name: string; readonly lines: readonly string[] }[] {
  const text = PAGE.split(`\n## ${heading}\n`)[1]?.split(/^## /m)[0] ?? "";
  return text
    .split(/^### /m)
    .slice(1)
    .map((section) => ({
      name: section.slice(0, section.indexOf("\n")),
      lines: (/^```ts\n(.*?)^```/ms.exec(section)?.[1] ?? "").split("\n").filter((line) => line.trim() !== ""),
    }));
}

const isGlue = (line: string): boolean => !line.startsWith("import ");
const sections = sectionsOf("Tools");

const rows = PAGE.split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .flatMap(([, framework = "", version = "", kind, lines]) =>
    kind === "tools"
      ? [{ name: framework.split(", ")[0], subpath: /`skillc(\/.*)`/.exec(framework)?.[1], version, lines }]
      : [],
  );

test("each section has a row, in the same order", () => {
  expect(sections.length).toBeGreaterThan(8);
  expect(rows.map(({ name }) => name)).toEqual(sections.map(({ name }) => name));
});

test("the lines are those of the section, which imports the subpath", () => {
  const counted = sections.map(({ lines }) => lines.filter(isGlue).length);
  expect(rows.map(({ lines }) => Number(lines))).toEqual(counted);
  for (const [at, { subpath }] of rows.entries())
    expect(sections[at]?.lines.some((line) => line.endsWith(` from "skillc${subpath}";`))).toBe(true);
});

test("the versions are those that the tests install, the subpaths those of the package", () => {
  const pinned = new Set(frameworks.flatMap(({ packages }) => packages));
  const { exports } = readManifest();
  for (const { version, subpath } of rows) {
    const named = [...version.matchAll(/`([^`]+)` ([\d., ]+\d)/g)].flatMap(([, name, versions = ""]) =>
      versions.split(", ").map((one) => `${name}@${one}`),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((one) => !pinned.has(one))).toEqual([]);
    expect(Object.keys(exports)).toContain(`.${subpath}`);
  }
});

test("the native frameworks have the lines of their sections", () => {
  const native = sectionsOf("Native").filter(({ lines }) => lines.length > 0);
  expect(native.length).toBeGreaterThan(8);
  for (const { name, lines } of native) {
    const row = PAGE.split("\n").find((line) => line.startsWith(`| ${name} | `));
    expect([name, Number(row?.split("|")[4])]).toEqual([name, lines.filter(isGlue).length]);
  }
});

test("the server of an MCP client starts in any directory, and on Windows through the shell", () => {
  const written = [...PAGE.matchAll(/^`?(?:\{ "mcpServers": \{ "skills": )?(\{ "command": .*?\] \})/gm)];
  const [posix, windows] = written.map(
    ([, text = ""]) => JSON.parse(text) as { readonly command: string; readonly args: readonly string[] },
  );
  // npx would take what a registry has: no client starts it in the project.
  expect([posix?.command, windows?.command, windows?.args.slice(0, 2)]).toEqual(["skillc", "cmd", ["/c", "skillc"]]);
  expect(posixPath.isAbsolute(posix?.args.at(-1) ?? "")).toBe(true);
  expect(win32.isAbsolute(windows?.args.at(-1) ?? "")).toBe(true);
  expect(posix?.args.slice(0, -1)).toEqual(windows?.args.slice(2, -1));
});
