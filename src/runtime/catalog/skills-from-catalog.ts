import { checkFormat, createSkills, isRecord, isText, listOf, mismatch, shapeOf, testsOf } from "../access.ts";
import type { AnySkills, FileRow, SkillRow, Test } from "../access.ts";
import type { Catalog, CatalogFile, CatalogSkill } from "./catalog.ts";

/**
 * Creates the skills of a parsed `catalog.full.json`, which emit `json-full` writes.
 *
 * @throws SkillError `format-version` for another format, `content-mismatch` for a catalog without contents, or
 * with values of other types, or with two skills of one id.
 * @example
 * const skills = createSkillsFromCatalog(await (await fetch(url)).json());
 */
export function createSkillsFromCatalog(catalog: Catalog): AnySkills {
  checkFormat(catalog);
  if (!createCatalogTest()(catalog)) throw mismatch();
  // The later of two would replace the restrictions of the first.
  if (new Set(catalog.skills.map(({ id }) => id)).size < catalog.skills.length) throw mismatch();
  const texts = new Map<string, () => string>();
  const skills = catalog.skills.map((skill, at) => toRow(skill, `${at}`, texts));
  const { formatVersion, hash, profile } = catalog;
  const made = createSkills({
    formatVersion,
    hash,
    profile,
    skills,
    views: Object.entries(catalog.views),
    ...(catalog.agents && { agents: catalog.agents.map(withoutFile) }),
    ...(catalog.toolsets && { toolsets: catalog.toolsets.map(withoutFile) }),
    content: { texts: Object.fromEntries(texts) },
  });
  // The first use tests the data.
  void made.names;
  return made;
}

/**
 * A function, so that a bundler drops the tests when nothing calls it. Tests what converting needs, and that no
 * restriction is missing: in the rows of a module, absent means unrestricted. `createSkills` tests the rest.
 */
function createCatalogTest(): Test {
  const isBase64: Test = (value) => /^[\w+/]*={0,2}$/.test(value as string) && (value as string).length % 4 === 0;
  const isFile = shapeOf({ path: isText }, { content: isText });
  const isBinary = shapeOf({}, { content: (value) => isText(value) && isBase64(value) });
  const isGiven: Test = (value) => value !== undefined;
  const always = "name path preload metadata allowedTools requiredScope hooks disableModelInvocation userInvocable";
  const isSkill = shapeOf(
    {
      ...testsOf(always, isGiven),
      body: isRecord,
      files: listOf((file) => isFile(file) && ((file as CatalogFile).encoding !== "binary" || isBinary(file))),
    },
    { instructions: isText, frontmatter: isText },
  );
  const companions = listOf(isRecord);
  return shapeOf({ skills: listOf(isSkill), views: isRecord }, { agents: companions, toolsets: companions });
}

export function withoutFile<Companion extends { readonly file: string }>({
  file: _file,
  ...rest
}: Companion): Omit<Companion, "file"> {
  return rest;
}

/** Converts a skill to a row of a module, and puts its contents under `key` and `key/<number>`. */
export function toRow(
  { source: _source, frontmatter = "", instructions, body, files, ...skill }: CatalogSkill,
  at: string,
  texts: Map<string, () => string>,
): SkillRow {
  const { hash: _hash, documentHash: _documentHash, places, bytes, lines, tokens, ...rest } = body;
  const put = (key: string, content: string | undefined): string => {
    if (content === undefined)
      throw mismatch(
        `The catalog has no contents for "${skill.id}": load the catalog.full.json that emit "json-full" writes`,
      );
    texts.set(key, () => content);
    return key;
  };
  return {
    ...skill,
    body: [bytes, lines, tokens, rest],
    document: [
      put(at, instructions === undefined ? undefined : frontmatter + instructions),
      frontmatter.length,
      ...(places ? ([places] as const) : ([] as const)),
    ],
    files: files.map(({ path, bytes: size, mediaType, kind, description, content, encoding }, index): FileRow => [
      path,
      size,
      put(`${at}/${index}`, content),
      {
        mediaType,
        kind,
        ...(encoding === "binary" && { encoding }),
        ...(description !== undefined && { description }),
      },
    ]),
  };
}
