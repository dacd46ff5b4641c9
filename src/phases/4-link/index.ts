/**
 * Takes: the units and places of all admitted skills, in the order of their sources. Gives: the catalog with handles of
 * its contents, and findings. Never: reads bytes, depends on the order in which the disk listed things.
 */
import type { PlacedGroup } from "../../diagnostics/index.ts";
import type { AdmittedSkill } from "../../model/admitted.ts";
import type { Config, Duplicates } from "../../model/config.ts";
import type { Companion } from "../../model/companion.ts";
import { catalogPieces } from "../../model/catalog-pieces.ts";
import type { Linked } from "../../model/linked.ts";
import type { Dropped } from "../../model/skill.ts";
import { TOKEN_ESTIMATOR } from "../../runtime/prompt/token-count.ts";
import { compareCodeUnits } from "../../paths/index.ts";
import { FORMAT_VERSION } from "../../runtime/access.ts";
import { linkCompanions } from "./companions.ts";
import { toLinkedSkill } from "./catalog-entry.ts";
import { reportCatalogBudgets } from "./catalog-budgets.ts";
import { createLinkFindings, type LinkFindings } from "./placed-findings.ts";
import { reportSimilarSkills } from "./similar-skills.ts";
import {
  resolveIds,
  skillId,
  type CompareSkills,
  type Copies,
  type IdentifiedSkill,
  type IntendedSystem,
} from "./resolve-ids.ts";
import { linkRules } from "./rules.ts";
import { linkViews } from "./views.ts";

export { narrowToView } from "./narrow-to-view.ts";
export type { CompareSkills, Copies } from "./resolve-ids.ts";
export { createNeighborHints } from "./neighbors.ts";

/** The `$schema` of a catalog: the package subpath of the schema. */
export const CATALOG_SCHEMA = "skillc/catalog.schema.json";

export interface LinkOptions {
  readonly config: Config;
  readonly duplicates: Duplicates;
  readonly system?: IntendedSystem | undefined;
  /** Returns the files in which two skills differ; none if they are copies. */
  readonly compare: CompareSkills;
  /** Whether exact copies of a skill are one skill. */
  readonly mergesCopies: boolean;
  /** Undefined in a check, where the hash of the catalog means nothing. */
  readonly sha256?: ((text: string) => string) | undefined;
  /** Agents and toolsets; undefined if the profile does not support them. */
  readonly companions?: readonly Companion[] | undefined;
  /** What discovery and admission left out. */
  readonly dropped: readonly Dropped[];
}

export interface LinkResult {
  readonly linked: Linked;
  readonly groups: readonly PlacedGroup[];
  readonly copies: Copies;
  /** Ids by number of the skill, duplicates that were not kept included. */
  readonly ids: ReadonlyMap<number, string>;
}

export function link(skills: readonly AdmittedSkill[], options: LinkOptions): LinkResult {
  const { config, duplicates, system } = options;
  const findings = createLinkFindings();
  const dropped = [...options.dropped];
  const drop = (file: string, reason: string): void => void dropped.push({ file, reason });
  const { identified, copies } = resolveIds(skills, {
    duplicates,
    findings,
    drop,
    system,
    compare: options.compare,
    mergesCopies: options.mergesCopies,
    isBuilt: isBuilt(config, options.sha256 !== undefined),
  });
  reportSharedPaths(identified, findings);
  reportSimilarSkills(identified, findings);
  reportCatalogBudgets(identified, config, findings.of());
  const linkedSkills = identified.map(toLinkedSkill);
  const catalog = {
    $schema: CATALOG_SCHEMA,
    formatVersion: FORMAT_VERSION,
    profile: config.profile,
    tokenEstimator: TOKEN_ESTIMATOR,
    skills: linkedSkills.map(({ entry }) => entry),
    views: linkViews(config, identified, findings.of()),
    ...(options.companions && linkCompanions(options.companions, identified, { findings, drop })),
    dropped: sortDropped(dropped),
  };
  const hash = options.sha256 === undefined ? "" : `sha256:${options.sha256([...catalogPieces(catalog)].join(""))}`;
  return {
    linked: { catalog: { ...catalog, hash }, skills: linkedSkills },
    groups: findings.groups(),
    copies,
    ids: new Map(skills.map((skill) => [skill.number, skillId(skill)])),
  };
}

/** Skills that were searched for are of several catalogs; a config, or a build, makes one. */
function isBuilt({ sources }: Config, isHashed: boolean): boolean {
  if (sources.some((source) => source.kind === "directory" && source.isSearched === true)) return false;
  return isHashed || sources.some(({ place }) => place !== undefined);
}

function reportSharedPaths(skills: readonly IdentifiedSkill[], findings: LinkFindings): void {
  const owners = new Map<string, IdentifiedSkill>();
  for (const skill of skills) {
    const { path, file } = skill.place;
    const owner = owners.get(path);
    if (path === "") continue;
    if (owner === undefined) owners.set(path, skill);
    else findings.of(skill).add(linkRules["path-shared"], { file }, { path, first: owner.id, second: skill.id });
  }
}

function sortDropped(dropped: readonly Dropped[]): readonly Dropped[] {
  const key = ({ file, reason }: Dropped): string => `${file}\0${reason}`;
  return [...new Map(dropped.map((item) => [key(item), item])).values()].sort((one, two) =>
    compareCodeUnits(key(one), key(two)),
  );
}
