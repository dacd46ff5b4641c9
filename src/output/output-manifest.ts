/** The manifest of an output directory: the files that skillc wrote, with their hashes. */
import { join } from "node:path";
import { isFailure } from "../model/host.ts";
import { attempt } from "../host/attempt.ts";
import { lstatIfAny } from "../host/links-below.ts";
import { readRegular } from "../host/read-regular.ts";

/** The name while every file can be recognized without the manifest. */
const HIDDEN_NAME = ".skillc-manifest.json";
/**
 * The name once the manifest is the only proof for a file. Archives, uploads and ignore rules often leave dot files
 * out: without the manifest such a file would be foreign, and the build would stop.
 */
const VISIBLE_NAME = "skillc-manifest.json";

/** How the manifest of an output is placed among files of others; without it, it is in the output directory itself. */
export interface ManifestPlace {
  /** Its directory below the output directory; empty for that itself. */
  readonly dir: string;
}

/** SHA-256 by path below the output directory. */
type Hashes = ReadonlyMap<string, string>;
/** All hashes that a file may have, by path. */
type KnownHashes = ReadonlyMap<string, readonly string[]>;

export interface OutputManifest {
  /** Every hash that a file of ours may have, by path. */
  readonly known: KnownHashes;
  /** The files of the last build. */
  readonly files: KnownHashes;
  /**
   * Files of earlier builds that may still be there: of a build that was stopped before it had removed them, and those
   * that are kept on purpose for processes that still have the old index. `--check` accepts them.
   */
  readonly previous: KnownHashes;
  /** Files may be ours although they have no mark. */
  readonly isProof: boolean;
}

/** Returns the manifest of an output directory, from both places; empty if there is none. */
export function readManifest(outDir: string, place?: ManifestPlace): OutputManifest {
  const both = namesIn(place).map((name) => parse(read(outDir, name)));
  const files = union(both.flatMap((manifest) => manifest?.files ?? []));
  const previous = union(both.flatMap((manifest) => manifest?.previous ?? []));
  return { known: union([files, previous]), files, previous, isProof: place !== undefined || both[1] !== undefined };
}

function namesIn(place: ManifestPlace | undefined): readonly [hidden: string, visible: string] {
  const dir = place === undefined || place.dir === "" ? "" : `${place.dir}/`;
  return [`${dir}${HIDDEN_NAME}`, `${dir}${VISIBLE_NAME}`];
}

function union(all: readonly KnownHashes[]): KnownHashes {
  const [first = new Map<string, readonly string[]>(), ...others] = all.filter(({ size }) => size > 0);
  if (others.length === 0) return first;
  const known = new Map(first);
  for (const one of others)
    for (const [path, hashes] of one) known.set(path, [...new Set([...(known.get(path) ?? []), ...hashes])]);
  return known;
}

export interface ManifestPlan {
  readonly name: string;
  readonly files: Hashes;
  readonly text: string;
  /** The text while files are moved: it also names all that was there before. */
  readonly announcement: string;
  /** The text that is there now; undefined if there is none. */
  readonly present: string | undefined;
  /** The manifest under the other name, which this one replaces. */
  readonly obsolete: string | undefined;
  /** A file of the same name that is not a manifest. */
  readonly isForeign: boolean;
}

interface ManifestInput {
  readonly files: Hashes;
  /** The manifest that is there now. */
  readonly before: OutputManifest;
  /** Some file cannot be recognized without the manifest: without a place of its own, it gets a visible name. */
  readonly isProof: boolean;
  readonly place?: ManifestPlace | undefined;
  /** Files of the last build that stay until the next one. */
  readonly kept?: KnownHashes | undefined;
}

export function planManifest(outDir: string, { files, before, isProof, place, kept }: ManifestInput): ManifestPlan {
  const [hidden, visible] = namesIn(place);
  const isVisible = isProof && place === undefined;
  const [name, other] = isVisible ? [visible, hidden] : [hidden, visible];
  const present = read(outDir, name);
  const own = inObject(Array.from(files, ([path, sha256]) => [path, `"${sha256}"`]));
  return {
    name,
    files,
    text: toText(files, own, kept),
    announcement: toText(files, own, before.known),
    present,
    obsolete: parse(read(outDir, other)) === undefined ? undefined : other,
    isForeign: isProof && lstatIfAny(join(outDir, name)) !== undefined && parse(present) === undefined,
  };
}

/** @param own The files as JSON. */
function toText(files: Hashes, own: string, known: KnownHashes = new Map()): string {
  const previous: [string, string][] = [];
  for (const [path, hashes] of known) {
    const now = files.get(path);
    if (hashes.length === 1 && hashes[0] === now) continue;
    const others = hashes.filter((sha256) => sha256 !== now).sort();
    if (others.length > 0) previous.push([path, `[\n      ${others.map(quote).join(",\n      ")}\n    ]`]);
  }
  const more = previous.length === 0 ? "" : `,\n  "previous": ${inObject(previous)}`;
  return `{\n  "formatVersion": 1,\n  "files": ${own}${more}\n}\n`;
}

/** Returns an object as JSON of two levels of indentation, sorted by key: for thousands of files in a fifth of the time. */
function inObject(members: readonly (readonly [path: string, json: string])[]): string {
  if (members.length === 0) return "{}";
  const lines = members
    .toSorted(([one], [two]) => (one < two ? -1 : 1))
    .map(([path, json]) => `    ${quote(path)}: ${json}`);
  return `{\n${lines.join(",\n")}\n  }`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function read(outDir: string, name: string): string | undefined {
  // A link may lead anywhere, and reading a pipe would never end.
  const bytes = attempt(() => readRegular(join(outDir, name), { noFollow: true }));
  return isFailure(bytes) ? undefined : bytes.toString("utf8");
}

/** Undefined for a text that is not a manifest. */
function parse(text: string | undefined): { readonly files: KnownHashes; readonly previous: KnownHashes } | undefined {
  if (text === undefined) return undefined;
  const parsed: unknown = attempt(() => JSON.parse(text) as unknown);
  if (typeof parsed !== "object" || parsed === null || !("formatVersion" in parsed)) return undefined;
  const files = hashesOf("files" in parsed ? parsed.files : undefined);
  return files && { files, previous: hashesOf("previous" in parsed ? parsed.previous : undefined) ?? new Map() };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function hashesOf(value: unknown): KnownHashes | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const known = new Map<string, readonly string[]>();
  for (const [path, hashes] of Object.entries(value) as [string, unknown][])
    known.set(path, Array.isArray(hashes) ? [...new Set(hashes.filter(isText))] : [hashes].filter(isText));
  return known;
}
