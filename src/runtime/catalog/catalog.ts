/** The contract of `catalog.json`, the same as the JSON Schema `skillc/catalog.schema.json`. */
import type { Skill, SkillAgent, SkillBody, SkillFile, SkillToolset } from "../access.ts";

/**
 * Where a skill was declared.
 *
 * @example
 * const sources: CatalogSource[] = catalog.skills.map(({ source }) => source);
 */
export interface CatalogSource {
  readonly kind: "directory" | "inline";
  /** Position in the config's `sources`, from 0. */
  readonly index: number;
  /** POSIX path of the SKILL.md relative to the config; for inline skills the config's file name or "". */
  readonly file: string;
  /** 1-based line on which the body starts. */
  readonly bodyLine: number;
  /** Bytes before the body. */
  readonly bodyOffset: number;
}

/**
 * A file that ships with a skill.
 *
 * @example
 * const files: CatalogFile[] = catalog.skills.flatMap((skill) => [...skill.files]);
 */
export interface CatalogFile extends Omit<SkillFile, "compiled" | "asset"> {
  /** `sha256:` and 64 hexadecimal digits of the raw bytes. */
  readonly hash: string;
  /** Estimated; text files only. */
  readonly tokens?: number;
  /** Path of the shared file that it is, relative to the config; absent for a file of the skill itself. */
  readonly from?: string;
  /** Only in `json-full`: the text, or base64 for binary files. */
  readonly content?: string;
}

/**
 * Figures of a skill's instructions.
 *
 * @example
 * const tokens = catalog.skills.reduce((sum, { body }) => sum + body.tokens, 0);
 */
export interface CatalogBody extends SkillBody {
  /** `sha256:` and 64 hexadecimal digits of the body's bytes. */
  readonly hash: string;
  /** Only in `json-full`: `sha256:` and 64 hexadecimal digits of the whole SKILL.md, for `verifyCatalog`. */
  readonly documentHash?: string;
  /** Only in `json-full`: `places` of the instructions; an empty list means none. */
  readonly places?: readonly number[];
}

/**
 * A skill in the catalog.
 *
 * @example
 * const pdf: CatalogSkill | undefined = catalog.skills.find(({ id }) => id === "pdf");
 */
export interface CatalogSkill extends Omit<Skill, "files" | "body"> {
  readonly source: CatalogSource;
  readonly body: CatalogBody;
  readonly files: readonly CatalogFile[];
  /** Only in `json-full`: the body, as on disk. */
  readonly instructions?: string;
  /** Only in `json-full`: everything before the body on disk, with delimiters; both together are the SKILL.md. */
  readonly frontmatter?: string;
}

/**
 * A skill, a near miss, or a file inside a skill that is not in the output.
 *
 * @example
 * for (const { file, reason } of catalog.dropped) console.warn(`${file}: ${reason}`);
 */
export interface CatalogDropped {
  readonly file: string;
  readonly reason: string;
}

/**
 * A Carnet agent (`AGENT.md`).
 *
 * @example
 * const names = (catalog.agents ?? []).map(({ name }: CatalogAgent) => name);
 */
export interface CatalogAgent extends SkillAgent {
  readonly file: string;
}

/**
 * A Carnet toolset (`TOOLSET.md`): domain tools that are exposed together.
 *
 * @example
 * const tools = (catalog.toolsets ?? []).flatMap((toolset: CatalogToolset) => toolset.tools);
 */
export interface CatalogToolset extends SkillToolset {
  readonly file: string;
}

/** Version of the format of a catalog. */
export const CATALOG_VERSION = 1;

/**
 * The typed catalog. Skills are sorted by id in code units.
 *
 * @example
 * const catalog: Catalog = JSON.parse(await readFile("generated/skills/catalog.json", "utf8"));
 */
export interface Catalog {
  readonly $schema: string;
  readonly formatVersion: number;
  /** `sha256:` of the canonical catalog without this field. */
  readonly hash: string;
  readonly profile: string;
  /** Name and version of the estimator behind every `tokens`. */
  readonly tokenEstimator: string;
  readonly skills: readonly CatalogSkill[];
  /** Ids by view name. */
  readonly views: Readonly<Record<string, readonly string[]>>;
  /** Profiles carnet and skillkit only; absent if empty. Sorted by name. */
  readonly agents?: readonly CatalogAgent[];
  /** Profile carnet only; absent if empty. Sorted by name. */
  readonly toolsets?: readonly CatalogToolset[];
  readonly dropped: readonly CatalogDropped[];
}
