/** Skills out of the data of a generated module, or out of a catalog that is loaded at run time. */
import { createSkills as fromModule, FORMAT_VERSION, SkillError } from "../access.ts";
import type { AnySkills, FileRow, SkillRow, SkillsData } from "../access.ts";
import type { Catalog, CatalogSkill } from "./catalog.ts";

/**
 * Makes the `Skills` of a generated module, or of what the emitter `json-full` writes (`catalog.full.json`), parsed.
 *
 * @throws SkillError `format-version` for data of another format (a generated module's: on first use),
 * `content-mismatch` for a catalog without contents.
 * @example
 * const skills = createSkills(await (await fetch(url)).json());
 */
export function createSkills(data: SkillsData | Catalog): AnySkills {
  return typeof data === "object" && data !== null && "content" in data ? fromModule(data) : fromCatalog(data);
}

function fromCatalog(catalog: Catalog): AnySkills {
  if (!Array.isArray(catalog?.skills) || catalog.formatVersion !== FORMAT_VERSION)
    throw new SkillError(
      "format-version",
      `This is no catalog of format ${FORMAT_VERSION}, which this runtime reads: build it with the skillc version that the runtime belongs to`,
    );
  const texts = new Map<string, string>();
  const skills = catalog.skills.map((skill, at) => toRow(skill, at, texts));
  const { formatVersion, hash, profile } = catalog;
  return fromModule({
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
        `The catalog has no contents (${skill.id} is without): load the file that the emitter "json-full" writes`,
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
