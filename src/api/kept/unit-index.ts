/** Finds units by how discovery finds their skills: then no file is read to find one. */
import { hash } from "node:crypto";
import { asBuffer } from "../../host/as-buffer.ts";
import type { SkillUnit } from "../../model/unit.ts";
import type { UnitStore } from "../../phases/compile-all.ts";

type UnitRequest = Parameters<UnitStore["get"]>[0];

/** Bytes of a digest. */
const DIGEST = 32;

/** A store that keeps nothing but the key of each unit. */
export interface UnitIndexWriter {
  readonly store: UnitStore;
  /** Returns the digest of each skill with the key of its unit. */
  bytes(): Uint8Array;
}

const NO_LAST: Pick<UnitStore, "takeLast" | "keepLast"> = { takeLast: () => undefined, keepLast: () => {} };

/** Starts an index. */
export function createUnitIndex(): UnitIndexWriter {
  const name = createNaming();
  const all = new Map<string, string>();
  return {
    store: {
      ...NO_LAST,
      get: () => undefined,
      set: (skill, settings, { key }) => void all.set(name(skill, settings), key),
    },
    bytes: () => Buffer.from([...all].flat().join(""), "hex"),
  };
}

/**
 * Opens indexes as a store.
 *
 * @param find Finds a unit by its key.
 * @param isUnread Whether the skill of a directory has no unit. For any other skill without one, `missing` is called,
 * with the key of a unit that should be there.
 */
export function openUnitIndex(
  indexes: readonly Uint8Array[],
  {
    find,
    isUnread,
    missing,
  }: {
    readonly find: (key: string) => SkillUnit | undefined;
    readonly isUnread: (dir: string) => boolean;
    readonly missing: (dir: string, key: string | undefined) => never;
  },
): UnitStore {
  const name = createNaming();
  const keyOf = createLookUp(indexes);
  return {
    ...NO_LAST,
    get(skill, settings) {
      const key = keyOf(name(skill, settings));
      const unit = key === undefined ? undefined : find(key);
      return unit ?? (isUnread(skill.dir) ? undefined : missing(skill.dir, key));
    },
    set: () => {},
  };
}

/** Finds keys by names. Most are asked for in the order in which they were written: only then is there no table. */
function createLookUp(indexes: readonly Uint8Array[]): (name: string) => string | undefined {
  const all = indexes.map((index) => ({ bytes: asBuffer(index), at: 0 }));
  const digestAt = (bytes: Buffer, at: number): string => bytes.toString("hex", at, at + DIGEST);
  let table: ReadonlyMap<string, string> | undefined;
  let last = all[0];
  const isNext = ({ bytes, at }: (typeof all)[number], name: string): boolean => digestAt(bytes, at) === name;
  return (name) => {
    if (last === undefined || !isNext(last, name)) last = all.find((index) => isNext(index, name));
    if (last === undefined) {
      table ??= new Map(all.flatMap(({ bytes }) => pairsOf(bytes, digestAt)));
      return table.get(name);
    }
    last.at += 2 * DIGEST;
    return digestAt(last.bytes, last.at - DIGEST);
  };
}

function pairsOf(
  bytes: Buffer,
  digestAt: (bytes: Buffer, at: number) => string,
): readonly (readonly [name: string, key: string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at < bytes.length; at += 2 * DIGEST) pairs.push([digestAt(bytes, at), digestAt(bytes, at + DIGEST)]);
  return pairs;
}

/** Names a skill under some settings, which are the same for thousands of skills. */
function createNaming(): (skill: UnitRequest, settings: string) => string {
  const digests = new Map<string, string>();
  return ({ key }, settings) => {
    const digest = digests.get(settings) ?? hash("sha256", settings, "hex");
    digests.set(settings, digest);
    return hash("sha256", `${digest}${key}`, "hex");
  };
}
