/** What linking hands to targets. */
import type { Catalog, CatalogFile, CatalogSkill } from "../runtime/catalog/catalog.ts";
import type { ContentHandle } from "./content-handle.ts";
import type { KeptJoin, Piece } from "./piece.ts";
import type { SharedParts } from "./shared.ts";
import type { ReadingFacts } from "./unit.ts";

export type { ContentHandle } from "./content-handle.ts";

/** A SKILL.md: frontmatter and body. */
export interface LinkedDocument extends ContentHandle {
  /** Offset of the body in UTF-16 units. */
  readonly start: number;
  /** Where substitution tokens may start: `BodyTokens` of the runtime. Undefined if nothing looks like one. */
  readonly places?: readonly number[];
  /** Host path of the document whose body `text` replaces: it was made by commands of the skill. */
  readonly preparedFrom?: string;
}

/** A skill of the catalog with handles of its contents. */
export interface LinkedSkill {
  readonly entry: CatalogSkill;
  readonly document: LinkedDocument;
  /** In the order of `entry.files`. */
  readonly files: readonly (CatalogFile & ContentHandle)[];
  /** Fields, as written, that the standard does not have, and `allowed-tools` if it is a list. */
  readonly nonstandard: readonly string[];
  /** What the bytes of the skill decided before it could be used. */
  readonly reading: ReadingFacts;
  readonly piece: Piece;
  /** Of its line in an index, where its piece need not be asked. */
  readonly indexTokens?: number;
  /** What it has of shared directories; absent without anything. */
  readonly shared?: Pick<SharedParts, "rewrites" | "staying">;
}

/** The catalog and handles of all contents. */
export interface Linked {
  readonly catalog: Catalog;
  /** In catalog order. */
  readonly skills: readonly LinkedSkill[];
  /** Of most skills, what an earlier build has joined. */
  readonly kept?: KeptJoin | undefined;
}
