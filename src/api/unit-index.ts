/** Finds units by how discovery finds their skills: then no file is read to find one. */
import { hash } from "node:crypto";
import type { SkillUnit } from "../model/unit.ts";
import type { UnitStore } from "../phases/compile-all.ts";

type SkillKey = Parameters<UnitStore["get"]>[0];

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
  const keys = new Map<string, string>();
  for (const index of indexes) {
    const text = Buffer.from(index).toString("hex");
    for (let at = 0; at < text.length; at += 4 * DIGEST)
      keys.set(text.slice(at, at + 2 * DIGEST), text.slice(at + 2 * DIGEST, at + 4 * DIGEST));
  }
  return {
    ...NO_LAST,
    get(skill, settings) {
      const key = keys.get(name(skill, settings));
      const unit = key === undefined ? undefined : find(key);
      return unit ?? (isUnread(skill.dir) ? undefined : missing(skill.dir, key));
    },
    set: () => {},
  };
}

/** Names a skill under some settings, which are the same for thousands of skills. */
function createNaming(): (skill: SkillKey, settings: string) => string {
  const digests = new Map<string, string>();
  return ({ key }, settings) => {
    const digest = digests.get(settings) ?? hash("sha256", settings, "hex");
    digests.set(settings, digest);
    return hash("sha256", `${digest}${key}`, "hex");
  };
}
