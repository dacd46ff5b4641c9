/**
 * The skills of earlier runs on disk: their units, found by what they are made of, and their pieces, found by unit and place.
 * Many are stored together, so that those that have not changed are read and written as bytes.
 */
import { hash } from "node:crypto";
import type { BlockStore } from "../../engine/index.ts";
import type { Config } from "../../model/config.ts";
import type { KnownResults } from "../../model/known-results.ts";
import type { Piece, PiecePolicy } from "../../model/piece.ts";
import { isSameList } from "../../model/same-list.ts";
import type { SkillUnit } from "../../model/unit.ts";
import { isUsable, piecePolicyOf, type LinkedSkills } from "../../phases/admit-skill.ts";
import type { SettleSkills, UnitCache } from "../../phases/compile-all.ts";
import type { LinkedRun } from "../../phases/link-run.ts";
import type { RunSkill } from "../../phases/run.ts";
import { endOf, endsBlock, MOST_SKILLS } from "./block-ends.ts";
import { createSavedResults } from "./saved-results.ts";
import { settled } from "./settled-skill.ts";
import {
  digestOfPlaces,
  digestOfLeft,
  KeptSkill,
  placeText,
  readPieces,
  writePieces,
  type PieceBlock,
  type PlacedPiece,
} from "./kept-pieces.ts";
import { readUnits, readUnitsOnDemand, storedAt, writeUnits, type UnitBlock } from "./kept-units.ts";
import { readFileNumbers, readUnitKeys, type UnitKeys } from "./unit-columns.ts";

/** Blocks of units, in the order of the skills of a run: the key of each, and how many skills it has. */
export type KeptBlocks = readonly (readonly [key: string, count: number])[];

export interface SavedSkills extends Pick<UnitCache, "get">, LinkedSkills {
  /** Returns a block of units, parts of which are only read when they are asked for; undefined if it is not there. */
  block(key: string): UnitBlock | undefined;
  /** Returns what the units of a block say of files, without reading anything else of them. */
  files(key: string): Float64Array | undefined;
  /** Returns the pieces of a block of units; undefined if they are not there, or not what was written. */
  pieces(ofUnits: string, policy: PiecePolicy): PieceBlock | undefined;
  /** Keeps the skills of each run; with pieces those of the first one, which makes the catalog. */
  keep(runs: readonly Pick<LinkedRun, "run" | "skills">[], hasPieces: boolean): KeptRuns;
  /** Says that blocks of units and their pieces are still needed, by a check those of the next build. */
  use(blocks: KeptBlocks, policy: PiecePolicy): void;
  /** Keeps a block with other units in some places, and with their pieces if there is a policy; returns its key. */
  replace(block: string, edits: readonly SkillEdit[], policy: PiecePolicy | undefined): string;
  /**
   * Returns what keeps the skills of a run while they are compiled, block by block, so that neither units nor pieces of
   * thousands of them wait in memory.
   *
   * @param config Undefined where there are no pieces.
   * @param units Has each unit that is read from the disk from then on.
   */
  settling(config: Pick<Config, "outputs"> | undefined, units: Pick<UnitCache, "set">): SettleSkills;
  readonly results: KnownResults;
  /** Ends the writing of what is new. */
  save(): void;
}

export interface KeptRuns {
  readonly units: readonly KeptBlocks[];
  /** With pieces: the digest of the places of each block of the first run. */
  readonly places: readonly string[];
}

/** A skill that is compiled again where it was. */
export interface SkillEdit {
  /** Its position in the block. */
  readonly at: number;
  readonly unit: SkillUnit;
  readonly piece?: Piece | undefined;
}

/** What is known of the blocks of one store. */
interface SavedState {
  readonly store: BlockStore;
  readonly units: Map<string, UnitBlock | undefined>;
  /** Those of one policy at a time, by the key of their units. */
  pieces: { readonly policy: PiecePolicy; readonly blocks: Map<string, PieceBlock | undefined> } | undefined;
  /** The keys of the units of each block. */
  keys: ReadonlyMap<string, UnitKeys> | undefined;
  /** Where the unit is that follows the last one. */
  next: UnitPlace | undefined;
  /** The first unit of each block. */
  firsts: ReadonlyMap<string, string> | undefined;
  /** How many units were looked up that did not follow. */
  count: number;
  /** By the key of a unit. */
  places: ReadonlyMap<string, UnitPlace> | undefined;
}

