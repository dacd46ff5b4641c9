/**
 * An edit of texts of a few skills: they are compiled, and what only they decide takes the place of what it was. All else stays
 * as the last run left it, as bytes. Any doubt: nothing is said, and everything is done again.
 */
import { hash } from "node:crypto";
import { readStored } from "../../engine/stored-bytes.ts";
import type { StoredBytes } from "../../model/stored-bytes.ts";
import type { Contents } from "../../contents/index.ts";
import type { Config } from "../../model/config.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import type { Piece, SkillLines } from "../../model/piece.ts";
import { FLAT_DOCUMENT, type SkillPlace } from "../../model/skill.ts";
import type { UsableUnit } from "../../model/unit.ts";
import { findProfile, type Profile } from "../../profiles/index.ts";
import { admitSkill, isUsable, piecePolicyOf } from "../../phases/admit-skill.ts";
import { haveManifests } from "../../phases/check-manifests.ts";
import type { Compilation, Making } from "../../phases/compilation.ts";
import type { Compiled } from "../../phases/compiled.ts";
import { compileAll } from "../../phases/compile-all.ts";
import type { OpenRun } from "../../phases/kept-runs.ts";
import { joinKept, type CatalogParts } from "../../phases/join-kept.ts";
import {
  areOnlyTheirs,
  findChangedFiles,
  isSameToOthers,
  reportAlone,
  type ChangedFiles,
} from "../../phases/report-alone.ts";
import type { RunSkill } from "../../phases/run.ts";
import { joinColumns } from "../../piece/index.ts";
import { hashLines, isJoined } from "../../targets/index.ts";
import { joinDigests, lengthsOf, type KeptColumns } from "./kept-columns.ts";
import { replaceFindings, type FindingEdit, type KeptFindings } from "./kept-findings.ts";
import { KeptSkill } from "./kept-pieces.ts";
import { lost } from "./kept-sections.ts";
import type { KeptBlocks, SavedSkills, SkillEdit } from "./saved-skills.ts";
import { spliceCatalog } from "./spliced-catalog.ts";

/** What a run leaves for edits, as JSON. */
export interface EditBase {
  readonly seen: number;
  /** Name of the profile of the system that the skills were probably written for. */
  readonly system?: string | undefined;
  /** The numbers of skills with the id or the name of another one. */
  readonly tied: readonly number[];
  /** Absent after a check. */
  readonly catalog?: {
    readonly parts: CatalogParts;
    /** The number of each skill, in catalog order. */
    readonly kept: readonly number[];
    /** The digest of the places of each block of pieces. */
    readonly places: readonly string[];
  };
}

/** The opposite of its JSON; undefined for nothing. */
export function readBase(edits: StoredBytes): EditBase | undefined {
  const bytes = readStored(edits);
  return !bytes || bytes.length === 0 ? undefined : (JSON.parse(bytes.toString("utf8")) as EditBase);
}

/** Returns what later edits go by; undefined where an edit of one skill may change more than what is about it. */
export function editBaseOf(
  { runs, seen, linked, catalog }: Compiled,
  places: readonly string[],
  host: Parameters<typeof haveManifests>[2] | undefined,
): EditBase | undefined {
  const [first, ...others] = runs;
  if (first === undefined || others.length > 0 || first.crashes > 0 || first.unexplained.length > 0) return undefined;
  const { run, kept, skills, copies, system } = first;
  if (!run.config.outputs.every(isPlain) || copies.size > 0 || run.config.prepare !== undefined) return undefined;
  // A shared directory is of no skill.
  if (run.config.shared !== undefined) return undefined;
  // A check also reads the manifests around skills.
  if (host !== undefined && haveManifests(run, skills, host)) return undefined;
  const base = { seen, system: system?.name, tied: findTied(first.admitted) };
  if (catalog === undefined) return base;
  if (linked.skills.some((one, at) => one !== kept[at]?.linked)) return undefined;
  const { views, agents, toolsets, dropped } = catalog;
  const parts = { views, ...(agents && { agents }), ...(toolsets && { toolsets }), dropped };
  return { ...base, catalog: { parts, kept: kept.map(({ number }) => number), places } };
}

/** Returns the columns of the catalog of a build. */
export function columnsOfRun({ runs: [first], linked: { catalog, skills } }: Compiled): KeptColumns {
  const { assets } = first === undefined ? { assets: [] } : piecePolicyOf(first.run.config);
  const pieces = skills.map(({ piece }) => piece);
  const isTyped = assets.length > 0;
  const lineHashes = isTyped ? hashLines(skills, (text) => hash("sha256", text, "hex")) : undefined;
  const lineLengths = Uint32Array.from(isTyped ? pieces.flatMap(({ lines }) => lengthsOf(lines)) : []);
  const [columns, digests] = [joinColumns(pieces, assets), joinDigests(pieces)];
  return { columns, digests, hash: catalog.hash, lineHashes, lineLengths };
}

