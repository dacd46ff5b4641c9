import type { AdmittedSkill } from "../model/admitted.ts";
import type { Duplicates } from "../model/config.ts";
import type { Recall } from "../model/recall.ts";
import { plural, quote } from "../diagnostics/rule.ts";
import { compareCodeUnits, joinPath } from "../paths/index.ts";
import { placeOf, type LinkFindings } from "./placed-findings.ts";
import { linkRules } from "./rules.ts";

/** The system that the skills were probably written for, if it is not that of the profile. */
export interface IntendedSystem {
  readonly name: string;
  readonly label: string;
  readonly duplicates: Duplicates;
}
/** By their numbers; no files if the skills are copies. */
export type CompareSkills = (one: number, two: number) => readonly string[];

/** Maps the numbers of exact copies to those of their originals. */
export type Copies = ReadonlyMap<number, number>;

export interface ResolveIdsOptions {
  readonly duplicates: Duplicates;
  readonly findings: LinkFindings;
  readonly drop: (file: string, reason: string) => void;
  readonly system?: IntendedSystem | undefined;
  readonly compare: CompareSkills;
  readonly mergesCopies: boolean;
  /** Whether the skills end up in one catalog; else each package, plugin and client keeps its own. */
  readonly isBuilt: boolean;
  readonly recall: Recall;
}

/**
 * Takes skills in the order of their sources and returns one skill per id, sorted by id; in a check, one per id and
 * package. Preload is OR-combined over all that claim an id, whichever is kept; the same real directory reached twice
 * is one skill, and so are copies.
 */
export function resolveIds(all: readonly AdmittedSkill[], options: ResolveIdsOptions): ResolvedIds {
  const ids = all.map(({ id }) => id);
  const order = options.recall("order of ids", ids, () => orderOf(ids));
  const numbers = all.map(({ number }) => number);
  const byNumber = options.recall(
    "ids",
    [...numbers, ...ids],
    (): ReadonlyMap<number, string> => new Map(numbers.map((number, at) => [number, ids[at] as string])),
  );
  if (order !== undefined)
    return { identified: order.map((at) => all[at] as AdmittedSkill), copies: new Map(), byNumber };
  const claims = new Map<string, AdmittedSkill[]>();
  const copies: Copy[] = [];
  for (const skill of all) {
    const known = claims.get(skill.id);
    if (known === undefined) claims.set(skill.id, [skill]);
    else settle(known, skill, { ...options, copies });
  }
  reportCopies(copies, options);
  return {
    identified: [...claims.values()].flat().sort((one, two) => compareCodeUnits(one.id, two.id)),
    copies: new Map(copies.map(({ kept, lost }) => [lost.number, kept.number])),
    byNumber,
  };
}

export interface ResolvedIds {
  readonly identified: readonly AdmittedSkill[];
  readonly copies: Copies;
  /** Includes duplicates that were not kept. */
  readonly byNumber: ReadonlyMap<number, string>;
}

/** Undefined if two ids are equal. */
function orderOf(ids: readonly string[]): readonly number[] | undefined {
  const order = ids.map((_, at) => at).sort((one, two) => compareCodeUnits(ids[one] as string, ids[two] as string));
  return order.some((at, index) => index > 0 && ids[at] === ids[order[index - 1] as number]) ? undefined : order;
}

interface Copy {
  readonly kept: AdmittedSkill;
  readonly lost: AdmittedSkill;
}

function settle(
  known: AdmittedSkill[],
  second: AdmittedSkill,
  options: ResolveIdsOptions & { readonly copies: Copy[] },
): void {
  const { duplicates, copies } = options;
  const keep = (first: AdmittedSkill, kept: AdmittedSkill): void =>
    void known.splice(known.indexOf(first), 1, { ...kept, preload: first.preload || second.preload });
  const same = known.find((one) => isSameDirectory(one, second) || isCopy(one, second, options));
  if (same !== undefined) {
    const [kept, lost] = duplicates === "last" ? [second, same] : [same, second];
    if (!isSameDirectory(same, second)) copies.push({ kept, lost });
    return keep(same, kept);
  }
  const first = options.isBuilt ? known[0] : known.find((one) => projectOf(one) === projectOf(second));
  if (first === undefined) known.push(second);
  else if (!options.isBuilt && options.mergesCopies && areMirrors(first.place.dir, second.place.dir)) {
    reportDifference(first, second, options);
    known.push(second);
  } else keep(first, choose(first, second, options));
}

