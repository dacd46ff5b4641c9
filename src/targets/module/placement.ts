/**
 * Decides which content goes into which content module.
 *
 * Packs are the leaves of a tree over the bits of the SHA-256 of skill ids (`hash-tree.ts`): an edit changes one pack, an
 * added or removed skill changes one, or two if a pack divides or two join. Content that several skills have is stored
 * with the first of them; when that skill is removed, the content moves to the next. This is unavoidable: content of one
 * skill is stored with it, content of two is stored once, and earlier builds are unknown.
 */
import type { ContentHandle, LinkedSkill } from "../../model/linked.ts";
import { oncePer } from "../../model/once-per.ts";
import { divideByHash, hashBits, type HashLeaf } from "./hash-tree.ts";

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
  readonly packOf: ReadonlyMap<string, string>;
}

interface Unit {
  readonly id: string;
  readonly items: ContentItem[];
}

/**
 * Returns the key of a content. A document is always text, but a copy of it among the files of a skill is binary if it
 * contains a NUL: the same bytes are then stored in both forms.
 */
export function contentKey(sha256: string, encoding: "text" | "binary"): string {
  return `${sha256.slice(0, 16)}${encoding === "binary" ? "b" : ""}`;
}

export function placeContents(
  skills: readonly LinkedSkill[],
  mode: "auto" | "eager" | "packs" | "per-skill",
  sha256: (text: string) => string,
): Placement {
  const { units, preloaded, binaries } = collectUnits(skills);
  const total = [...preloaded, ...units.flatMap(({ items }) => items)].reduce((sum, { bytes }) => sum + bytes, 0);
  const isEager = mode === "eager" || (mode === "auto" && total <= EAGER_LIMIT);
  const eager = isEager ? [...preloaded, ...units.flatMap(({ items }) => items)] : preloaded;
  const packs = isEager ? [] : mode === "per-skill" ? perSkill(units, sha256) : pack(units, sha256);
  const modules = [
    ...packs,
    ...binaries.map((item): ContentModulePlan => ({
      ...toModule(`b-${item.sha256.slice(0, 16)}`, [item]),
      isHashed: true,
    })),
  ];
  modules.sort((one, two) => (one.path < two.path ? -1 : 1));
  const packOf = new Map(modules.flatMap(({ name, items }) => items.map(({ key }): [string, string] => [key, name])));
  return { eager: eager.toSorted(byKey), modules, packOf };
}

function toModule(name: string, items: readonly ContentItem[]): ContentModulePlan {
  return { name, path: `content/${name}.js`, items: items.toSorted(byKey) };
}

/** Groups contents by the skill that stores them: of several skills with the same content, the first by id. */
function collectUnits(skills: readonly LinkedSkill[]): {
  units: Unit[];
  preloaded: ContentItem[];
  binaries: ContentItem[];
} {
  const placed = new Set<string>();
  const preloaded: ContentItem[] = [];
  const binaries: ContentItem[] = [];
  const isNew = ({ key }: ContentItem): boolean => !placed.has(key) && placed.add(key) !== undefined;
  // Preloaded documents come first: a copy in another skill must not pull them into a pack.
  for (const skill of skills) if (skill.entry.preload) preloaded.push(...[documentItem(skill)].filter(isNew));
  const units = skills.map((skill): Unit => {
    const unit: Unit = { id: skill.entry.id, items: [] };
    for (const item of itemsOf(skill).filter(isNew)) {
      const isLarge = item.encoding === "binary" && item.bytes > SMALL_BINARY;
      (isLarge ? binaries : unit.items).push(item);
    }
    return unit;
  });
  return { units: units.filter(({ items }) => items.length > 0), preloaded, binaries };
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

function perSkill(units: readonly Unit[], sha256: (text: string) => string): ContentModulePlan[] {
  return units.map(({ id, items }) => toModule(skillFileName(id, sha256), items));
}

/** Returns a readable name that is safe on every file system, and unique by its hash. */
function skillFileName(id: string, sha256: (text: string) => string): string {
  const readable = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  return `s-${readable === "" ? "" : `${readable}-`}${sha256(id).slice(0, 12)}`;
}

function pack(units: readonly Unit[], sha256: (text: string) => string): ContentModulePlan[] {
  const sizeOf = ({ items }: { items: readonly ContentItem[] }): number =>
    items.reduce((sum, { bytes }) => sum + bytes, 0);
  const small = units.filter((unit) => sizeOf(unit) <= UNIT_CAP);
  const large = units.filter((unit) => sizeOf(unit) > UNIT_CAP);
  const packs = divideByHash(
    small.map((unit) => ({ bits: hashBits(sha256(unit.id)), size: sizeOf(unit), value: unit.items })),
    PACK_CAP,
  ).map(({ name, values }) => toModule(`p${name}`, values.flat()));
  const alone = large.flatMap((unit) => {
    // By path and not by content, so that an edit moves nothing between parts.
    const parts = unit.items.map((item): HashLeaf<ContentItem> => ({
      bits: hashBits(sha256(item.path)),
      size: item.bytes,
      value: item,
    }));
    const own = skillFileName(unit.id, sha256);
    return divideByHash(parts, PACK_CAP).map(({ name, values }) =>
      toModule(name === "" ? own : `${own}-${name}`, values),
    );
  });
  return [...packs, ...alone];
}

function byKey(one: ContentItem, two: ContentItem): number {
  return one.key < two.key ? -1 : one.key > two.key ? 1 : 0;
}
