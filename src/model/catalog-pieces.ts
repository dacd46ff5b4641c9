/** The text of a catalog: canonical JSON, put together from the texts of its skills. */
import type { Catalog, CatalogSkill } from "../runtime/catalog/catalog.ts";
import { canonicalJson } from "../runtime/verify/canonical-json.ts";
import { oncePer } from "./once-per.ts";

/** The text of a skill in a catalog; an entry never changes. */
const skillText = oncePer((entry: CatalogSkill) => canonicalJson(entry, SKILL_INDENT));

const SKILL_INDENT = "    ";
const EMPTY_SKILLS = '\n  "skills": []';

/**
 * Creates the canonical JSON of a catalog skill by skill, with or without its hash, without a line end.
 *
 * @example
 * const hash = `sha256:${sha256([...catalogPieces(catalog)].join(""))}`;
 */
export function* catalogPieces(catalog: Omit<Catalog, "hash">): Generator<string> {
  const [start, end] = catalogFrame(catalog);
  yield start;
  for (const [index, entry] of catalog.skills.entries())
    yield `${index === 0 ? "" : ","}\n${SKILL_INDENT}${skillText(entry)}`;
  yield end;
}

/** Returns what is before and after the skills of a catalog in its canonical JSON; each of them is indented by four. */
export function catalogFrame(catalog: Omit<Catalog, "hash">): readonly [start: string, end: string] {
  const frame = canonicalJson({ ...catalog, skills: [] });
  // Only a key of the outermost object is indented by two: no other text in the frame looks like this.
  const place = frame.indexOf(EMPTY_SKILLS) + EMPTY_SKILLS.length - 1;
  return [frame.slice(0, place), `${catalog.skills.length === 0 ? "" : "\n  "}${frame.slice(place)}`];
}
