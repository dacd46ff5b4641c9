/**
 * Decides which content goes into which content module.
 *
 * Packs are the leaves of a tree over the bits of the SHA-256 of skill ids (`hash-tree.ts`): an edit changes one pack, an
 * added or removed skill changes one, or two if a pack divides or two join. Content that several skills have is stored
 * with the first of them; when that skill is removed, the content moves to the next. This is unavoidable: content of one
 * skill is stored with it, content of two is stored once, and earlier builds are unknown.
 */
import type { ModuleOptions } from "../../model/config.ts";
import type { ContentHandle, LinkedSkill } from "../../model/linked.ts";
import { isSameList, oncePer, perBlock } from "../../model/once-per.ts";
import { divideByHash, hashBits, type HashBranch, type HashLeaf } from "./hash-tree.ts";
import { trimOf } from "../../model/trim.ts";

/** Maximum bytes of a pack. */
const PACK_CAP = 128 * 1024;
/** A larger skill gets its own packs, so that dividing a pack always yields two. */
const UNIT_CAP = PACK_CAP / 4;
/** Larger binary files get their own modules, loaded on demand. */
const SMALL_BINARY = 8 * 1024;
/** Up to this total, all content is loaded at startup. */
const EAGER_LIMIT = 200 * 1024;

/** One content, stored once however many skills have it. */
export interface ContentItem extends ContentHandle {
  /** First 16 hexadecimal digits of the SHA-256 of its bytes, and `b` if it is kept as base64. */
  readonly key: string;
  /** Path within the skill that stores it. */
  readonly path: string;
}

export interface ContentModulePlan {
  /** The name that rows have for it, such as `p01`: an edit, or another pack, does not change it. */
  readonly name: string;
  /** File below the output directory, such as `content/p01.js`; the written one also has a hash in its name. */
  readonly path: string;
  /** The path is the final one: it has a hash of the content already. */
  readonly isHashed?: true;
  readonly items: readonly ContentItem[];
}

export interface Placement {
  /** The content of the module that the index imports. */
  readonly eager: readonly ContentItem[];
  readonly modules: readonly ContentModulePlan[];
  /** Name of the module by key of the content; keys of `eager` are not in it. */
  readonly packOf: Pick<ReadonlyMap<string, string>, "get" | "has">;
  /** Name of the module that has all contents of a skill, by its id; a skill with several modules is not in it. */
  readonly homeOf: ReadonlyMap<string, string>;
}

/** What a skill stores. */
interface Unit extends HashLeaf<Unit> {
  readonly id: string;
  readonly items: readonly ContentItem[];
  /** Nothing of the skill is elsewhere. */
  readonly isWhole: boolean;
}

/**
 * Returns the key of a content. A document is always text, but a copy of it among the files of a skill is binary if it
 * contains a NUL: the same bytes are then stored in both forms.
 */
export function contentKey(sha256: string, encoding: "text" | "binary"): string {
  return `${sha256.slice(0, 16)}${encoding === "binary" ? "b" : ""}`;
}

/** Places the contents of skills. What the last call with the same options has placed is found again, not made again. */
export function placeContents(
  options: Pick<ModuleOptions, "content">,
  skills: readonly LinkedSkill[],
  sha256: (text: string) => string,
): Placement {
  const { content } = options;
  const { units, preloaded, binaries } = collectUnits(skills, sha256);
  const total = sizeOf(preloaded) + units.reduce((sum, { size }) => sum + size, 0);
  const isEager = content === "eager" || (content === "auto" && total <= EAGER_LIMIT);
  const eager = isEager ? [...preloaded, ...units.flatMap(({ items }) => items)] : preloaded;
  const packs = isEager
    ? []
    : content === "per-skill"
      ? units.map((unit) => packOfSkill(unit, sha256))
      : pack(units, sha256);
  const modules = [...packs.map(({ module }) => module), ...binaries.map(binaryModule)];
  modules.sort((one, two) => (one.path < two.path ? -1 : 1));
  const keys = keysOf(modules);
  const find = (key: string): string | undefined => keys.find((names) => names.has(key))?.get(key);
  return {
    eager: eager.toSorted(byKey),
    modules,
    homeOf: homesOf(options, packs),
    packOf: { get: find, has: (key) => find(key) !== undefined },
  };
}

