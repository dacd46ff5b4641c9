/** A linked skill as it is in the catalog, and handles of its contents. */
import type { AdmittedSkill } from "../model/admitted.ts";
import type { ContentHandle, LinkedSkill } from "../model/linked.ts";
import { tierOf } from "../model/index-tiers.ts";
import type { FileFacts } from "../model/unit.ts";
import type { SharedFile, SharedParts } from "../model/shared.ts";
import { compareCodeUnits, joinPath } from "../paths/index.ts";
import type { SkillDependency } from "../runtime/access.ts";
import type { CatalogFile, CatalogSkill } from "../runtime/catalog/catalog.ts";

/** What an entry is made from: a skill with its id, and whether it is preloaded in the end. */
export interface NamedSkill extends Pick<AdmittedSkill, "place" | "unit" | "text" | "isPrepared"> {
  readonly id: string;
  readonly preload: boolean;
  /** What it says about other skills. */
  readonly dependencies?: readonly SkillDependency[] | undefined;
  /** What it gets of files that skills share. */
  readonly shared?: SharedParts | undefined;
}

const NONE: readonly string[] = [];

function toCatalogSkill(skill: NamedSkill): CatalogSkill {
  const { id, place, unit, preload, isPrepared, dependencies, shared } = skill;
  const { facts, link } = unit;
  const { fields, body } = facts;
  const namespace = fields.namespace ?? place.namespace;
  const index = tierOf(link, place.index);
  return {
    id,
    ...fields,
    ...(namespace === undefined ? {} : { namespace }),
    path: place.path,
    preload,
    ...(index !== undefined && { index }),
    requires: facts.requires,
    ...(dependencies && { dependencies }),
    ...(shared && shared.files.length > 0 && { links: shared.links }),
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
    files: filesOf(skill).map(toCatalogFile),
  };
}

/** The files of a skill, with those that it shares: sorted, unless the skill says which come first. */
function filesOf({ unit: { facts }, shared }: NamedSkill): readonly (FileFacts & Partial<Pick<SharedFile, "from">>)[] {
  if (shared === undefined || shared.files.length === 0) return facts.files;
  const isSorted = facts.files.every(({ path }, at) => at === 0 || (facts.files[at - 1] as FileFacts).path < path);
  const all = [...facts.files, ...shared.files];
  return isSorted ? all.sort((one, two) => compareCodeUnits(one.path, two.path)) : all;
}

function toCatalogFile({
  from,
  path,
  bytes,
  sha256,
  mediaType,
  encoding,
  kind,
  description,
  tokens,
}: ReturnType<typeof filesOf>[number]): CatalogFile {
  return {
    path,
    bytes,
    hash: `sha256:${sha256}`,
    mediaType,
    encoding,
    kind,
    ...(description === undefined ? {} : { description }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(from === undefined ? {} : { from }),
  };
}

export function entryOf(skill: NamedSkill): Omit<LinkedSkill, "piece"> {
  const { place, unit, text, isPrepared, shared } = skill;
  const { facts } = unit;
  const places = unit.bulk?.places;
  let entry: CatalogSkill | undefined;
  return {
    // Where thousands of skills are linked from blocks, only their contents are asked for.
    get entry() {
      return (entry ??= toCatalogSkill(skill));
    },
    document: {
      key: contentKey({ sha256: facts.document.sha256, encoding: "text" }),
      encoding: "text",
      location: text === undefined ? place.file : "",
      ...(text === undefined ? {} : { text }),
      ...(isPrepared && { preparedFrom: place.file }),
      start: facts.body.start,
      ...(places === undefined ? {} : { places }),
      ...facts.document,
    },
    files: filesOf(skill).map((file) => ({
      key: contentKey(file),
      sha256: file.sha256,
      location: file.from ?? joinPath(place.dir, file.path),
      ...toCatalogFile(file),
    })),
    ...(shared && { shared }),
    nonstandard: facts.nonstandard ?? NONE,
    reading: unit.reading,
  };
}

/**
 * Returns the key of a content. A document is always text, but a copy of it among the files of a skill is binary if it
 * contains a NUL: the same bytes are then stored in both forms.
 */
export function contentKey({ sha256, encoding }: Pick<ContentHandle, "sha256" | "encoding">): string {
  return `${sha256.slice(0, 16)}${encoding === "binary" ? "b" : ""}`;
}
