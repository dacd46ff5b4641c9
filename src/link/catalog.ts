import type { Config } from "../model/config.ts";
import type { Host } from "../model/host.ts";
import type { Linked, LinkedSkill } from "../model/linked.ts";
import { hashOfCatalog } from "../piece/index.ts";
import { CATALOG_VERSION, type Catalog } from "../runtime/catalog/catalog.ts";
import { TOKEN_ESTIMATOR } from "../runtime/prompt/token-count.ts";

/** The `$schema` of a catalog: the package subpath of the schema. */
export const CATALOG_SCHEMA = "skillc/catalog.schema.json";

interface CatalogContext {
  readonly config: Pick<Config, "profile">;
  /** Undefined in a check, where the hash of the catalog means nothing. */
  readonly host?: Pick<Host, "sha256" | "sha256OfPieces"> | undefined;
}

export type CatalogParts = Pick<Catalog, "views" | "agents" | "toolsets" | "dropped">;

export function catalogOf(
  parts: CatalogParts,
  skills: readonly LinkedSkill[],
  { config, host }: CatalogContext,
  kept?: Linked["kept"],
): Linked {
  let entries: Catalog["skills"] | undefined;
  const head = headOfCatalog(parts, config);
  const catalog: Catalog = {
    ...head,
    hash: host === undefined ? "" : hashOfCatalog({ catalog: head, skills, kept }, host),
    // Outputs are joined from pieces: most runs need the entries of few skills, or of none.
    get skills() {
      return (entries ??= skills.map(({ entry }) => entry));
    },
  };
  return { catalog, skills, ...(kept && { kept }) };
}

/** Returns a catalog without its skills and its hash. */
export function headOfCatalog(
  parts: CatalogParts,
  { profile }: CatalogContext["config"],
): Omit<Catalog, "hash" | "skills"> {
  return {
    $schema: CATALOG_SCHEMA,
    formatVersion: CATALOG_VERSION,
    profile,
    tokenEstimator: TOKEN_ESTIMATOR,
    ...parts,
  };
}