/** Names of modules by the keys of their contents. */
const keysOf = perBlock(
  (modules: readonly ContentModulePlan[]): ReadonlyMap<string, string> =>
    new Map(modules.flatMap(({ name, items }) => items.map(({ key }): [string, string] => [key, name]))),
);

/** A module, and the units that are in no other one. */
interface Pack {
  readonly module: ContentModulePlan;
  /** Their ids. */
  readonly whole: readonly string[];
}

/** What the last packs were the homes of. */
const lastHomes = new WeakMap<
  WeakKey,
  { readonly packs: readonly Pack[]; readonly homes: ReadonlyMap<string, string> }
>();

/** Returns the same map while the packs have the same skills, whatever is in them. */
function homesOf(owner: WeakKey, packs: readonly Pack[]): ReadonlyMap<string, string> {
  const known = lastHomes.get(owner);
  const isSame =
    known?.packs.length === packs.length && packs.every((pack, at) => hasSameSkills(pack, known.packs[at]));
  const homes = isSame
    ? known.homes
    : new Map(packs.flatMap(({ module, whole }) => whole.map((id) => [id, module.name])));
  lastHomes.set(owner, { packs, homes });
  return homes;
}

function hasSameSkills(pack: Pack, other: Pack | undefined): boolean {
  if (pack === other || other === undefined) return pack === other;
  return pack.module.name === other.module.name && isSameList(pack.whole, other.whole);
}

function toModule(name: string, items: readonly ContentItem[]): ContentModulePlan {
  return { name, path: `content/${name}.js`, items: items.toSorted(byKey) };
}

const binaryModule = oncePer((item: ContentItem): ContentModulePlan => ({
  ...toModule(`b-${item.sha256.slice(0, 16)}`, [item]),
  isHashed: true,
}));

interface Collected {
  readonly units: Unit[];
  readonly preloaded: ContentItem[];
  readonly binaries: ContentItem[];
}

/** Groups contents by the skill that stores them: of several skills with the same content, the first by id. */
function collectUnits(skills: readonly LinkedSkill[], sha256: (text: string) => string): Collected {
  const placed = new Set<string>();
  const collected: Collected = { units: [], preloaded: [], binaries: [] };
  // Preloaded documents come first: a copy in another skill must not pull them into a pack.
  for (const skill of skills)
    if (skill.entry.preload) collected.preloaded.push(...onlyNew([documentItem(skill)], placed));
  for (const block of blocksOf(skills, sha256)) {
    const isNew = block.hasCopies ? false : block.keys.every((key) => !placed.has(key));
    if (isNew) for (const key of block.keys) placed.add(key);
    const { units, binaries } = isNew ? block.alone : collectBlock(block.skills, placed, sha256);
    for (const unit of units) collected.units.push(unit);
    for (const item of binaries) collected.binaries.push(item);
  }
  return collected;
}

type CollectedBlock = Pick<Collected, "units" | "binaries">;

/** Skills, and what they store if no other skill has any of it. */
const blocksOf = perBlock((skills: readonly LinkedSkill[], sha256: (text: string) => string) => {
  const keys = skills.flatMap((skill) => itemsOf(skill).map(({ key }) => key));
  const placed = new Set<string>();
  const alone = collectBlock(skills, placed, sha256);
  return { skills, keys, hasCopies: placed.size < keys.length, alone };
});

function collectBlock(
  skills: readonly LinkedSkill[],
  placed: Set<string>,
  sha256: (text: string) => string,
): CollectedBlock {
  const units: Unit[] = [];
  const binaries: ContentItem[] = [];
  for (const skill of skills) {
    const own: ContentItem[] = [];
    for (const item of onlyNew(itemsOf(skill), placed)) {
      const isLarge = item.encoding === "binary" && item.bytes > SMALL_BINARY;
      (isLarge ? binaries : own).push(item);
    }
    // Copied, because a list that grew has room for 16 items more.
    if (own.length > 0) units.push(toUnit(skill, own.slice(), sha256));
  }
  return { units, binaries };
}

