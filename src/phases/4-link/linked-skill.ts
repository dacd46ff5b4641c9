/** A linked skill as targets see it: its catalog entry and handles of its contents. */
import type { LinkedSkill } from "../../model/linked.ts";
import type { CatalogFile } from "../../runtime/catalog/catalog.ts";
import { toCatalogSkill } from "./catalog-entry.ts";
import type { IdentifiedSkill } from "./resolve-ids.ts";

export function toLinkedSkill(skill: IdentifiedSkill): LinkedSkill {
  const { document, location, body, inlineText, preparedText, files } = skill.record;
  const entry = toCatalogSkill(skill);
  const text = inlineText ?? preparedText;
  return {
    entry,
    document: {
      sha256: document.sha256,
      bytes: document.bytes,
      encoding: "text",
      location: text === undefined ? location : "",
      ...(text === undefined ? {} : { text }),
      start: body.start,
      ...(body.places === undefined ? {} : { places: body.places }),
    },
    files: files.map(({ sha256, location: at }, index) => ({
      ...(entry.files[index] as CatalogFile),
      sha256,
      location: at,
    })),
  };
}
