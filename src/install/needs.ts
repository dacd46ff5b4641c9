import { readDeclared } from "../check/references/declared.ts";
import { findEntry, type MapNode } from "../model/fields.ts";
import type { ReferenceStrength } from "../model/references.ts";
import { parse } from "../parse/index.ts";
import { standardProfile } from "../profiles/index.ts";
import { isDocumentPath, MAX_DOCUMENT_BYTES, skillsIn } from "./choose-skill.ts";

/** By path. */
export type Documents = ReadonlyMap<string, { readonly bytes: Uint8Array }>;

/** Optional skills are not needed: users add them if they like. */
export interface Need {
  readonly to: string;
  readonly range?: string;
  /** Undefined for a field whose items are certainly skills. */
  readonly strength?: ReferenceStrength;
}

export interface NeedySkill {
  readonly name: string;
  /** Empty for the root. */
  readonly dir: string;
  readonly namespace?: string;
  readonly version?: string;
  readonly needs: readonly Need[];
}

/** In the order of their directories. */
export function needySkillsIn(files: Documents): readonly NeedySkill[] {
  return [...files].flatMap(([path, file]): NeedySkill[] => {
    if (!isDocumentPath(path) || file.bytes.length > MAX_DOCUMENT_BYTES) return [];
    const [skill] = skillsIn(new Map([[path, file]]));
    return skill === undefined ? [] : [{ ...skill, ...readNeeds(file.bytes) }];
  });
}

function readNeeds(bytes: Uint8Array): Omit<NeedySkill, "name" | "dir"> {
  const input = { document: "SKILL.md", dirName: "" };
  const { fields, source } = parse(bytes, input, standardProfile).document;
  if (fields === undefined) return { needs: [] };
  const metadata = findEntry(fields, "metadata")?.value;
  const namespace = textIn(fields, "namespace");
  const version = textIn(fields, "version") ?? (metadata?.kind === "map" ? textIn(metadata, "version") : undefined);
  const { references } = readDeclared(fields, source.text, []);
  const needs = references.flatMap(({ kind, to, range, strength }): Need[] =>
    kind === "required" ? [{ to, ...(range !== undefined && { range }), ...(strength && { strength }) }] : [],
  );
  return { needs, ...(namespace !== undefined && { namespace }), ...(version !== undefined && { version }) };
}

function textIn(fields: MapNode, key: string): string | undefined {
  const value = findEntry(fields, key)?.value;
  return value?.kind === "scalar" && value.value !== null ? value.source : undefined;
}
