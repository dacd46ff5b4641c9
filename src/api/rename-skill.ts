/** Renames a skill: its name, its directory, and what names them in texts of skills and in the config. */
import { posix } from "node:path";
import { GOOD_NAME } from "../check/name/name-form.ts";
import { readMarkdownLinks } from "./markdown-links.ts";
import { placesInConfig, segmentOf } from "./rename-in-config.ts";
import type { SnapshotSkill } from "./snapshot-skills.ts";

export interface RenameRequest {
  readonly skill: SnapshotSkill;
  readonly to: string;
  /** All skills of the project. */
  readonly skills: readonly SnapshotSkill[];
  /** Where other skills name it, or anything else: places in files relative to the project. */
  readonly references?: readonly RenamePlace[] | undefined;
  /** The config, relative to the project. */
  readonly config?: string | undefined;
  /** Returns the text of a file, relative to the project. */
  readText(path: string): string | undefined;
}

/** A place of a file, as offsets in UTF-16 units. */
export interface RenamePlace {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** A part of a file that becomes another text: UTF-16 offsets; the file is named as before the rename. */
export interface RenameEdit extends RenamePlace {
  readonly text: string;
}

/** The changes of a rename; `move` is the directory, or the single file, if it is called as the skill. */
export interface Rename {
  readonly edits: readonly RenameEdit[];
  readonly move?: { readonly from: string; readonly to: string };
}

/** The fence, lines of other fields, and `name` up to its value. */
const NAME_FIELD = /^\uFEFF?---[ \t]*\r?\n(?:(?!---|name[ \t]*:)[^\n]*\n)*name[ \t]*:[ \t]*/;
/** A value on one line: in quotes, or up to a comment. */
const ONE_LINE = /^(?:"([^"\\\r\n]+)"|'([^'\r\n]+)'|([^\s"'#&*!|>[\]{}%@`](?:[^\r\n#]|(?<=\S)#)*))/;

/** Returns the place of the value of `name` in a SKILL.md, without quotes; undefined if it is not on one line. */
export function nameValueOf(text: string): { readonly start: number; readonly end: number } | undefined {
  const field = NAME_FIELD.exec(text)?.[0].length;
  const found = field === undefined ? null : ONE_LINE.exec(text.slice(field));
  if (field === undefined || found === null) return undefined;
  const value = found[1] ?? found[2] ?? (found[3] as string).trimEnd();
  const start = field + (found[3] === undefined ? 1 : 0);
  return { start, end: start + value.length };
}

/**
 * Plans the rename of a skill. Returns a sentence that says why it cannot be renamed, if it cannot.
 *
 * @example
 * await renameSkill({ skill, to: "pdf-forms", skills: snapshot.skills, readText });
 */
export async function renameSkill(request: RenameRequest): Promise<Rename | string> {
  const { skill, to, skills, readText } = request;
  if (!GOOD_NAME.test(to)) return `"${to}" is not a skill name: use lowercase letters, digits and single hyphens`;
  if (skills.some((other) => other !== skill && other.name === to)) return `another skill is named "${to}"`;
  const ending = skill.dir === skill.file ? posix.extname(skill.file) : "";
  const isCalledSo = skill.dir !== "" && posix.basename(skill.dir, ending) === skill.name;
  const target = posix.join(posix.dirname(skill.dir), `${to}${ending}`);
  if (isCalledSo && readText(ending === "" ? `${target}/SKILL.md` : target) !== undefined)
    return `"${target}" already exists`;
  const own = nameValueOf(readText(skill.file) ?? "");
  const name = own === undefined ? [] : [{ ...own, file: skill.file, text: to }];
  const from = isCalledSo ? skill.dir : undefined;
  const texts = await Promise.all(documentsOf(skills).map((file) => editsOfDocument(file, request, from)));
  const edits = [
    ...name,
    ...texts.flat(),
    ...editsOfReferences(request),
    ...editsOfConfig(request, from?.slice(0, -ending.length || undefined)),
  ];
  // A name in a code span can be a reference as well.
  const unique = new Map(edits.map((edit) => [`${edit.file}\0${edit.start}`, edit]));
  return { edits: [...unique.values()], ...(from !== undefined && { move: { from, to: target } }) };
}

function documentsOf(skills: readonly SnapshotSkill[]): readonly string[] {
  const files = skills.flatMap(({ dir, file, files: others }) =>
    dir === "" ? [] : [file, ...others.map((path) => posix.join(dir, path))],
  );
  return [...new Set(files)].filter((file) => /\.(?:md|mdx|markdown)$/i.test(file));
}

/** Names in code spans, and links that go through the directory. */
async function editsOfDocument(
  file: string,
  { skill, to, readText }: RenameRequest,
  dir: string | undefined,
): Promise<RenameEdit[]> {
  const text = readText(file);
  if (text === undefined || !text.includes(skill.name)) return [];
  const edits: RenameEdit[] = [];
  const span = `\`${skill.name}\``;
  for (let at = text.indexOf(span); at !== -1; at = text.indexOf(span, at + span.length))
    if (text[at - 1] !== "`" && text[at + span.length] !== "`")
      edits.push({ file, start: at + 1, end: at + span.length - 1, text: to });
  if (dir === undefined) return edits;
  const { links } = await readMarkdownLinks(text);
  for (const { target, span: marked } of links) {
    const written = text.slice(marked.start, marked.end);
    const place = segmentOf(target.replace(/[?#].*$/s, ""), posix.dirname(file), dir);
    if (place === undefined || !written.includes(target)) continue;
    const start = marked.start + written.lastIndexOf(target) + place;
    edits.push({ file, start, end: start + skill.name.length, text: to });
  }
  return edits;
}

/** The name in what fields and texts say: `acme:pdf@^1.2`. */
function editsOfReferences({ skill: { name }, to, references = [], readText }: RenameRequest): readonly RenameEdit[] {
  return references.flatMap(({ file, start, end }): readonly RenameEdit[] => {
    const written = readText(file)?.slice(start, end) ?? "";
    const named = /^(?:[^:@?\s]*:)?([^:@?\s]*)/.exec(written);
    if (named?.[1] !== name) return [];
    const at = start + named[0].length - name.length;
    return [{ file, start: at, end: at + name.length, text: to }];
  });
}

function editsOfConfig({ skill, to, config, readText }: RenameRequest, dir: string | undefined): readonly RenameEdit[] {
  if (config === undefined) return [];
  const places = placesInConfig(readText(config) ?? "", config, { name: skill.name, dir, isInline: skill.dir === "" });
  return places.map((place) => ({ ...place, file: config, text: to }));
}
