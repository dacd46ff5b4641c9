import type { Catalog, CatalogSkill } from "../runtime/catalog/catalog.ts";
import type { SkillRecord } from "./skill.ts";

/** A skill of the catalog with the record that knows where its contents are. */
export interface LinkedSkill {
  readonly entry: CatalogSkill;
  readonly record: SkillRecord;
}

/** What linking hands to emitting: the catalog, and beside it where contents are found. */
export interface Linked {
  readonly catalog: Catalog;
  /** In catalog order. */
  readonly skills: readonly LinkedSkill[];
}
