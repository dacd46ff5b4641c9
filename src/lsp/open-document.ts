/** An open document as the features of the server see it: its text, and the skill that it belongs to. */
import { dirname, relative, resolve } from "node:path";
import type { Range } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { SnapshotSkill } from "../api/snapshot-skills.ts";
import type { Snapshot } from "../api/snapshot.ts";
import { toPosixPath } from "../host/index.ts";
import type { TextSpan } from "../model/source.ts";
import type { Project } from "./project.ts";

export interface OpenDocument {
  readonly document: TextDocument;
  /** Absolute. */
  readonly path: string;
  readonly project: Project;
  /** The build of this text. */
  readonly snapshot: Snapshot;
  /** The innermost skill that contains the document. */
  readonly skill?: SnapshotSkill;
  /** Path of the document within the skill; "" without one. */
  readonly inSkill: string;
}

export function openDocument(given: Pick<OpenDocument, "document" | "path" | "project" | "snapshot">): OpenDocument {
  const { path, project, snapshot } = given;
  const skill = skillAt(snapshot, project.root, path);
  if (skill === undefined) return { ...given, inSkill: "" };
  return { ...given, skill, inSkill: toPosixPath(relative(resolve(project.root, skill.dir), path)) };
}

function skillAt({ skills }: Snapshot, root: string, path: string): SnapshotSkill | undefined {
  const byDir = new Map(skills.flatMap((skill) => (skill.dir === "" ? [] : [[resolve(root, skill.dir), skill]])));
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    const skill = byDir.get(dir);
    if (skill !== undefined || dir === dirname(dir)) return skill;
  }
}

export function skillNamed({ skills }: Snapshot, word: string): SnapshotSkill | undefined {
  const byId = skills.find(({ id }) => id === word);
  if (byId !== undefined) return byId;
  const named = skills.filter(({ id, name }) => id !== undefined && name === word);
  return named.length === 1 ? named[0] : undefined;
}

export function rangeIn(document: TextDocument, { start, end }: TextSpan): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function documentOf(root: string, skill: SnapshotSkill): string {
  return resolve(root, skill.file);
}
