/** A linked skill as it is in the catalog, and handles of its contents. */
import type { LinkedSkill } from "../../model/linked.ts";
import type { FileFacts } from "../../model/unit.ts";
import { joinPath } from "../../paths/index.ts";
import type { CatalogFile, CatalogSkill } from "../../runtime/catalog/catalog.ts";
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

/** Returns the catalog entry of a skill with handles of its contents. */
export function toLinkedSkill(skill: IdentifiedSkill): LinkedSkill {
  const { place, facts, unit, text } = skill;
  const entry = toCatalogSkill(skill);
  const places = unit.bulk?.places;
  return {
    entry,
    document: {
      encoding: "text",
      location: text === undefined ? place.file : "",
      ...(text === undefined ? {} : { text }),
      start: facts.body.start,
      ...(places === undefined ? {} : { places }),
      ...facts.document,
    },
    files: facts.files.map(({ path, sha256 }, index) => ({
      sha256,
      location: joinPath(place.dir, path),
      ...(entry.files[index] as CatalogFile),
    })),
  };
}
