/** A linked skill as it is in the catalog, and handles of its contents. */
import type { ContentHandle, LinkedSkill } from "../model/linked.ts";
import { isSameList } from "../model/once-per.ts";
import type { FileFacts, SkillFacts } from "../model/unit.ts";
import { joinPath } from "../paths/index.ts";
import type { CatalogFile, CatalogSkill } from "../runtime/catalog/catalog.ts";
import type { IdentifiedSkill } from "./resolve-ids.ts";

export function toCatalogSkill({ id, place, facts, preload, isPrepared }: IdentifiedSkill): CatalogSkill {
  const { fields, body } = facts;
  const namespace = fields.namespace ?? place.namespace;
  return {
    id,
    ...fields,
    ...(namespace === undefined ? {} : { namespace }),
    path: place.path,
    preload,
    requires: facts.requires,
    source: {
      kind: place.origin.kind,
      index: place.origin.index,
      file: place.catalogFile,
      bodyLine: body.line,
      bodyOffset: body.byteOffset,
    },
    body: {
      bytes: body.bytes,
      lines: body.lines,
      tokens: body.tokens,
      hash: `sha256:${body.sha256}`,
      placeholders: body.placeholders,
      ...(isPrepared && { prepared: true }),
    },
    files: facts.files.map(toCatalogFile),
  };
}

function toCatalogFile({
  path,
  bytes,
  sha256,
  mediaType,
  encoding,
  kind,
  description,
  tokens,
}: FileFacts): CatalogFile {
  return {
    path,
    bytes,
    hash: `sha256:${sha256}`,
    mediaType,
    encoding,
    kind,
    ...(description === undefined ? {} : { description }),
    ...(tokens === undefined ? {} : { tokens }),
  };
}

/** What a skill was linked as, and all that this follows from. */
const last = new WeakMap<SkillFacts, { readonly from: readonly unknown[]; readonly linked: LinkedSkill }>();

/**
 * Returns the catalog entry of a skill with handles of its contents: the same object for the same unit at the same place,
 * also when the skills around it were found anew.
 */
export function toLinkedSkill(skill: IdentifiedSkill, sha256: (text: string) => string): LinkedSkill {
  const { id, preload, facts, unit, text, isPrepared, place } = skill;
  const { origin, path, namespace, catalogFile, file, dir } = place;
  const of = [unit.bulk, text, isPrepared, id, preload, origin.kind, origin.index];
  const from = [...of, path, namespace, catalogFile, file, dir];
  const known = last.get(facts);
  if (known !== undefined && isSameList(known.from, from)) return known.linked;
  const linked = linkSkill(skill, sha256);
  last.set(facts, { from, linked });
  return linked;
}

function linkSkill(skill: IdentifiedSkill, sha256: (text: string) => string): LinkedSkill {
  const { id, place, facts, unit, text } = skill;
  const entry = toCatalogSkill(skill);
  const places = unit.bulk?.places;
  return {
    idHash: sha256(id).slice(0, 16),
    entry,
    document: {
      key: contentKey({ sha256: facts.document.sha256, encoding: "text" }),
      encoding: "text",
      location: text === undefined ? place.file : "",
      ...(text === undefined ? {} : { text }),
      start: facts.body.start,
      ...(places === undefined ? {} : { places }),
      ...facts.document,
    },
    files: facts.files.map((file, index) => ({
      key: contentKey(file),
      sha256: file.sha256,
      location: joinPath(place.dir, file.path),
      ...(entry.files[index] as CatalogFile),
    })),
  };
}

/**
 * Returns the key of a content. A document is always text, but a copy of it among the files of a skill is binary if it
 * contains a NUL: the same bytes are then stored in both forms.
 */
export function contentKey({ sha256, encoding }: Pick<ContentHandle, "sha256" | "encoding">): string {
  return `${sha256.slice(0, 16)}${encoding === "binary" ? "b" : ""}`;
}
