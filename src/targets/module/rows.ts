/** The metadata of a skill as a row of the index, without values that are defaults or that the access layer derives. */
import type { ModuleOptions } from "../../model/config.ts";
import { fieldDefaults } from "../../model/field-table.ts";
import { fileExtension, fileKind, type FileRow, type SkillRow } from "../../runtime/access.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import { eachOnce, isSameList, whileSame } from "../../model/once-per.ts";
import { assetPath, isAsset } from "./asset-files.ts";
import { contentKey, type Placement } from "./placement.ts";
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

/** What rows point to, and what they need not say. */
export interface RowPlaces {
  readonly scripts: ScriptPlan | undefined;
  readonly mediaTypes: MediaTypes;
  readonly options: Pick<ModuleOptions, "assets">;
}

/** Returns the rows of skills: the same objects where nothing about them has changed. */
export function toRows(
  skills: readonly LinkedSkill[],
  { homeOf, packOf }: Placement,
  places: RowPlaces,
): readonly SkillRow[] {
  const { scripts, mediaTypes, options } = places;
  const atHome = rowsAtHome(options, skills, homeOf, samePlaces(options, scripts, mediaTypes, options));
  return skills.map((skill, at) => atHome[at] ?? toRow(skill, places, (key) => packOf.get(key)));
}

const samePlaces = whileSame(
  (scripts: RowPlaces["scripts"], mediaTypes: MediaTypes, options: RowPlaces["options"]): RowPlaces => ({
    scripts,
    mediaTypes,
    options,
  }),
);

/** The rows of skills with all contents in one module. */
const rowsAtHome = eachOnce(
  (skill: LinkedSkill, homeOf: Placement["homeOf"], places: RowPlaces): SkillRow | undefined => {
    const home = homeOf.get(skill.entry.id);
    return home === undefined ? undefined : toRow(skill, places, () => home);
  },
);

/** A row, and what it says about anything but the skill. */
interface LastRow {
  readonly row: SkillRow;
  readonly pointers: readonly unknown[];
}

const last = new WeakMap<LinkedSkill, LastRow>();

/** Returns the same object if nothing about the skill has changed. */
function toRow(skill: LinkedSkill, places: RowPlaces, packOf: PackOf): SkillRow {
  const known = last.get(skill);
  const pointers = pointersOf(skill, places, packOf);
  const row = known !== undefined && isSameList(known.pointers, pointers) ? known.row : makeRow(skill, places, packOf);
  last.set(skill, { row, pointers });
  return row;
}

/** Returns the name of the module of a content, by its key; undefined for what is in no module of its own. */
type PackOf = (key: string) => string | undefined;

/** All that a row takes from `places`. */
function pointersOf(
  { document, files }: LinkedSkill,
  { scripts, mediaTypes, options }: RowPlaces,
  packOf: PackOf,
): readonly unknown[] {
  const pointers: unknown[] = [options.assets, packOf(contentKey(document.sha256, "text"))];
  for (const file of files)
    pointers.push(
      packOf(contentKey(file.sha256, file.encoding)),
      scripts?.nameOf(file),
      mediaTypes.get(fileExtension(file.path)),
    );
  return pointers;
}

function makeRow(skill: LinkedSkill, places: RowPlaces, packOf: PackOf): SkillRow {
  const { entry, document, files } = skill;
  const { id, name, path, source: _source, body, files: _files, description, ...rest } = entry;
  const key = contentKey(document.sha256, "text");
  const pack = packOf(key) ?? "";
  return {
    id,
    ...(name === id ? {} : { name }),
    description,
    ...virtualPath(path, name),
    ...withoutDefaults(rest),
    ...(pack === "" ? {} : { pack }),
    document: withRest([key, document.start] as const, document.places ?? []),
    body: withRest([body.bytes, body.lines, body.tokens] as const, {
      ...(body.placeholders.length === 0 ? {} : { placeholders: body.placeholders }),
      ...(body.prepared === undefined ? {} : { prepared: body.prepared }),
    }),
    ...(files.length === 0 ? {} : { files: files.map((file) => toFileRow(file, { pack, packOf }, places)) }),
  };
}

function toFileRow(
  file: LinkedSkill["files"][number],
  { pack, packOf }: { readonly pack: string; readonly packOf: PackOf },
  places: RowPlaces,
): FileRow {
  const { path, bytes, mediaType, encoding, kind, description } = file;
  const asset = isAsset(file, places.options) ? assetPath(file) : undefined;
  const key = asset === undefined ? contentKey(file.sha256, encoding) : "";
  const own = asset === undefined ? (packOf(key) ?? "") : pack;
  const script = places.scripts?.nameOf(file);
  return withRest([path, bytes, key] as const, {
    ...(own === pack ? {} : { pack: own }),
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
