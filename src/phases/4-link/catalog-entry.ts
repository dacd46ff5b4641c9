/** Creates the catalog entry of a linked skill. */
import type { FileRecord } from "../../model/skill.ts";
import type { CatalogFile, CatalogSkill } from "../../runtime/catalog/catalog.ts";
import type { IdentifiedSkill } from "./resolve-ids.ts";

export function toCatalogSkill({ id, record, preload }: IdentifiedSkill): CatalogSkill {
  const { fileDescriptions: _descriptions, ...typed } = record.typed;
  const { body } = record;
  return {
    id,
    ...typed,
    ...(record.namespace === undefined ? {} : { namespace: record.namespace }),
    path: record.path,
    preload,
    requires: record.requires,
    source: {
      kind: record.origin.kind,
      index: record.origin.index,
      file: record.catalogFile,
      bodyLine: body.line,
      bodyOffset: body.byteOffset,
    },
    body: {
      bytes: body.bytes,
      lines: body.lines,
      tokens: body.tokens,
      hash: `sha256:${body.sha256}`,
      placeholders: body.placeholders,
      ...(record.preparedText === undefined ? {} : { prepared: true }),
    },
    files: record.files.map(toCatalogFile),
  };
}

function toCatalogFile(file: FileRecord): CatalogFile {
  return {
    path: file.path,
    bytes: file.bytes,
    hash: `sha256:${file.sha256}`,
    mediaType: file.mediaType,
    encoding: file.encoding,
    kind: file.kind,
    ...(file.description === undefined ? {} : { description: file.description }),
    ...(file.tokens === undefined ? {} : { tokens: file.tokens }),
  };
}