export function createSavedSkills(store: BlockStore): SavedSkills {
  const state: SavedState = {
    store,
    units: new Map(),
    pieces: undefined,
    keys: undefined,
    next: undefined,
    firsts: undefined,
    count: 0,
    places: undefined,
  };
  const use: SavedSkills["use"] = (blocks, policy) => {
    for (const [key] of blocks) for (const one of [key, piecesKey(key, policy)]) store.use(one);
  };
  return {
    get(key) {
      const [block, at] = placeOf(state, key) ?? [];
      return block === undefined || at === undefined ? undefined : unitsOf(state, block)?.units[at];
    },
    block: (key) => unitsOf(state, key, "on demand"),
    files(key) {
      const block = store.get(key);
      return block && readFileNumbers(block);
    },
    pieces: (ofUnits, policy) => piecesOf(state, ofUnits, policy),
    of: (policy) => ({
      get(unit, place) {
        const stored = storedAt(unit);
        const piece = stored && piecesOf(state, stored.block.key, policy)?.pieceAt(stored.at, place);
        return piece === undefined || !isUsable(unit) ? undefined : new KeptSkill(piece, { unit, place });
      },
      set: () => {},
    }),
    keep(runs, hasPieces) {
      const all = runs.map(({ skills }) => keepUnits(state, skills));
      const [[first], [kept]] = [runs, all];
      const places =
        hasPieces && first !== undefined && kept !== undefined
          ? keepPieces(state, { skills: first.skills, kept, policy: piecePolicyOf(first.run.config) })
          : [];
      if (first !== undefined && kept !== undefined) use(kept, piecePolicyOf(first.run.config));
      return { units: all, places };
    },
    use,
    replace: (...edited) => replaceSkills(state, ...edited),
    results: createSavedResults(store),
    settling: (config, units) => settling(state, { policy: config && piecePolicyOf(config), units }),
    save: () => store.save(),
  };
}

/** What keys of blocks of units start with. */
const UNITS = "units ";

function unitsKey(keys: readonly string[]): string {
  return `${UNITS}${hash("sha256", keys.join("\n"), "hex")}`;
}

function piecesKey(units: string, policy: PiecePolicy): string {
  return `pieces ${hash("sha256", JSON.stringify([units, policy]), "hex")}`;
}

/** The key of a block, and where a unit is in it. */
type UnitPlace = readonly [block: string, at: number];

/** An edit looks up a few units: until there are more, a search costs less than a table of all that are known. */
const FEW = 8;

/** Units that were stored together are looked up together. */
function placeOf(state: SavedState, key: string): UnitPlace | undefined {
  const all = (state.keys ??= new Map(
    Array.from(state.store.find(UNITS), ([block, sections]) => [block, readUnitKeys(sections)] as const),
  ));
  const { next } = state;
  const isNext = next !== undefined && all.get(next[0])?.at(next[1]) === key;
  const place = isNext ? next : searchUnit(state, all, key);
  state.next = place && [place[0], place[1] + 1];
  return place;
}

function searchUnit(state: SavedState, all: NonNullable<SavedState["keys"]>, key: string): UnitPlace | undefined {
  if (++state.count > FEW) {
    const block = (state.firsts ??= firstsOf(all)).get(key);
    return block === undefined ? (state.places ??= tableOf(all)).get(key) : [block, 0];
  }
  for (const [block, keys] of all) {
    const at = keys.indexOf(key);
    if (at !== -1) return [block, at];
  }
  return undefined;
}

function firstsOf(all: NonNullable<SavedState["keys"]>): ReadonlyMap<string, string> {
  return new Map(Array.from(all, ([block, keys]) => [keys.at(0), block] as const));
}

function tableOf(all: NonNullable<SavedState["keys"]>): ReadonlyMap<string, UnitPlace> {
  const places = new Map<string, UnitPlace>();
  for (const [block, keys] of all)
    for (const [at, key] of keys.all().entries()) if (!places.has(key)) places.set(key, [block, at]);
  return places;
}

function unitsOf({ store, units }: SavedState, key: string, how?: "on demand"): UnitBlock | undefined {
  if (units.has(key)) return units.get(key);
  const block = store.get(key);
  const read =
    how === undefined ? block && readUnits(key, block) : block && readUnitsOnDemand(key, block, () => store.get(key));
  units.set(key, read);
  return read;
}

function piecesOf(state: SavedState, ofUnits: string, policy: PiecePolicy): PieceBlock | undefined {
  if (state.pieces === undefined || !isSameList(state.pieces.policy.assets, policy.assets))
    state.pieces = { policy, blocks: new Map() };
  const { blocks } = state.pieces;
  if (blocks.has(ofUnits)) return blocks.get(ofUnits);
  const block = state.store.get(piecesKey(ofUnits, policy));
  const read = block && readPieces(block, policy);
  blocks.set(ofUnits, read);
  return read;
}

