/**
 * Decides which content goes into which content module.
 *
 * Modules are the leaves of trees over the bits of hashes (`hash-tree.ts`), and a row states an address in them, which
 * depends on nothing but the skill:
 *
 * - `p` and digits of the SHA-256 of the id: packs of small skills. An edit changes one, an added or removed skill one, or
 *   two if a pack divides or two join.
 * - `s` and the same digits: the modules of one larger skill, by the keys of its contents.
 * - `c` and the key: contents of several skills, stored once. They move with none of their skills.
 * - `b-…`: a large binary file, which its row names.
 */
import type { ModuleOptions } from "../../model/config.ts";
import type { ContentHandle, LinkedSkill } from "../../model/linked.ts";
import { isSameList, oncePer } from "../../model/once-per.ts";
import { divideByHash, hashBits, type HashBranch, type HashLeaf } from "./hash-tree.ts";
import { trimOf } from "../../model/trim.ts";

/** Maximum bytes of a pack. */
const PACK_CAP = 128 * 1024;
/** A larger skill gets its own modules, so that dividing a pack always yields two. */
const UNIT_CAP = PACK_CAP / 4;
/** Larger binary files get their own modules, loaded on demand. */
const SMALL_BINARY = 8 * 1024;
/** Up to this total, all content is loaded at startup. */
const EAGER_LIMIT = 200 * 1024;

export interface ContentModulePlan {
  /** What `load` has it under, such as `p08`: an edit, or another pack, does not change it. */
  readonly name: string;
  /** File below the output directory, such as `content/p08.js`; the written one also has a hash in its name. */
  readonly path: string;
  /** A row names it. The path is the final one: it has a hash of the content already. */
  readonly isNamed?: true;
  readonly items: readonly ContentHandle[];
}

export interface Placement {
  /** The content of the module that the index imports. */
  readonly eager: readonly ContentHandle[];
  /** By path. */
  readonly modules: readonly ContentModulePlan[];
  /** No skill needs another module, except for large binary files. */
  readonly isEager: boolean;
}

/** What a skill stores alone. */
interface Unit extends HashLeaf<Unit> {
  readonly id: string;
  readonly home: string;
  readonly items: readonly ContentHandle[];
}

/** Returns the name of the module that a content is alone in; undefined if it is with others. */
export function ownModule(content: ContentHandle): string | undefined {
  return isLarge(content) ? `b-${content.sha256.slice(0, 16)}` : undefined;
}

function isLarge({ encoding, bytes }: ContentHandle): boolean {
  return encoding === "binary" && bytes > SMALL_BINARY;
}

/** Places the contents of skills, which are without their assets. */
export function placeContents(options: Pick<ModuleOptions, "content">, skills: readonly LinkedSkill[]): Placement {
  const { content } = options;
  const { units, preloaded, shared, binaries } = collect(skills, options);
  const total = units.reduce((sum, { size }) => sum + size, sizeOf(preloaded) + sizeOf(shared));
  if (content === "eager" || (content === "auto" && total <= EAGER_LIMIT)) {
    const stored = [...preloaded, ...units.flatMap(({ items }) => items), ...shared];
    return { eager: stored.toSorted(byKey), modules: sortModules(binaries.map(binaryModule)), isEager: true };
  }
  const small = divideByHash(
    units.filter(({ home }) => home.startsWith("p")),
    PACK_CAP,
  );
  const common = divideByHash(shared.map(toLeaf), PACK_CAP);
  const modules = [
    ...small.map(packOfUnits),
    ...units.filter(({ home }) => home.startsWith("s")).flatMap(packsOfSkill),
    ...common.map(packOfShared),
    ...binaries.map(binaryModule),
  ];
  return { eager: preloaded.toSorted(byKey), modules: sortModules(modules), isEager: false };
}

function sortModules(modules: ContentModulePlan[]): readonly ContentModulePlan[] {
  return modules.sort((one, two) => (one.path < two.path ? -1 : 1));
}

/** Returns the address of the contents of a skill. It depends on the skill alone, with what others also have. */
export function homeOf(skill: LinkedSkill, { content }: Pick<ModuleOptions, "content">): string {
  const size = skill.files.reduce((sum, file) => (isLarge(file) ? sum : sum + file.bytes), skill.document.bytes);
  return `${content === "per-skill" || size > UNIT_CAP ? "s" : "p"}${skill.idHash}`;
}

