/** Skills out of a catalog that is loaded at run time instead of being compiled in. */
import { createSkills, FORMAT_VERSION, SkillError, type AnySkills, type FileRow, type SkillRow } from "./access.ts";
import type { Catalog, CatalogSkill } from "./catalog.ts";

/**
 * Makes skills out of what the emitter `json-full` writes (`catalog.full.json`), parsed. `SKILL.md` reads as the
 * instructions without the frontmatter, which this form does not hold.
 *
 * @throws SkillError `format-version` for a catalog of another format, `content-mismatch` for one without contents.
 * @example
 * const skills = createSkillsFromCatalog(await (await fetch(url)).json());
 */
export function createSkillsFromCatalog(catalog: Catalog): AnySkills {
  if (!Array.isArray(catalog?.skills) || catalog.formatVersion !== FORMAT_VERSION)
    throw new SkillError(
      "format-version",
      `This is no catalog of format ${FORMAT_VERSION}, which this runtime reads: build it with the skillc version that the runtime belongs to`,
    );
  const texts = new Map<string, string>();
  const skills = catalog.skills.map((skill, at) => toRow(skill, at, texts));
  const { formatVersion, hash, profile } = catalog;
  return createSkills({
    formatVersion,
    hash,
    profile,
    skills,
    views: Object.entries(catalog.views),
    content: { texts: Object.fromEntries(texts), modules: [] },
  });
}

function toRow(
  { source: _source, instructions, body, files, ...skill }: CatalogSkill,
  at: number,
  texts: Map<string, string>,
): SkillRow {
  const { hash: _hash, ...figures } = body;
  const put = (key: string, content: string | undefined): string => {
    if (content === undefined)
      throw new SkillError(
        "content-mismatch",
        `The catalog has no contents (${skill.id} is without): load the file that the emitter "json-full" writes`,
      );
    texts.set(key, content);
    return key;
  };
  return {
    ...skill,
    body: figures,
    document: { key: put(`${at}`, instructions) },
    files: files.map(({ hash: _fileHash, tokens: _tokens, content, encoding, ...file }, index): FileRow => ({
      ...file,
      ...(encoding === "binary" ? { encoding } : {}),
      key: put(`${at}/${index}`, content),
    })),
  };
}