function onlyNew(items: readonly ContentItem[], placed: Set<string>): readonly ContentItem[] {
  return items.filter(({ key }) => !placed.has(key) && placed.add(key));
}

/** The last unit of each skill. */
const last = new WeakMap<LinkedSkill, Unit>();

/** Returns the same object for the same items. */
function toUnit(skill: LinkedSkill, items: readonly ContentItem[], sha256: (text: string) => string): Unit {
  const known = last.get(skill);
  if (known !== undefined && isSameList(known.items, items)) return known;
  const { id } = skill.entry;
  const isWhole = items.length === itemsOf(skill).length;
  const parts = { id, items, isWhole, bits: hashBits(sha256(id)), size: sizeOf(items) };
  // Without a getter: it would take half a kilobyte for each skill.
  const unit: Unit = Object.assign(parts, { value: parts as Unit });
  last.set(skill, unit);
  return unit;
}

function sizeOf(items: readonly ContentItem[]): number {
  return items.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** All contents of a skill, the document first. */
const itemsOf = oncePer((skill: LinkedSkill): readonly ContentItem[] => [
  toItem(skill.document, "SKILL.md"),
  ...skill.files.map((file) => toItem(file, file.path)),
]);

function documentItem(skill: LinkedSkill): ContentItem {
  return itemsOf(skill)[0] as ContentItem;
}

function toItem({ sha256, bytes, encoding, location, text }: ContentHandle, path: string): ContentItem {
  const key = contentKey(sha256, encoding);
  return { key, sha256, bytes, encoding, location, ...(text === undefined ? {} : { text }), path };
}

const packOfSkill = oncePer((unit: Unit, sha256: (text: string) => string): Pack =>
  toPack(skillFileName(unit.id, sha256), [unit]),
);

function toPack(name: string, units: readonly Unit[]): Pack {
  const items = units.flatMap((unit) => unit.items);
  return { module: toModule(name, items), whole: wholeOf(units) };
}

function wholeOf(units: readonly Unit[]): readonly string[] {
  return units.filter(({ isWhole }) => isWhole).map(({ id }) => id);
}

/** Returns a readable name that is safe on every file system, and unique by its hash. */
function skillFileName(id: string, sha256: (text: string) => string): string {
  const readable = trimOf(id.toLowerCase().replace(/[^a-z0-9]+/g, "-"), "-").slice(0, 40);
  return `s-${readable === "" ? "" : `${readable}-`}${sha256(id).slice(0, 12)}`;
}

function pack(units: readonly Unit[], sha256: (text: string) => string): readonly Pack[] {
  const small = units.filter(({ size }) => size <= UNIT_CAP);
  const large = units.filter(({ size }) => size > UNIT_CAP);
  return [...divideByHash(small, PACK_CAP).map(packOfBranch), ...large.flatMap((unit) => packsOfLarge(unit, sha256))];
}

const packOfBranch = oncePer(({ name, values }: HashBranch<Unit>): Pack => toPack(`p${name}`, values));

const packsOfLarge = oncePer((unit: Unit, sha256: (text: string) => string): readonly Pack[] => {
  // By path and not by content, so that an edit moves nothing between parts.
  const parts = unit.items.map((item): HashLeaf<ContentItem> => ({
    bits: hashBits(sha256(item.path)),
    size: item.bytes,
    value: item,
  }));
  const own = skillFileName(unit.id, sha256);
  const branches = divideByHash(parts, PACK_CAP);
  return branches.map(({ name, values }) => ({
    module: toModule(name === "" ? own : `${own}-${name}`, values),
    whole: branches.length === 1 ? wholeOf([unit]) : [],
  }));
});

function byKey(one: ContentItem, two: ContentItem): number {
  return one.key < two.key ? -1 : one.key > two.key ? 1 : 0;
}