interface Collected {
  readonly units: Unit[];
  readonly preloaded: ContentHandle[];
  /** Contents of several skills. */
  readonly shared: ContentHandle[];
  readonly binaries: ContentHandle[];
}

/** Groups contents by where they are stored, each once. */
function collect(skills: readonly LinkedSkill[], options: Pick<ModuleOptions, "content">): Collected {
  const collected: Collected = { units: [], preloaded: [], shared: [], binaries: [] };
  const { repeated, shared } = findRepeated(skills);
  /** Of preloaded documents, and of contents that occur again. */
  const placed = new Set<string>();
  // Preloaded documents come first: a copy in another skill must not pull them into a pack.
  for (const { entry, document } of skills) {
    if (!entry.preload || placed.has(document.key)) continue;
    placed.add(document.key);
    collected.preloaded.push(document);
  }
  for (const skill of skills) {
    const own: ContentHandle[] = [];
    const place = (item: ContentHandle): void => {
      if (placed.has(item.key)) return;
      if (repeated.has(item.key)) placed.add(item.key);
      if (isLarge(item)) collected.binaries.push(item);
      else (shared.has(item.key) ? collected.shared : own).push(item);
    };
    place(skill.document);
    for (const file of skill.files) place(file);
    // Copied, because a list that grew has room for 16 items more.
    if (own.length > 0) collected.units.push(toUnit(skill, own.slice(), homeOf(skill, options)));
  }
  return collected;
}

/** Returns the keys of contents that occur again, and of those that more than one skill has. */
function findRepeated(skills: readonly LinkedSkill[]): Readonly<Record<"repeated" | "shared", ReadonlySet<string>>> {
  const owners = new Map<string, LinkedSkill>();
  const repeated = new Set<string>();
  const shared = new Set<string>();
  for (const skill of skills) {
    const see = ({ key }: ContentHandle): void => {
      const owner = owners.get(key);
      if (owner === undefined) return void owners.set(key, skill);
      repeated.add(key);
      if (owner !== skill) shared.add(key);
    };
    see(skill.document);
    for (const file of skill.files) see(file);
  }
  return { repeated, shared };
}

/** The last unit of each skill. */
const last = new WeakMap<LinkedSkill, Unit>();

/** Returns the same object for the same items. */
function toUnit(skill: LinkedSkill, items: readonly ContentHandle[], home: string): Unit {
  const known = last.get(skill);
  if (known !== undefined && known.home === home && isSameList(known.items, items)) return known;
  const parts = { id: skill.entry.id, home, items, bits: hashBits(home.slice(1)), size: sizeOf(items) };
  // Without a getter: it would take half a kilobyte for each skill.
  const unit: Unit = Object.assign(parts, { value: parts as Unit });
  last.set(skill, unit);
  return unit;
}

function sizeOf(items: readonly ContentHandle[]): number {
  return items.reduce((sum, { bytes }) => sum + bytes, 0);
}

const toLeaf = oncePer((item: ContentHandle): HashLeaf<ContentHandle> => ({
  bits: hashBits(item.key),
  size: item.bytes,
  value: item,
}));

function toModule(name: string, items: readonly ContentHandle[], file = name): ContentModulePlan {
  return { name, path: `content/${file}.js`, items: items.toSorted(byKey) };
}

const binaryModule = oncePer((item: ContentHandle): ContentModulePlan => ({
  ...toModule(ownModule(item) as string, [item]),
  isNamed: true,
}));

const packOfUnits = oncePer(({ name, values }: HashBranch<Unit>) =>
  toModule(
    `p${name}`,
    values.flatMap(({ items }) => items),
  ),
);

const packOfShared = oncePer(({ name, values }: HashBranch<ContentHandle>) => toModule(`c${name}`, values));

const packsOfSkill = oncePer(({ id, home, items }: Unit): readonly ContentModulePlan[] =>
  divideByHash(items.map(toLeaf), PACK_CAP).map(({ name, values }) =>
    toModule(home + name, values, `${skillFileName(id, home)}${name === "" ? "" : `-${name}`}`),
  ),
);

/** Returns a readable name that is safe on every file system, and unique by its hash. */
function skillFileName(id: string, home: string): string {
  const readable = trimOf(id.toLowerCase().replace(/[^a-z0-9]+/g, "-"), "-").slice(0, 40);
  return `s-${readable === "" ? "" : `${readable}-`}${home.slice(1, 13)}`;
}

function byKey(one: ContentHandle, two: ContentHandle): number {
  return one.key < two.key ? -1 : one.key > two.key ? 1 : 0;
}