function isSameDirectory({ place: one }: AdmittedSkill, { place: two }: AdmittedSkill): boolean {
  return one.realDir !== "" && one.realDir === two.realDir;
}

function isCopy(one: AdmittedSkill, two: AdmittedSkill, { compare, mergesCopies }: ResolveIdsOptions): boolean {
  const areOnDisk = one.place.origin.kind === "directory" && two.place.origin.kind === "directory";
  return mergesCopies && areOnDisk && compare(one.number, two.number).length === 0;
}

/** `app` and `.claude` of `app/.claude/skills/x`; `.` and `.tabnine/agent` of `.tabnine/agent/skills/x`. */
function clientOf(dir: string): { readonly project: string; readonly client: string } | undefined {
  const found = /^(?:(.*)\/)?(\.(?!git\/)[a-z][a-z0-9-]*(?:\/[a-z][a-z0-9-]*)?)\/skills(?:\/|$)/.exec(dir);
  const [, project = ".", client] = found ?? [];
  return client === undefined ? undefined : { project, client };
}

/** The package, or a directory inside it with skills of a client: `app` of `app/.claude/skills`. */
function projectOf({ place: { dir, packageDir = "." } }: AdmittedSkill): string {
  const { project } = clientOf(dir) ?? { project: "." };
  return project.length > packageDir.length ? project : packageDir;
}

/** `.claude/skills/x` and `.agents/skills/x` have the same place below two clients. */
function areMirrors(one: string, two: string): boolean {
  const [first, second] = [clientOf(one), clientOf(two)];
  return first !== undefined && first.project === second?.project && first.client !== second.client;
}

const MAX_LISTED = 3;

function reportDifference(first: AdmittedSkill, second: AdmittedSkill, options: ResolveIdsOptions): void {
  const files = options.compare(first.number, second.number);
  const more = files.length - MAX_LISTED;
  const listed = files.slice(0, MAX_LISTED).map(quote);
  const written = more > 0 ? [...listed, plural(more, "more file")] : listed;
  const last = written.pop() ?? "";
  const args = {
    id: first.id,
    first: first.place.file,
    second: second.place.file,
    files: written.length === 0 ? last : `${written.join(", ")} and ${last}`,
  };
  const { dir } = second.place;
  const members = more > 0 ? files.map((path) => ({ file: joinPath(dir, path) })) : [];
  options.findings.of(second).add(linkRules["mirror-differs"], { file: second.place.file }, args, { members });
}

/** Copies are reported once. In a check without a config they serve several clients. */
function reportCopies(copies: readonly Copy[], { findings, drop, isBuilt }: ResolveIdsOptions): void {
  for (const { kept, lost } of copies) drop(lost.place.catalogFile, `copy of ${kept.id} in ${kept.place.catalogFile}`);
  const [first] = copies;
  if (first === undefined || !isBuilt) return;
  const { kept, lost } = first;
  const args = { copies: copies.length, first: kept.place.file, second: lost.place.file };
  const members = copies.map((copy) => ({
    file: copy.lost.place.file,
    text: `${copy.lost.id} is a copy of ${copy.kept.place.file}`,
  }));
  const extras = copies.length > 1 ? { members } : {};
  findings.of().add(linkRules["skill-mirrored"], { file: lost.place.file }, args, extras);
}

function choose(first: AdmittedSkill, second: AdmittedSkill, options: ResolveIdsOptions): AdmittedSkill {
  const { duplicates, findings, drop, system } = options;
  if (duplicates === "error") {
    const keeps = system === undefined || system.duplicates === "error" ? "" : system.duplicates;
    const files = { first: first.place.file, second: second.place.file };
    const args = { id: first.id, ...files, keeps, system: system?.label ?? "", profile: system?.name ?? "" };
    const label = { ...placeOf(first, "name"), text: "first declared here" };
    findings.of(second).add(linkRules["duplicate-name"], placeOf(second, "name"), args, { labels: [label] });
    return first;
  }
  const [kept, lost] = duplicates === "first" ? [first, second] : [second, first];
  const args = { id: first.id, kept: kept.place.file, lost: lost.place.file };
  const label = { ...placeOf(kept, "name"), text: "this one is kept" };
  findings.of(lost).add(linkRules["duplicate-shadowed"], placeOf(lost, "name"), args, { labels: [label] });
  drop(lost.place.catalogFile, `duplicate of ${first.id} in ${kept.place.catalogFile}`);
  return kept;
}