function keepUnits(state: SavedState, skills: readonly RunSkill[]): KeptBlocks {
  const kept: (readonly [string, number])[] = [];
  const units = skills.map(({ input, unit }) => (input.inline === undefined ? unit : undefined));
  const isLast = (at: number): boolean => at === skills.length || endsBlock(skills[at - 1] as RunSkill);
  for (let at = 0; at < skills.length;) {
    const known = storedHere(state, units[at]);
    const count = known?.units.length ?? 0;
    const isSame = known?.units.every((unit, index) => units[at + index] === unit) === true;
    const isKnown = isSame && at + count <= skills.length && (count === MOST_SKILLS || isLast(at + count));
    const end = isKnown ? at + count : endOf(skills, at);
    const key = isKnown ? (known?.key ?? "") : keepBlock(state, units.slice(at, end));
    kept.push([key, end - at]);
    at = end;
  }
  return kept;
}

/** Returns the block that a unit was read from, unless it is in another store: blocks of a share must be whole without the cache. */
function storedHere(state: SavedState, unit: SkillUnit | undefined): UnitBlock | undefined {
  const block = storedAt(unit)?.block;
  return block && unitsOf(state, block.key, "on demand") && block;
}

function keepBlock(state: SavedState, units: readonly (SkillUnit | undefined)[]): string {
  const key = unitsKey(units.map((unit) => unit?.key ?? ""));
  if (unitsOf(state, key) === undefined) state.store.set(key, writeUnits(units));
  return key;
}

interface Settling {
  readonly policy: PiecePolicy | undefined;
  readonly units: Pick<UnitCache, "set">;
}

function settling(state: SavedState, given: Settling): SettleSkills {
  let [start, end] = [0, 0];
  return (skills) => {
    for (let last = skills[end]; last !== undefined; last = skills[end]) {
      end++;
      if (end - start < MOST_SKILLS && !endsBlock(last)) continue;
      for (const [at, skill] of settleBlock(state, skills.slice(start, end), given).entries())
        skills[start + at] = skill;
      start = end;
    }
  };
}

/** Keeps a block of skills that are all new, and returns them as they are read from there. */
function settleBlock(
  state: SavedState,
  skills: readonly RunSkill[],
  { policy, units: known }: Settling,
): readonly RunSkill[] {
  const units = skills.map(({ input, unit }) => (input.inline === undefined ? unit : undefined));
  if (units.some((unit) => storedAt(unit) !== undefined)) return skills;
  const key = keepBlock(state, units);
  const block = state.store.reopen?.(key);
  const kept = block && readUnits(key, block);
  if (kept === undefined) return skills;
  state.units.set(key, kept);
  const pieces = policy && settlePieces(state, { skills, kept: [[key, skills.length]], policy });
  for (const unit of kept.units) if (unit !== undefined) known.set(unit.key, unit);
  return skills.map((skill, at) => settled(skill, kept.units[at], pieces?.pieces[at]));
}

function settlePieces(state: SavedState, run: RunInBlocks): PieceBlock | undefined {
  const { kept, policy } = run;
  const [[units] = [""]] = kept;
  keepPieces(state, run);
  const block = state.store.reopen?.(piecesKey(units, policy));
  const pieces = block && readPieces(block, policy);
  state.pieces?.blocks.set(units, pieces);
  return pieces;
}

interface RunInBlocks {
  readonly skills: readonly RunSkill[];
  readonly kept: KeptBlocks;
  readonly policy: PiecePolicy;
}

function keepPieces(state: SavedState, { skills, kept, policy }: RunInBlocks): readonly string[] {
  let start = 0;
  return kept.map(([units, count]) => {
    const own = skills.slice(start, (start += count));
    const left = digestOfLeft(own, units);
    if (left !== undefined) return left;
    const pieces = own.map(({ input, admitted }) => (input.inline === undefined ? admitted?.linked?.piece : undefined));
    const known = piecesOf(state, units, policy);
    if (known?.pieces.every((piece, at) => pieces[at] === piece) === true) return known.placesDigest;
    const some = own.map(({ place }, at): PlacedPiece | undefined => {
      const piece = pieces[at];
      return piece && { place: placeText(place), piece };
    });
    state.store.set(piecesKey(units, policy), writePieces(some, policy));
    return digestOfPlaces(some.map((one) => one?.place ?? ""));
  });
}

function replaceSkills(
  state: SavedState,
  block: string,
  edits: readonly SkillEdit[],
  policy: PiecePolicy | undefined,
): string {
  const units = [...(unitsOf(state, block)?.units ?? [])];
  for (const { at, unit } of edits) units[at] = unit;
  const key = keepBlock(state, units);
  const known = policy && piecesOf(state, block, policy);
  if (policy === undefined || known === undefined) return key;
  const [pieces, places] = [[...known.pieces], known.places()];
  for (const { at, piece } of edits) pieces[at] = piece;
  const some = pieces.map((piece, at): PlacedPiece | undefined => {
    return piece && { place: places[at] ?? "", piece };
  });
  state.store.set(piecesKey(key, policy), writePieces(some, policy));
  return key;
}