/** An output that only joins what skills are one by one, and of which nothing is reported. */
function isPlain(output: Config["outputs"][number]): boolean {
  const { platform, view, isInPlace, module } = output;
  return (
    platform === undefined && view === undefined && isInPlace !== true && module.scripts === false && isJoined(output)
  );
}

function findTied(skills: Compiled["runs"][number]["admitted"]): readonly number[] {
  const byName = new Map<string, number[]>();
  for (const { number, unit } of skills) {
    // An id is a name behind a namespace.
    const others = byName.get(unit.link.name);
    if (others === undefined) byName.set(unit.link.name, [number]);
    else others.push(number);
  }
  return [...byName.values()].filter(({ length }) => length > 1).flat();
}

/** What the last run left, and what this one is given. */
export interface EditInput {
  readonly base: EditBase;
  readonly opened: OpenRun;
  readonly blocks: KeptBlocks;
  /** The numbers of the skills that have changed. */
  readonly numbers: ReadonlySet<number>;
  readonly findings: KeptFindings;
  /** Of all skills; undefined after a check. */
  readonly columns: KeptColumns | undefined;
  /** Absolute path of the project. */
  readonly project: string;
  readonly saved: Pick<SavedSkills, "block" | "files" | "pieces" | "replace" | "use">;
  readonly given: Compilation;
  readonly contents: Contents;
  readonly making: Making;
  /** Adds to findings what they are kept with; undefined if others decide about that. */
  readonly mark: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[] | undefined;
}

export interface Edited {
  readonly compiled: Omit<Compiled, "diagnostics">;
  readonly findings: KeptFindings;
  /** Findings that are gone, and those in their place. */
  readonly edits: readonly Pick<FindingEdit, "removed" | "added">[];
  readonly blocks: KeptBlocks;
  /** Of all skills, as they are now; undefined after a check. */
  readonly columns: KeptColumns | undefined;
}

/** More skills are compiled as all are. */
const MOST_EDITS = 8;

/** Compiles the skills that have changed; undefined if they might change anything about others. */
export async function compileEdits(input: EditInput): Promise<Edited | undefined> {
  const { base, numbers, given, making } = input;
  if (numbers.size > MOST_EDITS || (making.linking !== undefined && base.catalog === undefined)) return undefined;
  const system = base.system === undefined ? undefined : findProfile(base.system);
  if (base.system !== undefined && system === undefined) return undefined;
  let { findings } = input;
  const changed: ChangedFiles[] = [];
  const edits: FindingEdit[] = [];
  const skills = new Map<number, RunSkill>();
  for (const number of numbers) {
    const edit = await compileEdit(input, number, system);
    const replaced = edit && replaceFindings(findings, edit, input.mark);
    if (edit === undefined || replaced === undefined) return undefined;
    ({ findings } = replaced);
    if (edit.files !== undefined) changed.push(edit.files);
    edits.push(replaced);
    skills.set(number, edit.skill);
  }
  const { blocks, saved } = input;
  const ofAll = changed.length === 0 ? [] : blocks.map(([key]) => saved.files(key));
  if (!areOnlyTheirs(changed, ofAll)) return undefined;
  const policy = making.linking && piecePolicyOf(given.config);
  const starts = startsOf(blocks);
  const kept = blocks.map(([key, count], block): KeptBlocks[number] => {
    const own = [...skills].flatMap(([number, { unit, admitted }]): readonly SkillEdit[] => {
      const at = number - (starts[block] as number);
      return unit === undefined || at < 0 || at >= count ? [] : [{ at, unit, piece: admitted?.linked?.piece }];
    });
    return [own.length === 0 ? key : saved.replace(key, own, policy), count];
  });
  // Those before the edit are what the other command will start from.
  for (const some of [blocks, kept]) saved.use(some, piecePolicyOf(given.config));
  const { compiled, columns } = making.linking === undefined ? checked(input) : joined(input, skills);
  return compiled && { compiled, findings, edits, blocks: kept, columns };
}

interface CompiledEdit extends Omit<Parameters<typeof replaceFindings>[1], "dir"> {
  readonly dir: string;
  readonly skill: RunSkill;
  /** Undefined if none has changed of those that other skills may have. */
  readonly files: ChangedFiles | undefined;
}

