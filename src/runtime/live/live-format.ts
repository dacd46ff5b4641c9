/** A catalog in parts: what `splitCatalog` writes and `createLiveSkills` reads. */
import { isRecord, isText, isTexts, listOf, shapeOf, testsOf, type SkillAgent, type SkillToolset } from "../access.ts";

/**
 * The key of the object that names all others: write it last.
 *
 * @example
 * await bucket.put(LIVE_KEY, objects.get(LIVE_KEY));
 */
export const LIVE_KEY = "skills.json";

export const LIVE_VERSION = 1;

/** Bytes of an object: what is larger is not read, so that a source cannot fill the memory. */
export const MAX_OBJECT = 4 * 1024 * 1024;

/** An object: its hash, which is its key as well, and its bytes. */
export type Part = readonly [hash: string, bytes: number];

/** The object under `LIVE_KEY`. Its own hash covers everything, because it has the hashes of all parts. */
export interface Manifest {
  readonly liveVersion: typeof LIVE_VERSION;
  readonly formatVersion: number;
  readonly hash: string;
  readonly profile: string;
  /** Grows with each publication: a lower one than that in use is not taken. */
  readonly revision: number;
  readonly count: number;
  readonly views: readonly (readonly [name: string, ids: readonly string[]])[];
  readonly preloaded: readonly string[];
  readonly agents?: readonly SkillAgent[];
  readonly toolsets?: readonly SkillToolset[];
  /** Metadata: each is the JSON of `names` and `rows` of a `RowPart`. */
  readonly rows: readonly Part[];
  /** Contents by key; the `pack` of a row is the position in this list. */
  readonly contents: readonly Part[];
}

export function keyOf([hash]: Part): string {
  return `${hash.replace("sha256:", "")}.json`;
}

/** As far as `createSkills` does not test it. */
export function isManifest(value: unknown): value is Manifest {
  const isCount = (count: unknown): boolean => Number.isSafeInteger(count) && (count as number) >= 0;
  const isHash = (hash: unknown): boolean => isText(hash) && /^sha256:[\da-f]{64}$/.test(hash as string);
  const isPart = shapeOf([isHash, isCount], {}, Array.isArray);
  return shapeOf({
    liveVersion: (version) => version === LIVE_VERSION,
    hash: isText,
    profile: isText,
    ...testsOf("revision count", isCount),
    preloaded: isTexts,
    ...testsOf("rows contents", listOf(isPart)),
  })(value);
}

export function isRowText(value: unknown): value is { readonly names: string; readonly rows: readonly string[] } {
  return shapeOf({ names: isText, rows: isTexts })(value);
}

export function isContents(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every(isText);
}
