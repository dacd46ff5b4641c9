/** What a reference was when it was fetched. */
import type { InstallFault } from "./install-fault.ts";
import type { InstalledFile } from "./install-store.ts";
import type { LockEntry, SkillRef } from "../refs/index.ts";
import { integrityOf } from "../refs/index.ts";
import type { Need } from "./needs.ts";

/** Where files come from, as the lock records it. */
export type FetchedOrigin = Omit<LockEntry, "path" | "integrity" | "files" | "requires" | "requiredBy">;

/** The files of a reference. */
export interface FetchedTree {
  /** The reference with everything that only the remote could decide. */
  readonly ref: SkillRef;
  readonly origin: FetchedOrigin;
  /** By path, sorted. */
  readonly files: ReadonlyMap<string, InstalledFile>;
  /** One clause each: what a user should know about the source. */
  readonly warnings: readonly string[];
  /** Type of the provenance that the npm registry has. */
  readonly provenance?: string;
  /** Itself and what it requires of its own source; only if that was asked for. */
  readonly parts?: readonly SourcePart[];
  /** Why there are no parts although they were asked for. */
  readonly partsFault?: InstallFault;
}

/** A directory of a source, and what its skills require. */
export interface SourcePart {
  readonly tree: FetchedTree;
  readonly needs: readonly PartNeed[];
}

export interface PartNeed extends Need {
  /** The name of the skill that requires it. */
  readonly skill: string;
  /** The reference to the part of the same source that has it; undefined if the source does not have it. */
  readonly part?: string;
}

/** Returns the entry of the lock for files at a place. */
export function toLockEntry(
  { files, origin }: Pick<FetchedTree, "files" | "origin">,
  path: string,
  sha256: (data: Uint8Array | string) => string,
): LockEntry {
  const digests = new Map([...files].map(([name, { bytes }]) => [name, sha256(bytes)] as const));
  return { path, ...origin, integrity: integrityOf(digests, sha256), files: digests };
}
