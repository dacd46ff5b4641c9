import type { Catalog, CatalogSkill } from "../runtime/catalog/catalog.ts";
import type { SkillRecord } from "./skill.ts";

/** A skill of the catalog, with the record of the places of its contents. */
export interface LinkedSkill {
  readonly entry: CatalogSkill;
  readonly record: SkillRecord;
}

/** The result of linking: the catalog, and the places of the contents. */
export interface Linked {
  readonly catalog: Catalog;
  /** In catalog order. */
  readonly skills: readonly LinkedSkill[];
}
