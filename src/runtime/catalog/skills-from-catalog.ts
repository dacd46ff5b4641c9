/** Skills from a catalog that is loaded at run time. */
import { createSkills, FORMAT_VERSION, SkillError } from "../access.ts";
import type { AnySkills, FileRow, SkillRow } from "../access.ts";
import type { Catalog, CatalogSkill } from "./catalog.ts";

/**
 * Creates the skills of a parsed `catalog.full.json`, which emit `json-full` writes.
 *
 * @throws SkillError `format-version` for another format, `content-mismatch` for a catalog without contents, or
 * with values of other types.
 * @example
 * const skills = createSkillsFromCatalog(await (await fetch(url)).json());
 */
export function createSkillsFromCatalog(catalog: Catalog): AnySkills {
  if (!Array.isArray(catalog?.skills) || catalog.formatVersion !== FORMAT_VERSION)
    throw new SkillError(
      "format-version",
      `Not a format ${FORMAT_VERSION} catalog: rebuild it with the skillc version of this runtime`,
    );
  if (!createCatalogTest()(catalog)) throw new SkillError("content-mismatch", "Not a catalog that skillc wrote");
  const texts = new Map<string, string>();
  const skills = catalog.skills.map((skill, at) => toRow(skill, at, texts));
  const { formatVersion, hash, profile } = catalog;
  const made = createSkills({
    formatVersion,
    hash,
    profile,
    skills,
    views: Object.entries(catalog.views),
    ...(catalog.agents && { agents: catalog.agents.map(withoutFile) }),
    ...(catalog.toolsets && { toolsets: catalog.toolsets.map(withoutFile) }),
    content: { texts: Object.fromEntries(texts), modules: [] },
  });
  // The first use tests the data.
  void made.names;
  return made;
}

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === "string";
const isRecord: Test = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isBase64: Test = (value) => typeof value === "string" && /^[\w+/]*={0,2}$/.test(value) && value.length % 4 === 0;
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const isOptional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);

/** Tests the fields of an object; what has no test may be anything. */
const shapeOf =
  (tests: Readonly<Record<string, Test>>): Test =>
  (value) =>
    isRecord(value) &&
    Object.entries(tests).every(([key, test]) =>
      test(Object.hasOwn(value as object, key) ? (value as Record<string, unknown>)[key] : undefined),
    );

/**
 * A function, so that a bundler drops the tests when nothing calls it. Tests what converting needs, and that no
 * restriction is missing: in the rows of a module, absent means unrestricted. `createSkills` tests the rest.
 */
function createCatalogTest(): Test {
  const isFile = shapeOf({ path: isText, content: isOptional(isText) });
  const isBinary = shapeOf({ content: isOptional(isBase64) });
  const isGiven: Test = (value) => value !== undefined;
  const always = ["name", "path", "preload", "metadata", "allowedTools", "requiredScope", "hooks"];
  const isSkill = shapeOf({
    ...Object.fromEntries([...always, "disableModelInvocation", "userInvocable"].map((key) => [key, isGiven])),
    body: isRecord,
    files: listOf((file) => isFile(file) && ((file as FileRow).encoding !== "binary" || isBinary(file))),
    instructions: isOptional(isText),
    frontmatter: isOptional(isText),
  });
  const isCompanions = isOptional(listOf(isRecord));
  return shapeOf({
    skills: listOf(isSkill),
    views: isRecord,
    agents: isCompanions,
    toolsets: isCompanions,
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
  const { hash: _hash, documentHash: _documentHash, places, ...figures } = body;
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
