import { posix } from "node:path";
import { CompletionItemKind, MarkupKind, type CompletionItem } from "vscode-languageserver/node";
import { readMarkdownLinks, resolveTarget } from "../api/markdown-links.ts";
import { fieldRows } from "../model/field-table.ts";
import { joinPath, relativePath } from "../paths/index.ts";
import { findProfile, isReadBy, knownFields, readersOf, standardFields, toolTables } from "../profiles/index.ts";
import { fieldText, skillText } from "./hover-texts.ts";
import { isMarkdown } from "./links.ts";
import { rangeIn, type OpenDocument } from "./open-document.ts";
import { fieldAt, fieldsOf, frontmatterOf, lineStart } from "./places.ts";

/** Characters after which an editor asks without a key. */
export const TRIGGERS = ["(", "/", "#", "`", "[", ":"];

/** A longer list of files is of no use. */
const MOST_FILES = 500;

const TOOL_FIELDS: ReadonlySet<string> = new Set(["allowed-tools", "disallowed-tools", "tools"]);
const SKILL_FIELDS: ReadonlySet<string> = new Set(["skills", "initialSkills"]);

/** An item before its place in the document is known. */
type Candidate = Omit<CompletionItem, "textEdit"> & { readonly insert: string };

export async function completionsAt(open: OpenDocument, offset: number): Promise<CompletionItem[]> {
  const { document, path } = open;
  const text = document.getText();
  const from = lineStart(text, offset);
  const before = text.slice(from, offset);
  const place = (typed: string, candidates: readonly Candidate[]): CompletionItem[] => {
    const typedRange = rangeIn(document, { start: offset - typed.length, end: offset });
    return candidates.map(({ insert, ...item }) => ({ ...item, textEdit: { range: typedRange, newText: insert } }));
  };
  const range = frontmatterOf(text);
  if (range !== undefined && from >= range.start && offset <= range.end) {
    const isSkill = /^skill\.md$/i.test(posix.basename(path.replaceAll("\\", "/")));
    const typed = /^[\w-]*$/.exec(before)?.[0];
    if (typed !== undefined) return isSkill ? place(typed, fieldCandidates(open)) : [];
    if (isInSkillList(text, offset, range.start)) {
      // After an indicator of YAML or a comma; the namespace is a part of the name.
      return place(NAME_END.exec(before)?.[0] ?? "", skillCandidates(open));
    }
    const field = fieldAt(text, offset);
    if (field?.isInValue !== true) return [];
    const value = NAME_END.exec(before)?.[0] ?? "";
    return place(value.replace(/^.*:/, ""), valueCandidates(open, field.key));
  }
  if (!isMarkdown(open)) return [];
  const target = targetBefore(before);
  if (target !== undefined) return place(...(await targetCandidates(open, target)));
  const isInCode = (before.match(/`/g)?.length ?? 0) % 2 === 1;
  const name = isInCode || before.includes("[[") ? NAME_END.exec(before)?.[0] : undefined;
  return name === undefined ? [] : place(name, skillCandidates(open));
}

const SKILL_LIST = /^[ \t]*(?:requires|related|prerequisite)[-_]skills[ \t]*:/;

function isInSkillList(text: string, offset: number, start: number): boolean {
  const lines = text.slice(start, offset).split(/\r\n|\n|\r/);
  const last = lines.pop() ?? "";
  if (SKILL_LIST.test(last)) return true;
  if (!/^[ \t]*-[ \t]/.test(last)) return false;
  const above = lines.findLast((line) => !/^[ \t]*(?:-[ \t]|#|$)/.test(line));
  return above !== undefined && SKILL_LIST.test(above);
}

/** The characters of names at the end of a text. Looking back, the search starts once in each run of them. */
const NAME_END = /(?<![\p{L}\p{N}_:-])[\p{L}\p{N}_:-]*$/u;

const DEFINITION = /^\s*\[[^\]]+\]:\s*<?/;

/** Returns the start of a target at the end of a line: of a link, an image, a definition or an HTML attribute. */
function targetBefore(line: string): string | undefined {
  const start = /(?<![^)\s"'<>])[^)\s"'<>]*$/.exec(line)?.index ?? line.length;
  const definition = DEFINITION.exec(line)?.[0].length ?? 0;
  if (definition > 0 && definition >= start) return line.slice(definition);
  if (/(?:\]\(<|\b(?:href|src)=["'])$/.test(line.slice(0, start))) return line.slice(start);
  const link = line.indexOf("](", start);
  return link === -1 ? undefined : line.slice(link + 2);
}

/** The fields that the profile reads and the document does not have, those of the standard first. */
function fieldCandidates({ document, snapshot }: OpenDocument): readonly Candidate[] {
  const name = snapshot.config?.profile ?? "standard";
  const fields = findProfile(name)?.fields === "closed" ? standardFields : likelyFields(name);
  const present = new Set(fieldsOf(document.getText()));
  return fields
    .filter((field) => !present.has(field))
    .map((field, index) => {
      const value = fieldText(field, name);
      return {
        label: field,
        insert: `${field}: `,
        kind: CompletionItemKind.Property,
        sortText: String(index).padStart(3, "0"),
        ...(value !== undefined && { documentation: { kind: MarkupKind.Markdown, value } }),
      };
    });
}

/**
 * The fields of the standard, then those that the profile itself reads, then those that more than one other client reads,
 * by their number. What a single other system reads is offered only under its profile.
 */
function likelyFields(profile: string): readonly string[] {
  const readers = new Map(knownFields.map((field) => [field, readersOf(field).length]));
  const isOwn = (field: string): boolean => !standardFields.includes(field) && isReadBy(profile, field);
  const shared = knownFields
    .filter((field) => !standardFields.includes(field) && !isOwn(field) && (readers.get(field) ?? 0) > 1)
    .sort((one, two) => (readers.get(two) ?? 0) - (readers.get(one) ?? 0));
  return [...standardFields, ...knownFields.filter(isOwn), ...shared];
}

function valueCandidates(open: OpenDocument, key: string): readonly Candidate[] {
  const { snapshot, skill } = open;
  if (TOOL_FIELDS.has(key)) return toolCandidates(snapshot.config?.tools ?? []);
  if (SKILL_FIELDS.has(key)) return skillCandidates(open);
  if (key === "name" && skill !== undefined && skill.dir !== ".") return [valueOf(posix.basename(skill.dir))];
  const row = fieldRows.find(([, { field }]) => field === key)?.[1];
  return row?.type === "flag" ? [valueOf("true"), valueOf("false")] : [];
}

function valueOf(value: string): Candidate {
  return { label: value, insert: value, kind: CompletionItemKind.Value };
}

function toolCandidates(own: readonly string[]): readonly Candidate[] {
  const all = new Map(own.map((tool) => [tool, "tools of the config"]));
  for (const { reader, tools } of toolTables) for (const tool of tools) if (!all.has(tool)) all.set(tool, reader);
  return [...all].map(([tool, detail]) => ({ label: tool, insert: tool, detail, kind: CompletionItemKind.Function }));
}

function skillCandidates({ snapshot, skill: own }: OpenDocument): readonly Candidate[] {
  return snapshot.skills.flatMap((skill) => {
    const { id, description } = skill;
    if (id === undefined || skill === own) return [];
    const documentation = { kind: MarkupKind.Markdown, value: skillText(id, description) };
    return [{ label: id, insert: id, kind: CompletionItemKind.Module, documentation }];
  });
}

/** The files of the skill, or after `#` the headings of a file; with the part of the target that is replaced. */
async function targetCandidates(open: OpenDocument, target: string): Promise<[string, readonly Candidate[]]> {
  const { skill, inSkill, project, document } = open;
  if (skill === undefined) return [target, []];
  const hash = target.indexOf("#");
  if (hash !== -1) {
    const to = resolveTarget(target, inSkill, skill.files)?.path ?? "";
    const text = to === inSkill ? document.getText() : project.readText(joinPath(skill.dir, to));
    const { anchors } = await readMarkdownLinks(text ?? "");
    return [
      target.slice(hash + 1),
      anchors.map(({ slug }) => ({ ...valueOf(slug), kind: CompletionItemKind.Reference })),
    ];
  }
  const from = posix.dirname(inSkill);
  const paths = skill.files.filter((path) => path !== inSkill).slice(0, MOST_FILES);
  const written = paths.map((path) => encodeURI(relativePath(from === "." ? "" : from, path) ?? path));
  return [
    target,
    written.map((path) => {
      const insert = target.startsWith("./") ? `./${path}` : path;
      return { label: path, insert, filterText: insert, kind: CompletionItemKind.File };
    }),
  ];
}
