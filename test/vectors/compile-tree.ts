/** Trees of skills out of the short forms in which vectors write them. */
import type { MemoryEntry } from "../../src/host/index.ts";
import { field, type Fields } from "./runtime-area.ts";

export interface Tree {
  readonly files: Readonly<Record<string, MemoryEntry>>;
  readonly sources: readonly unknown[];
}

/** Where files stand of which a vector only says how they lie to each other. */
const ROOT = "/root";

export function skillText(name: string, description: string): string {
  return `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---\nInstructions.\n`;
}

/**
 * - `files` as a list: paths, each perhaps with `name=…`; the description is the directory.
 * - `files` as a map: to a name, to `{ name, description }`, or to the text of a SKILL.md, which for short is `name LABEL`.
 * - `sources`: as in a config; an inline one needs no more than a name.
 * - `dir`, and directories of sources that no file is in: `…file` is a file, `…link` a link to a directory, `empty` an
 *   empty directory, everything else is missing.
 */
export function createTree(input: Fields): Tree {
  const sources = field<readonly Fields[]>(input, "sources");
  const root = sources === undefined ? ROOT : "";
  const files: Record<string, MemoryEntry> = {};
  for (const [path, content] of documentsOf(input)) files[`${root}/${path}`] = content;
  const links = field<Readonly<Record<string, string>>>(input, "links") ?? {};
  for (const [path, kind] of Object.entries(links)) addLink(files, path, kind);
  const top = [...new Set(Object.keys(links).map((path) => path.split("/")[0]))];
  const dir = field<string>(input, "dir");
  const found = Object.keys(files).length > 0 ? [{ dir: ROOT }] : [];
  const given =
    sources ??
    (dir === undefined ? (top.length > 0 ? top.map((name) => ({ dir: name })) : found) : dir === "" ? [] : [{ dir }]);
  for (const source of given) addMissing(files, source);
  return { files, sources: given.map(completeSource) };
}

function documentsOf(input: Fields): readonly (readonly [path: string, content: string])[] {
  const given = field<readonly string[] | Readonly<Record<string, unknown>>>(input, "files") ?? {};
  if (Array.isArray(given)) return (given as readonly string[]).map((line, index) => listedDocument(line, index));
  return Object.entries(given).map(([path, value]) => [documentPath(path), documentText(path, value)]);
}

function listedDocument(line: string, index: number): readonly [string, string] {
  const [path = "", ...words] = line.split(" ");
  const name = words.find((word) => word.startsWith("name="))?.slice("name=".length) ?? `skill-${index}`;
  return [path, skillText(name, path.split("/").at(-2) ?? "root")];
}

function isDocument(path: string): boolean {
  return /(?:^|\/)skill\.md$/i.test(path);
}

function documentPath(path: string): string {
  return isDocument(path) ? path : `${path}/SKILL.md`;
}

function documentText(path: string, value: unknown): string {
  if (typeof value === "object" && value !== null) {
    const { name, description } = value as { readonly name: string; readonly description: string };
    return skillText(name, description);
  }
  const text = String(value);
  if (!isDocument(path)) return skillText(text, text);
  const short = /^(\S+) ([A-Z]+)$/.exec(text);
  return short === null ? text : skillText(short[1] as string, short[2] as string);
}

/** A link to a directory elsewhere, or a SKILL.md that is a link to a file beside it: nothing is read outside of a source. */
function addLink(files: Record<string, MemoryEntry>, path: string, kind: string): void {
  const name = `target-of-${kind}-link`;
  const target = kind === "dir" ? `/elsewhere/${name}` : `/${path.split("/")[0]}/${name}.txt`;
  files[kind === "dir" ? `${target}/SKILL.md` : target] = skillText(name, name);
  files[`/${path}`] = { symlink: target };
}

function addMissing(files: Record<string, MemoryEntry>, source: Fields): void {
  const dir = field<string>(source, "dir") ?? field<string>(source, "path");
  if (dir === undefined) return;
  const path = dir.startsWith("/") ? dir : `/${dir}`;
  if (Object.keys(files).some((file) => file.startsWith(`${path}/`))) return;
  if (dir.endsWith("file")) files[path] = "a file";
  if (dir.endsWith("empty")) files[`${path}/`] = "";
  if (!dir.endsWith("link")) return;
  files["/elsewhere/linked/SKILL.md"] = skillText("linked", "linked");
  files[path] = { symlink: "/elsewhere" };
}

function completeSource(source: Fields): Fields {
  if (source["name"] === undefined || source["dir"] !== undefined || source["path"] !== undefined) return source;
  return { description: "d", instructions: "i", ...source };
}
