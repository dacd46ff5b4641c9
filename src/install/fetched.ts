import type { InstallFault } from "./install-fault.ts";
import type { InstalledFile } from "./install-store.ts";
import type { LockEntry, SkillRef } from "../refs/index.ts";
import { integrityOf } from "../refs/index.ts";
import type { Need } from "./needs.ts";

/** As the lock records it. */
export type FetchedOrigin = Omit<LockEntry, "path" | "integrity" | "files" | "requires" | "requiredBy">;

export interface FetchedTree {
  /** Completed by what only the remote could decide. */
  readonly ref: SkillRef;
  readonly origin: FetchedOrigin;
  /** By path, sorted. */
  readonly files: ReadonlyMap<string, InstalledFile>;
  /** One clause each, for the user. */
  readonly warnings: readonly string[];
  /** Provenance type from the npm registry. */
  readonly provenance?: string;
  /** The reference itself and what it requires of its own source; only on request. */
  readonly parts?: readonly SourcePart[];
  /** Why there are no parts although they were asked for. */
  readonly partsFault?: InstallFault;
}

export interface SourcePart {
  readonly tree: FetchedTree;
  readonly needs: readonly PartNeed[];
}

export interface PartNeed extends Need {
  readonly skill: string;
  /** The part of the same source that contains it; undefined if there is none. */
  readonly part?: string;
}

export function toLockEntry(
  { files, origin }: Pick<FetchedTree, "files" | "origin">,
  path: string,
  sha256: (data: Uint8Array | string) => string,
): LockEntry {
  const digests = new Map([...files].map(([name, { bytes }]) => [name, sha256(bytes)] as const));
  return { path, ...origin, integrity: integrityOf(digests, sha256), files: digests };
}