/** Compiles one skill, and compares it with what it was. */
async function compileEdit(
  { base, opened, blocks, saved, making }: EditInput,
  number: number,
  system: Profile | undefined,
): Promise<CompiledEdit | undefined> {
  if (base.tied.includes(number)) return undefined;
  const found = opened.skillAt(number);
  const { dir, preload } = found.place;
  // The findings of a skill are where its directory is in the order of all.
  if (dir === "." || found.input.document === FLAT_DOCUMENT || isNested(dir, opened.dirs)) return undefined;
  const before = unitAt(blocks, saved, number);
  if (before === undefined || !isUsable(before)) return undefined;
  const run = { ...opened.run, discovered: { ...opened.run.discovered, skills: [found] } };
  const [[skill] = []] = await compileAll([run], making);
  const unit = skill?.unit;
  if (skill === undefined || unit === undefined || !isUsable(unit) || !isSameToOthers(before, unit, preload))
    return undefined;
  const last = { ...found, number: 0, unit: before, admitted: admitSkill({ ...found, number: 0, unit: before }) };
  const [earlier, later] = [reportAlone(run, last, system), reportAlone(run, skill, system)];
  return earlier && later && { dir, skill, before: earlier, after: later, files: findChangedFiles(before, unit) };
}

/** Whether a directory is in one of others, or has one of them in it. */
function isNested(dir: string, others: readonly string[]): boolean {
  const below = `${dir}/`;
  return others.some((other) => other.startsWith(below) || (dir[other.length] === "/" && dir.startsWith(other)));
}

/** The number of the first skill of each block. */
function startsOf(blocks: KeptBlocks): readonly number[] {
  let start = 0;
  return blocks.map(([, count]) => (start += count) - count);
}

function unitAt(blocks: KeptBlocks, saved: EditInput["saved"], number: number): RunSkill["unit"] {
  const starts = startsOf(blocks);
  const block = starts.findLastIndex((start) => start <= number);
  return saved.block(blocks[block]?.[0] ?? "")?.units[number - (starts[block] ?? 0)];
}

function checked({ base: { seen } }: EditInput): Joined {
  // A check asks nothing else of it.
  return { compiled: { seen, linked: NOTHING, outputs: [], runs: [] }, columns: undefined };
}

const NOTHING: Compiled["linked"] = {
  skills: [],
  get catalog(): never {
    throw new Error("a check has no catalog");
  },
};

/** Returns the piece of a skill as the last run has kept it. */
function pieceAt({ base, blocks, saved, given }: EditInput): (number: number) => Piece | undefined {
  const policy = piecePolicyOf(given.config);
  const starts = startsOf(blocks);
  const { places = [] } = base.catalog ?? {};
  return (number) => {
    const block = starts.findLastIndex((start) => start <= number);
    const read = saved.pieces(blocks[block]?.[0] ?? "", policy);
    return read?.placesDigest === places[block] ? read?.pieces[number - (starts[block] ?? 0)] : undefined;
  };
}

interface Joined extends Pick<Edited, "columns"> {
  /** Undefined if what the last run has joined does not fit. */
  readonly compiled: Edited["compiled"] | undefined;
}

/** Makes the catalog and the outputs of the pieces that are kept and those that are new. */
function joined(input: EditInput, edited: ReadonlyMap<number, RunSkill>): Joined {
  const { base, opened, blocks, saved, given, making, contents } = input;
  const { parts = { views: {}, dropped: [] }, kept: numbers = [] } = base.catalog ?? {};
  const before = pieceAt(input);
  const skills = numbers.map((number): LinkedSkill => {
    const piece = (): Piece => before(number) ?? lost();
    const open = (): { unit: UsableUnit; place: SkillPlace } => {
      const unit = unitAt(blocks, saved, number);
      return unit !== undefined && isUsable(unit) ? { unit, place: opened.skillAt(number).place } : lost();
    };
    return edited.get(number)?.admitted?.linked ?? new KeptSkill(piece, open);
  });
  const order: (number | Piece)[] = [...numbers.keys()];
  let hasSameLines = true;
  for (const [number, { admitted }] of edited) {
    const [at, piece] = [numbers.indexOf(number), admitted?.linked?.piece];
    if (at === -1 || piece === undefined || piece.id !== input.columns?.columns.ids[at]) return NOT_JOINED;
    hasSameLines &&= isSameLines(piece, before(number));
    order[at] = piece;
  }
  if (input.columns === undefined) return NOT_JOINED;
  const { config } = given;
  const readLines = (): SkillLines => hashLines(skills, making.host.sha256);
  const options = { config, project: input.project, parts, hasSameLines, hashLines: readLines };
  const { join, ...columns } = spliceCatalog(input.columns, order, options);
  const { linked, outputs } = joinKept(parts, skills, { given, making, contents, kept: join });
  return {
    compiled: { seen: base.seen, linked, catalog: linked.catalog, outputs, runs: [] },
    columns: { ...columns, hash: linked.catalog.hash },
  };
}

const NOT_JOINED: Joined = { compiled: undefined, columns: undefined };

function isSameLines(one: Piece | undefined, two: Piece | undefined): boolean {
  return JSON.stringify(one?.lines) === JSON.stringify(two?.lines);
}
