/**
 * Takes: the units and places of all admitted skills, in the order of their sources. Gives: the catalog with handles of
 * its contents, and findings. Never: reads bytes, depends on the order in which the disk listed things.
 */
import type { PlacedGroup } from "../diagnostics/index.ts";
import type { AdmittedSkill } from "../model/admitted.ts";
import type { Config, Duplicates } from "../model/config.ts";
import type { Companion } from "../model/companion.ts";
import type { Host } from "../model/host.ts";
import { tierOf } from "../model/index-tiers.ts";
import type { KnownResults } from "../model/known-results.ts";
import type { Linked, LinkedSkill } from "../model/linked.ts";
import type { PiecePolicy } from "../model/piece.ts";
import { noRecall, type Recall } from "../model/recall.ts";
import type { SharedFolder, SharedParts } from "../model/shared.ts";
import type { Dropped } from "../model/skill.ts";
import { compareCodeUnits } from "../paths/index.ts";
import { createEncoder, linkSkill } from "../piece/index.ts";
import { dependenciesOf, linkReferences, linkRequired, type SkillGraph } from "./dependencies/skill-graph.ts";
import { catalogOf, type CatalogParts } from "./catalog.ts";
import { reportCopiedFiles, type SkillFileAnswers } from "./copied-files.ts";
import { linkCompanions } from "./companions.ts";
import { reportCatalogBudgets } from "./catalog-budgets.ts";
import { reportExpectedSkills } from "./expected-skills.ts";
import { createLinkFindings, type LinkFindings } from "./placed-findings.ts";
import { linkShared } from "./shared-files.ts";
import { reportSimilarSkills } from "./similar-skills.ts";
import { resolveIds, type CompareSkills, type Copies, type IntendedSystem } from "./resolve-ids.ts";
import { linkRules } from "./rules.ts";
import { linkViews } from "./views.ts";

export type { SkillGraph } from "./dependencies/skill-graph.ts";
export { narrowToView } from "./narrow-to-view.ts";
export { catalogOf, headOfCatalog, type CatalogParts } from "./catalog.ts";
export type { CompareSkills, Copies } from "./resolve-ids.ts";
export { sharedAt } from "./shared-files.ts";
export { createNeighborHints, type HintAtNeighbor } from "./neighbors.ts";

export interface LinkSettings {
  readonly config: Config;
  readonly duplicates: Duplicates;
  readonly system?: IntendedSystem | undefined;
  /** Returns the files in which two skills differ; none if they are copies. */
  readonly compare: CompareSkills;
  readonly files: SkillFileAnswers;
  /** Whether exact copies of a skill are one skill. */
  readonly mergesCopies: boolean;
  /** Undefined in a check, where the hash of the catalog means nothing. */
  readonly host?: Pick<Host, "sha256" | "sha256OfPieces"> | undefined;
  readonly known?: KnownResults | undefined;
  /** The number of the run, under which results are known; default: 0. */
  readonly run?: number | undefined;
  readonly recall?: Recall | undefined;
  /** What the outputs want of pieces; default: nothing of modules. */
  readonly policy?: PiecePolicy | undefined;
  /** Finds what an earlier build has joined of skills. */
  readonly earlier?: { join?(skills: readonly LinkedSkill[]): Linked["kept"] } | undefined;
  /** Directories with files that skills share; none by default. */
  readonly folders?: readonly SharedFolder[] | undefined;
  /** Agents and toolsets; undefined if the profile does not support them. */
  readonly companions?: readonly Companion[] | undefined;
  /** What discovery and admission left out. */
  readonly dropped: readonly Dropped[];
}

export interface LinkResult {
  /** Put together when it is first read. */
  readonly linked: Linked;
  readonly groups: readonly PlacedGroup[];
  readonly copies: Copies;
  /** Ids by number of the skill, duplicates that were not kept included. */
  readonly ids: ReadonlyMap<number, string>;
  /** What the skills that are linked say about each other; undefined if they say nothing. */
  readonly graph: SkillGraph | undefined;
  /** The skills that views contain because others in them require them, by name of the view. */
  readonly included: ReadonlyMap<string, readonly string[]>;
  /** The skills that are linked, in catalog order. */
  readonly kept: readonly AdmittedSkill[];
}

