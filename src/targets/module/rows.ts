/** The metadata of a skill as a row of the index, without values that are defaults or that the access layer derives. */
import type { ModuleOptions } from "../../model/config.ts";
import { fieldDefaults } from "../../model/field-table.ts";
import { fileExtension, fileKind, type FileRow, type SkillRow } from "../../runtime/access.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import { eachOnce, whileSame } from "../../model/once-per.ts";
import { assetPath, isAsset, withoutAssets } from "./asset-files.ts";
import { homeOf, ownModule, type Placement } from "./placement.ts";
import type { ScriptPlan } from "./script-files.ts";

/** Media types by extension. */
export type MediaTypes = ReadonlyMap<string, string>;

/**
 * Returns the media types of the files by extension, sorted.
 *
 * @param owner Of the last skills: the map is the same object while the types are the same.
 */
export function mediaTypesOf(owner: WeakKey, skills: readonly LinkedSkill[]): MediaTypes {
  return joinTypes(owner, typesOf(owner, skills));
}

/** The types of the files of a skill, `md\0text/markdown\0`; most skills have none. */
const typesOf = eachOnce(({ files }: LinkedSkill): string => {
  let types = "";
  for (const { path, mediaType, encoding } of files)
    if (encoding === "text" || mediaType !== UNKNOWN_BINARY) types += `${fileExtension(path)}\0${mediaType}\0`;
  return types;
});

const joinTypes = whileSame((all: readonly string[]): MediaTypes => {
  const types = new Map<string, string>();
  for (const one of all) {
    const pairs = one.split("\0");
    for (let at = 0; at + 1 < pairs.length; at += 2) types.set(pairs[at] as string, pairs[at + 1] as string);
  }
  return new Map([...types].sort(([one], [two]) => (one < two ? -1 : 1)));
});

/** The type of binary files with an unknown extension: text files with it have another one, so rows state this one. */
const UNKNOWN_BINARY = "application/octet-stream";

/** What rows take from the whole module. */
export interface RowPlaces extends Pick<Placement, "isEager"> {
  readonly scripts: ScriptPlan | undefined;
  readonly mediaTypes: MediaTypes;
  readonly options: Pick<ModuleOptions, "assets" | "content">;
}

/** Returns the rows of skills: the same objects where nothing about them has changed. */
export function toRows(skills: readonly LinkedSkill[], places: RowPlaces): readonly SkillRow[] {
  const { scripts, mediaTypes, options, isEager } = places;
  const rows = rowsOf(options, skills, samePlaces(options, mediaTypes, options, isEager));
  if (scripts === undefined) return rows;
  return skills.map((skill, at) =>
    skill.files.some((file) => scripts.nameOf(file) !== undefined) ? toRow(skill, places) : (rows[at] as SkillRow),
  );
}

/** The rows of skills without compiled scripts. */
const rowsOf = eachOnce(toRow);

const samePlaces = whileSame((mediaTypes: MediaTypes, options: RowPlaces["options"], isEager: boolean): RowPlaces => ({
  scripts: undefined,
  mediaTypes,
  options,
  isEager,
}));

function toRow(skill: LinkedSkill, places: RowPlaces): SkillRow {
  const { entry, document, files } = skill;
  const { id, name, path, source: _source, body, files: _files, description, ...rest } = entry;
  return {
    id,
    ...(name === id ? {} : { name }),
    description,
    ...virtualPath(path, name),
    ...withoutDefaults(rest),
    ...(places.isEager ? {} : { home: homeOf(withoutAssets(skill, places.options), places.options) }),
    document: withRest([document.key, document.start] as const, document.places ?? []),
    body: withRest([body.bytes, body.lines, body.tokens] as const, {
      ...(body.placeholders.length === 0 ? {} : { placeholders: body.placeholders }),
      ...(body.prepared === undefined ? {} : { prepared: body.prepared }),
    }),
    ...(files.length === 0 ? {} : { files: files.map((file) => toFileRow(file, places)) }),
  };
}

function toFileRow(file: LinkedSkill["files"][number], places: RowPlaces): FileRow {
  const { path, bytes, mediaType, encoding, kind, description } = file;
  const asset = isAsset(file, places.options) ? assetPath(file) : undefined;
  const pack = asset === undefined ? ownModule(file) : undefined;
  const script = places.scripts?.nameOf(file);
  return withRest([path, bytes, asset === undefined ? file.key : ""] as const, {
    ...(pack === undefined ? {} : { pack }),
    ...(mediaType === places.mediaTypes.get(fileExtension(path)) ? {} : { mediaType }),
    ...(encoding === "binary" ? { encoding } : {}),
    ...(kind === fileKind(path) ? {} : { kind }),
    ...(description === undefined ? {} : { description }),
    ...(script === undefined ? {} : { script }),
    ...(asset === undefined ? {} : { asset }),
  });
}

/** Adds what most tuples do not have, unless it is empty. */
function withRest<First extends readonly unknown[], Rest extends object>(
  first: First,
  rest: Rest,
): readonly [...First, Rest?] {
  return Object.keys(rest).length === 0 ? [...first] : [...first, rest];
}

/** Most skills are in a directory of their name. */
function virtualPath(path: string, name: string): Pick<SkillRow, "dir" | "path"> {
  if (path === "") return {};
  return `/${path}`.endsWith(`/${name}`) ? { dir: path.slice(0, path.length - name.length) } : { path };
}

function withoutDefaults(rest: Partial<SkillRow>): Partial<SkillRow> {
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([key, value]) => !isDefault(key, value))
      .sort(([one], [two]) => (one < two ? -1 : 1)),
  );
}

/** Values that the access layer fills in, by key. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...Object.entries(fieldDefaults),
  ["preload", false],
  ["requires", []],
  ["extra", {}],
]);

function isDefault(key: string, value: unknown): boolean {
  const fallback = DEFAULTS.get(key);
  if (value === undefined || fallback === undefined) return value === undefined;
  const isCollection = typeof fallback === "object" && typeof value === "object" && value !== null;
  return isCollection ? Object.keys(value).length === 0 : value === fallback;
}
