import type { CatalogSkill, createCompiler, simulateListing } from "../../src/index.ts";

export interface SkillSet {
  readonly dir: string;
  readonly skills: readonly CatalogSkill[];
}

export interface ListingRow {
  readonly size: string;
  readonly sets: number;
  readonly skills: number;
  /** Sets that each column counts. */
  readonly counts: readonly number[];
  readonly dropped: number;
}

export const listingColumns: readonly { readonly title: string; readonly client: string }[];
export function readSets(
  api: { readonly createCompiler: typeof createCompiler },
  dirs: readonly string[],
): Promise<readonly SkillSet[]>;
export function listingRows(
  api: { readonly simulateListing: typeof simulateListing },
  sets: readonly SkillSet[],
): readonly ListingRow[];
export function listingTable(rows: readonly ListingRow[]): string;