export function link(skills: readonly AdmittedSkill[], options: LinkSettings): LinkResult {
  const { config, duplicates, system } = options;
  const findings = createLinkFindings();
  const dropped = [...options.dropped];
  const drop = (file: string, reason: string): void => void dropped.push({ file, reason });
  const { identified, copies, byNumber } = resolveIds(skills, {
    duplicates,
    findings,
    drop,
    system,
    compare: options.compare,
    mergesCopies: options.mergesCopies,
    isBuilt: isBuilt(config, options.host !== undefined),
    recall: options.recall ?? noRecall,
  });
  reportSharedPaths(identified, findings);
  reportSimilarSkills(identified, { findings, known: options.known, owner: `${options.run ?? 0}` });
  reportExpectedSkills(identified, config, findings);
  reportCopiedFiles(identified, { findings, files: options.files });
  const graph = linkReferences(identified, config, { findings, dropped });
  const shared = linkShared(identified, { folders: options.folders ?? NO_FOLDERS, config, findings });
  reportPreloadedTiers(identified, findings);
  reportCatalogBudgets(identified, config, findings.of());
  const { views, included } = linkRequired(linkViews(config, identified, findings.of()), graph, {
    dependencies: config.dependencies,
    findings,
  });
  const parts = {
    views,
    ...(options.companions && linkCompanions(options.companions, identified, { findings, drop })),
    dropped: sortDropped(dropped),
  };
  return {
    linked: lazily(() => toLinked({ skills: identified, graph, shared }, parts, options)),
    graph,
    included,
    groups: findings.groups(),
    copies,
    ids: byNumber,
    kept: identified,
  };
}

function toLinked(
  identified: IdentifiedSkills,
  parts: CatalogParts,
  { config, host, policy = NO_PIECES, earlier }: LinkSettings,
): Linked {
  const skills = linkAll(identified, policy, host?.sha256 ?? NO_HASH);
  return catalogOf(parts, skills, { config, host }, earlier?.join?.(skills));
}

interface IdentifiedSkills {
  readonly skills: readonly AdmittedSkill[];
  readonly graph: SkillGraph | undefined;
  /** What each one gets of shared files; undefined where nothing is shared. */
  readonly shared: readonly (SharedParts | undefined)[] | undefined;
}

/** A check needs nothing of it. What it is made from is let go. */
function lazily(start: () => Linked): Linked {
  let made: Linked | undefined;
  let make: (() => Linked) | undefined = start;
  const linked = (): Linked => {
    made ??= (make as () => Linked)();
    make = undefined;
    return made;
  };
  return {
    get catalog() {
      return linked().catalog;
    },
    get skills() {
      return linked().skills;
    },
    get kept() {
      return linked().kept;
    },
  };
}

/** Skills that were searched for are of several catalogs; a config, or a build, makes one. */
function isBuilt({ sources }: Config, isHashed: boolean): boolean {
  if (sources.some((source) => source.kind === "directory" && source.isSearched === true)) return false;
  return isHashed || sources.some(({ place }) => place !== undefined);
}

const NO_FOLDERS: readonly SharedFolder[] = [];
const NO_PIECES: PiecePolicy = { assets: [] };

/**
 * A skill that was linked when it was compiled is linked again only if another one with its id decides that it is preloaded,
 * if it names others, whose ids are part of its entry, or if it has files that others share.
 */
function linkAll(
  { skills, graph, shared: parts }: IdentifiedSkills,
  policy: PiecePolicy,
  sha256: (text: string) => string,
): readonly LinkedSkill[] {
  const tools = { sha256, encode: createEncoder() };
  return skills.map((skill, at) => {
    const dependencies = dependenciesOf(graph, at);
    const shared = parts?.[at];
    if (dependencies !== undefined || shared !== undefined)
      return linkSkill({ ...skill, dependencies, shared }, policy, tools);
    return skill.linked !== undefined && skill.place.preload === skill.preload
      ? skill.linked
      : linkSkill(skill, policy, tools);
  });
}

const NO_HASH = (): string => "";

function reportPreloadedTiers(skills: readonly AdmittedSkill[], findings: LinkFindings): void {
  for (const skill of skills) {
    const { id, unit, place, preload } = skill;
    if (preload && tierOf(unit.link, place.index) === "deferred")
      findings.of(skill).add(linkRules["index-tier-preloaded"], { file: place.file }, { id });
  }
}

function reportSharedPaths(skills: readonly AdmittedSkill[], findings: LinkFindings): void {
  const owners = new Map<string, AdmittedSkill>();
  for (const skill of skills) {
    const { path, file } = skill.place;
    const first = owners.get(path);
    if (first !== undefined)
      findings.of(skill).add(linkRules["path-shared"], { file }, { path, first: first.id, second: skill.id });
    else if (path !== "") owners.set(path, skill);
  }
}

function sortDropped(dropped: readonly Dropped[]): readonly Dropped[] {
  const key = ({ file, reason }: Dropped): string => `${file}\0${reason}`;
  return [...new Map(dropped.map((item) => [key(item), item])).values()].sort((one, two) =>
    compareCodeUnits(key(one), key(two)),
  );
}
