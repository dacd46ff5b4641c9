/** The metadata of a skill as a row of the index, without values that are defaults or that the access layer derives. */
import { fieldDefaults } from "../model/field-table.ts";
import type { ContentHandle, LinkedSkill } from "../model/linked.ts";
import type { AssetMode, RowTexts } from "../model/piece.ts";
import { fileExtension, fileKind, type FileRow, type SkillRow } from "../runtime/access.ts";
import { assetPath, isAsset } from "./assets.ts";
import { isLarge, ownModule } from "./homes.ts";
import { asciiJson } from "./literals.ts";

/** The parts of a skill that a row is made of. */
export type RowSource = Pick<LinkedSkill, "entry" | "document" | "files">;

/** What a row depends on besides the skill. */
export interface RowOptions {
  readonly assets: AssetMode;
  /** Returns the name of the module of a compiled script. */
  readonly scriptOf?: ((file: ContentHandle) => string | undefined) | undefined;
}

/** Returns the row of a skill in the parts of its text. */
export function rowTexts(skill: RowSource, options: RowOptions, sha256: (text: string) => string): RowTexts {
  const texts = textsOf(skill, options);
  const { name, head, tail } = texts;
  const length = name.length + head.length + tail.length;
  // With two lengths, the joined texts have one meaning.
  const digest = sha256(`${name.length} ${head.length} ${name}${head}${tail}`).slice(0, 32);
  return { ...texts, length, digest };
}

function textsOf(skill: RowSource, options: RowOptions): Omit<RowTexts, "length" | "digest"> {
  const {
    id: _id,
    name = skill.entry.id,
    namespace,
    description,
    document,
    body,
    files,
    ...rest
  } = toRow(skill, options);
  const { assets } = options;
  const isAtHome = (file: ContentHandle): boolean =>
    !isAsset(file, assets) && !isLarge(file.encoding === "binary", file.bytes);
  return {
    name: asciiJson(namespace === undefined ? name : [namespace, name]),
    head: asciiJson({ description, ...rest }).slice(0, -1),
    tail: `,${asciiJson({ document, body, ...(files && { files }) }).slice(1)}`,
    homeSize: skill.files.reduce((sum, file) => (isAtHome(file) ? sum + file.bytes : sum), skill.document.bytes),
  };
}

/** Returns what a row has between its head and its tail. */
export function homeText(home: string | undefined): string {
  return home === undefined ? "" : `,"home":"${home}"`;
}

/** The type of binary files with an unknown extension: text files with it have another one, so rows state this one. */
const UNKNOWN_BINARY = "application/octet-stream";

function statesType({ encoding, mediaType }: LinkedSkill["files"][number]): boolean {
  return encoding === "binary" && mediaType === UNKNOWN_BINARY;
}

/** Returns the media types of files that no row states, `md\0text/markdown\0`, each once. */
export function mediaTypesOf({ files }: Pick<LinkedSkill, "files">): string {
  const types = new Set<string>();
  for (const file of files) if (!statesType(file)) types.add(`${fileExtension(file.path)}\0${file.mediaType}\0`);
  return [...types].join("");
}

/** Returns the row of a skill; `home` is stated where contents are loaded on demand. */
export function toRow({ entry, document, files }: RowSource, options: RowOptions, home?: string): SkillRow {
  const { id, name, path, source: _source, body, files: _files, description, ...rest } = entry;
  return {
    id,
    ...(name === id ? {} : { name }),
    description,
    ...virtualPath(path, name),
    ...withoutDefaults(rest),
    ...(home === undefined ? {} : { home }),
    document: withRest([document.key, document.start] as const, document.places ?? []),
    body: withRest([body.bytes, body.lines, body.tokens] as const, {
      ...(body.placeholders.length === 0 ? {} : { placeholders: body.placeholders }),
      ...(body.prepared === undefined ? {} : { prepared: body.prepared }),
    }),
    ...(files.length === 0 ? {} : { files: files.map((file) => toFileRow(file, options)) }),
  };
}

function toFileRow(file: LinkedSkill["files"][number], { assets, scriptOf }: RowOptions): FileRow {
  const { path, bytes, mediaType, encoding, kind, description } = file;
  const asset = isAsset(file, assets) ? assetPath(file) : undefined;
  const pack = asset === undefined ? ownModule(file) : undefined;
  const script = scriptOf?.(file);
  return withRest([path, bytes, asset === undefined ? file.key : ""] as const, {
    ...(pack === undefined ? {} : { pack }),
    ...(statesType(file) ? { mediaType } : {}),
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
