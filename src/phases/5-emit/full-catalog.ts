/** Writes the catalog with instructions and file contents: everything for a runtime that is not JavaScript. */
import { canonicalJson } from "../../model/canonical-json.ts";
import type { Linked, LinkedSkill } from "../../model/linked.ts";
import type { CatalogSkill } from "../../runtime/catalog/catalog.ts";
import type { ReadContent } from "./content-files.ts";
import { documentItem } from "./placement.ts";

/** Yields the catalog skill by skill: the whole string would be as long as the tree, and V8 limits strings to 512 MB. */
export function* fullCatalog({ catalog, skills }: Linked, readContent: ReadContent): Generator<string> {
  const frame = canonicalJson({ ...catalog, skills: [] });
  // Only a key of the outermost object is indented by two, so no other text in the frame matches.
  const place = frame.indexOf(EMPTY_SKILLS) + EMPTY_SKILLS.length - 1;
  yield frame.slice(0, place);
  for (const [index, skill] of skills.entries())
    yield `${index === 0 ? "" : ","}\n    ${canonicalJson(fullSkill(skill, readContent), "    ")}`;
  yield `${skills.length === 0 ? "" : "\n  "}${frame.slice(place)}\n`;
}

const EMPTY_SKILLS = '\n  "skills": []';

function fullSkill(skill: LinkedSkill, readContent: ReadContent): CatalogSkill {
  const { entry, record } = skill;
  const files = entry.files.map((file, index) => {
    const known = record.files[index] as LinkedSkill["record"]["files"][number];
    return { ...file, content: readContent({ ...known, key: "", label: known.location }) ?? "" };
  });
  const body = { ...entry.body, places: record.body.places ?? [] };
  const document = readContent(documentItem(skill)) ?? "";
  const [frontmatter, instructions] = [document.slice(0, record.body.start), document.slice(record.body.start)];
  return { ...entry, body, frontmatter, instructions, files };
}
