import { resolve } from "node:path";
import { LSPErrorCodes, ResponseError, type Range, type WorkspaceEdit } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { nameValueOf, renameSkill, type RenamePlace } from "../api/rename-skill.ts";
import { graphOf } from "../api/skill-graph.ts";
import type { SnapshotSkill } from "../api/snapshot-skills.ts";
import { documentOf, rangeIn, skillNamed, type OpenDocument } from "./open-document.ts";
import { wordAt } from "./places.ts";

interface RenameContext {
  readonly uriOf: (path: string) => string;
  /** The version of an open document; undefined for one that is not open. */
  readonly versionOf: (uri: string) => number | undefined;
}

export function renameRangeAt(open: OpenDocument, offset: number): Promise<Range | null> {
  const found = skillAt(open, offset);
  return Promise.resolve(found === undefined ? null : rangeIn(open.document, found));
}

export async function renameAt(
  open: OpenDocument,
  offset: number,
  { to, uriOf, versionOf }: RenameContext & { readonly to: string },
): Promise<WorkspaceEdit | ResponseError | null> {
  const { project, snapshot } = open;
  const found = skillAt(open, offset);
  if (found === undefined) return null;
  const readText = (path: string): string | undefined => project.readText(resolve(project.root, path));
  const config = snapshot.config?.file;
  const { skills } = snapshot;
  const references = referencesTo(snapshot, found.skill.id);
  const planned = await renameSkill({ skill: found.skill, to, skills, references, config, readText });
  if (typeof planned === "string") return new ResponseError(LSPErrorCodes.RequestFailed, planned);
  const { edits, move } = planned;
  const files = [...new Set(edits.map(({ file }) => file))];
  const texts = files.map((file) => {
    const uri = uriOf(resolve(project.root, file));
    const document = TextDocument.create(uri, "", 0, readText(file) ?? "");
    const own = edits.filter((edit) => edit.file === file);
    return {
      textDocument: { uri, version: versionOf(uri) ?? null },
      edits: own.map((edit) => ({ range: rangeIn(document, edit), newText: edit.text })),
    };
  });
  if (move === undefined) return { documentChanges: texts };
  const uri = (dir: string): string => uriOf(resolve(project.root, dir));
  // The edits name files by their old places.
  return { documentChanges: [...texts, { kind: "rename", oldUri: uri(move.from), newUri: uri(move.to) }] };
}

function referencesTo(snapshot: OpenDocument["snapshot"], own: string | undefined): readonly RenamePlace[] {
  const files = new Map(snapshot.skills.map(({ id, file }) => [id, file]));
  return graphOf(snapshot, { cwd: "/", base: "/" }).edges.flatMap(({ from, to, resolved, kind, span }) => {
    const file = files.get(from);
    return !resolved || to !== own || kind === "path" || span === undefined || file === undefined
      ? []
      : { file, ...span };
  });
}

/** Returns the skill that is named at an offset: by its own `name`, or by any word that is its name. */
function skillAt(
  { document, path, project, snapshot, skill }: OpenDocument,
  offset: number,
): { readonly skill: SnapshotSkill; readonly start: number; readonly end: number } | undefined {
  const text = document.getText();
  const own = nameValueOf(text);
  if (skill !== undefined && own !== undefined && path === documentOf(project.root, skill))
    if (own.start <= offset && offset <= own.end) return { skill, ...own };
  const word = wordAt(text, offset);
  const named = word === undefined ? undefined : skillNamed(snapshot, word.word);
  return word === undefined || named === undefined || named.name !== word.word
    ? undefined
    : { skill: named, start: word.start, end: word.end };
}
