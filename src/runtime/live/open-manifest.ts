import { checkFormat, createSkills, mismatch, unknownSkill } from "../access.ts";
import type { AnySkills, ContentModule, RowPart, SkillsData } from "../access.ts";
import { isContents, isRowText, keyOf, type Manifest, type Part } from "./live-format.ts";
import { parseJson } from "./read-object.ts";

export type ReadPart = (part: Part) => Promise<string>;

/**
 * Loads the metadata of a manifest, one part at a time, and tests all of it before anything is returned.
 *
 * @param openContents Loads the contents of a part; called again after they were dropped.
 * @throws SkillError `content-mismatch` or `format-version`, or what reading throws (rejects).
 */
export async function openManifest(
  manifest: Manifest,
  readPart: ReadPart,
  openContents: (part: Part) => Promise<ContentModule>,
): Promise<AnySkills> {
  checkFormat(manifest);
  const parts: RowPart[] = [];
  for (const part of manifest.rows) {
    const value = parseJson(await readPart(part));
    if (!isRowText(value)) throw mismatch(`${keyOf(part)} has no metadata of skills`);
    parts.push({ names: value.names, rows: value.rows.map((text) => () => text) });
  }
  const { formatVersion, hash, profile, views, preloaded, agents, toolsets, contents } = manifest;
  const data: SkillsData = {
    formatVersion,
    hash,
    profile,
    skills: [],
    parts,
    views,
    preloaded,
    ...(agents && { agents }),
    ...(toolsets && { toolsets }),
    content: {
      texts: {},
      load: (pack) => {
        const part = contents[Number(pack)];
        return part && reopened(() => openContents(part));
      },
    },
  };
  // Part by part and thrown away: rows stay texts in what is returned, until they are used.
  for (const part of parts) {
    const some = createSkills({ ...data, parts: [part] });
    for (const id of some.names) some.get(id);
  }
  const skills = createSkills(data);
  const { length } = skills.names;
  if (length !== manifest.count) throw mismatch(`The catalog has ${length} skills, not ${manifest.count}`);
  for (const id of [...preloaded, ...views.flatMap(([, ids]) => ids)])
    if (!skills.has(id)) throw unknownSkill(id, skills.names);
  return skills;
}

export function contentsOf(part: Part, text: string): ContentModule {
  const value = parseJson(text);
  if (!isContents(value)) throw mismatch(`${keyOf(part)} has no contents of skills`);
  return { texts: Object.fromEntries(Object.entries(value).map(([key, content]) => [key, () => content])) };
}

/**
 * Returns what loads again each time it is awaited: the access layer keeps the promise of a content module, and the contents
 * of all skills that were ever used must not stay in memory.
 */
function reopened<Value>(open: () => Promise<Value>): Promise<Value> {
  const again: Pick<Promise<Value>, "then" | "catch"> = {
    // oxlint-disable-next-line unicorn/no-thenable -- see above
    then: (...listeners) => open().then(...listeners),
    catch: () => again as Promise<never>,
  };
  return again as Promise<Value>;
}
