/** Skills from a catalog that is loaded at run time. */
import { createSkills, FORMAT_VERSION, SkillError } from "../access.ts";
import type { AnySkills, FileRow, SkillRow } from "../access.ts";
import type { Catalog, CatalogSkill } from "./catalog.ts";

/**
 * Creates the skills of a parsed `catalog.full.json`, which emit `json-full` writes.
 *
 * @throws SkillError `format-version` for another format, `content-mismatch` for a catalog without contents.
 * @example
 * const skills = createSkillsFromCatalog(await (await fetch(url)).json());
 */
export function createSkillsFromCatalog(catalog: Catalog): AnySkills {
  if (!Array.isArray(catalog?.skills) || catalog.formatVersion !== FORMAT_VERSION)
    throw new SkillError(
      "format-version",
      `Not a format ${FORMAT_VERSION} catalog: rebuild it with the skillc version of this runtime`,
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
    ...(catalog.agents && { agents: catalog.agents.map(withoutFile) }),
    ...(catalog.toolsets && { toolsets: catalog.toolsets.map(withoutFile) }),
    content: { texts: Object.fromEntries(texts), modules: [] },
  });
}

function withoutFile<Companion extends { readonly file: string }>({
  file: _file,
  ...rest
}: Companion): Omit<Companion, "file"> {
  return rest;
}

function toRow(
  { source: _source, frontmatter = "", instructions, body, files, ...skill }: CatalogSkill,
  at: number,
  texts: Map<string, string>,
): SkillRow {
  const { hash: _hash, places, ...figures } = body;
  const put = (key: string, content: string | undefined): string => {
    if (content === undefined)
      throw new SkillError(
        "content-mismatch",
        `The catalog has no contents for "${skill.id}": load the catalog.full.json that emit "json-full" writes`,
      );
    texts.set(key, content);
    return key;
  };
  return {
    ...skill,
    body: figures,
    document: {
      key: put(`${at}`, instructions === undefined ? undefined : frontmatter + instructions),
      start: frontmatter.length,
      ...(places && { places }),
    },
    files: files.map(({ hash: _fileHash, tokens: _tokens, content, encoding, ...file }, index): FileRow => ({
      ...file,
      ...(encoding === "binary" ? { encoding } : {}),
      key: put(`${at}/${index}`, content),
    })),
  };
}
