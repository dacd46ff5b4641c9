/**
 * Decides which content module contains which content.
 *
 * Packs are the leaves of a tree over the bits of the SHA-256 of skill ids: a pack over the cap is split by the next
 * bit. So a pack depends only on its own skills: an edit changes one pack; an added or removed skill changes one, or two
 * if a pack splits or two merge. Content of several skills is stored with the first of them; if that skill is removed,
 * it moves to the next. No placement can avoid this, because shared content is stored once and earlier builds are
 * unknown.
 */
import type { LinkedSkill } from "../../model/linked.ts";

/** Maximum bytes of a pack. */
const PACK_CAP = 128 * 1024;
/** A skill with more than this is packed alone, so that splitting a pack always results in two. */
const UNIT_CAP = PACK_CAP / 4;
/** Binary files over this size are separate modules, loaded on request. */
const SMALL_BINARY = 8 * 1024;
/** Up to this total size of text, everything is loaded at startup. */
const EAGER_LIMIT = 200 * 1024;

/** One content, stored once for any number of skills. */
export interface ContentItem {
  /** First 16 hexadecimal digits of the SHA-256 of its bytes, followed by `b` if it is stored as base64. */
  readonly key: string;
  readonly sha256: string;
  /** Bytes on disk. */
  readonly bytes: number;
  readonly encoding: "text" | "binary";
  /** Where it is read; inline and prepared skills have `text` instead. */
  readonly location: string;
  readonly text?: string;
  /** Path within the skill that stores it. */
  readonly path: string;
  /** Name for people, in messages. */
  readonly label: string;
}

export interface ContentModulePlan {
  /** File below the output directory, such as `content/p01.js`. */
  readonly path: string;
  readonly items: readonly ContentItem[];
}

export interface Placement {
  /** The contents in `content.js` itself. */
  readonly eager: readonly ContentItem[];
  readonly modules: readonly ContentModulePlan[];
  /** Index in `modules` by key; keys of `eager` are not in it. */
  readonly moduleOf: ReadonlyMap<string, number>;
}

interface Unit {
  readonly id: string;
  readonly items: ContentItem[];
}

/**
 * A document is always text, but its copy among the files of a skill is binary if it contains NUL: the same bytes are
 * then stored in both forms.
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
    ...binaries.map((item) => ({ path: `content/b-${item.sha256.slice(0, 16)}.js`, items: [item] })),
  ];
  modules.sort((one, two) => (one.path < two.path ? -1 : 1));
  const moduleOf = new Map(
    modules.flatMap(({ items }, index) => items.map(({ key }): [string, number] => [key, index])),
  );
  return { eager: eager.toSorted(byKey), modules, moduleOf };
}

/** Groups contents by the skill that stores them: the first by id of several skills with the same content. */
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
    for (const item of [documentItem(skill), ...fileItems(skill)].filter(isNew)) {
      const isLarge = item.encoding === "binary" && item.bytes > SMALL_BINARY;
      (isLarge ? binaries : unit.items).push(item);
    }
    return unit;
  });
  return { units: units.filter(({ items }) => items.length > 0), preloaded, binaries };
}

export function documentItem({ entry, record }: LinkedSkill): ContentItem {
  const text = record.inlineText ?? record.preparedText;
  return {
    key: contentKey(record.document.sha256, "text"),
    sha256: record.document.sha256,
    bytes: record.document.bytes,
    encoding: "text",
    location: record.location,
    ...(text === undefined ? {} : { text }),
    path: "SKILL.md",
    label: entry.id,
  };
}

function fileItems({ record }: LinkedSkill): ContentItem[] {
  return record.files.map(({ path, sha256, bytes, encoding, location }) => ({
    key: contentKey(sha256, encoding),
    sha256,
    bytes,
    encoding,
    location,
    path,
    label: location,
  }));
}

function perSkill(units: readonly Unit[], sha256: (text: string) => string): ContentModulePlan[] {
  return units.map(({ id, items }) => ({
    path: `content/${skillFileName(id, sha256)}.js`,
    items: items.toSorted(byKey),
  }));
}

/** Returns a readable name if it is safe on every file system, always unique by its hash. */
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
  const packs = divide(
    small.map((unit) => ({ bits: bitsOf(sha256(unit.id)), size: sizeOf(unit), items: unit.items })),
    "content/p",
  );
  const alone = large.flatMap((unit) => {
    // By path, not by content, so that an edit does not move content between parts.
    const parts = unit.items.map((item) => ({ bits: bitsOf(sha256(item.path)), size: item.bytes, items: [item] }));
    return divide(parts, `content/${skillFileName(unit.id, sha256)}-`);
  });
  return [...packs, ...alone];
}

interface Part {
  readonly bits: string;
  readonly size: number;
  readonly items: readonly ContentItem[];
}

/** Packs parts; a pack is named after the bits that its parts share, without trailing zeros, so that names are stable. */
function divide(parts: readonly Part[], prefix: string, depth = 0): ContentModulePlan[] {
  const [first] = parts;
  if (first === undefined) return [];
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (size <= PACK_CAP || parts.length === 1 || depth >= first.bits.length) {
    const name = first.bits.slice(0, depth).replace(/0+$/, "");
    const path = `${prefix}${name}`.replace(/-$/, "");
    return [{ path: `${path}.js`, items: parts.flatMap(({ items }) => items).toSorted(byKey) }];
  }
  return ["0", "1"].flatMap((bit) =>
    divide(
      parts.filter(({ bits }) => bits[depth] === bit),
      prefix,
      depth + 1,
    ),
  );
}

function bitsOf(hex: string): string {
  return Array.from(hex.slice(0, 16), (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
}

function byKey(one: ContentItem, two: ContentItem): number {
  return one.key < two.key ? -1 : one.key > two.key ? 1 : 0;
}
