/** Writes a catalog in parts, so that a reader never has more than one of them in memory. */
import { ROWS_PER_TEXT, type SkillRow } from "../access.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { toRow, withoutFile } from "../catalog/skills-from-catalog.ts";
import { hashOf } from "../verify/sha256.ts";
import { verifyCatalog } from "../verify/verify-catalog.ts";
import { keyOf, LIVE_KEY, LIVE_VERSION, MAX_OBJECT, type Manifest, type Part } from "./live-format.ts";

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/**
 * Options of `splitCatalog`.
 *
 * @example
 * const options: SplitOptions = { revision: Date.now() };
 */
export interface SplitOptions {
  /** Higher than that of the last publication: a number of the CI run, or the time. Readers never go back. */
  readonly revision: number;
}

/**
 * A catalog in parts.
 *
 * @example
 * const { objects, hash }: SplitCatalog = await splitCatalog(catalog, { revision: 7 });
 * for (const [key, text] of objects) await bucket.put(key, text);
 */
export interface SplitCatalog {
  /** What `createLiveSkills` takes as `hash`: it covers all objects. */
  readonly hash: string;
  /** JSON by key, in the order in which to write it. All but the last are named by their hash and never change. */
  readonly objects: ReadonlyMap<string, string>;
}

/** Bytes of contents that end a part: few, because a reader loads a part for one skill. */
const FULL = 512 * 1024;
/** Bytes after which a part may end early, so that the parts after an edited skill stay as they are. */
const HALF = FULL / 2;

/**
 * Splits a parsed `catalog.full.json`, which emit `json-full` writes, into objects of at most 4 MB for `createLiveSkills`. The
 * same catalog and revision give the same objects; an edited skill changes a few of them.
 *
 * @throws SkillError `content-mismatch` for a catalog that differs from its hashes, TypeError for a file that makes an object
 * too large (rejects).
 * @example
 * const { objects } = await splitCatalog(JSON.parse(await readFile("catalog.full.json", "utf8")), { revision: Date.now() });
 */
export async function splitCatalog(given: Catalog, { revision }: SplitOptions): Promise<SplitCatalog> {
  const catalog = await verifyCatalog(given);
  const objects = new Map<string, string>();
  const write = async (name: string, text: string): Promise<Part> => {
    const { length } = new TextEncoder().encode(text);
    if (length > MAX_OBJECT)
      throw new TypeError(`${name}: an object of ${length} bytes (max ${MAX_OBJECT}); leave out its largest files`);
    const part: Part = [await hashOf(text), length];
    objects.set(keyOf(part), text);
    return part;
  };

  const { rows, contents } = placeContents(catalog);
  const contentParts: Part[] = [];
  for (const texts of contents) contentParts.push(await write(firstKey(texts), JSON.stringify(texts)));
  const rowParts: Part[] = [];
  for (const part of groupRows(rows)) rowParts.push(await write("the metadata", JSON.stringify(part)));
  const { formatVersion, hash, profile, agents, toolsets } = catalog;
  const manifest: Manifest = {
    liveVersion: LIVE_VERSION,
    formatVersion,
    hash,
    profile,
    revision,
    count: rows.length,
    views: Object.entries(catalog.views),
    preloaded: catalog.skills.filter(({ preload }) => preload).map(({ id }) => id),
    ...(agents && { agents: agents.map(withoutFile) }),
    ...(toolsets && { toolsets: toolsets.map(withoutFile) }),
    rows: rowParts,
    contents: contentParts,
  };
  const text = JSON.stringify(manifest);
  const [manifestHash] = await write(LIVE_KEY, text);
  objects.delete(keyOf([manifestHash, 0]));
  objects.set(LIVE_KEY, text);
  return { hash: manifestHash, objects };
}

type Texts = Record<string, string>;

function firstKey(texts: Texts): string {
  return JSON.stringify(Object.keys(texts)[0] ?? "");
}

function placeContents({ skills }: Catalog): {
  readonly rows: readonly SkillRow[];
  readonly contents: readonly Texts[];
} {
  const contents: Texts[] = [];
  let size = Infinity;
  const place = (key: string, text: string): string => {
    const bytes = new TextEncoder().encode(JSON.stringify(text)).length;
    if (size + bytes > FULL) {
      contents.push(Object.create(null) as Texts);
      size = 0;
    }
    size += bytes;
    (contents.at(-1) as Texts)[key] = text;
    return `${contents.length - 1}`;
  };
  const rows = skills.map((skill): SkillRow => {
    const texts = new Map<string, () => string>();
    const row = toRow(skill, skill.id, texts);
    // By its contents: a skill that is added or edited moves the ends of few parts.
    if (size > HALF && /[0-3]$/.test(skill.body.hash)) size = Infinity;
    const packs = new Map([...texts].map(([key, text]) => [key, place(key, text())]));
    const pack = packs.get(skill.id) as string;
    const files = row.files?.map(([path, bytes, key, rest]) => [path, bytes, key, { ...rest, pack: packs.get(key) }]);
    return { ...row, pack, ...(files && { files: files as unknown as NonNullable<SkillRow["files"]> }) };
  });
  return { rows, contents };
}

/** Returns rows as strings of `ROWS_PER_TEXT` skills, in parts of about 1 MB. */
function* groupRows(
  rows: readonly SkillRow[],
): Generator<{ readonly names: string; readonly rows: readonly string[] }> {
  let names: unknown[] = [];
  let texts: string[] = [];
  let size = 0;
  for (let at = 0; at < rows.length; at += ROWS_PER_TEXT) {
    const group = rows.slice(at, at + ROWS_PER_TEXT);
    const text = JSON.stringify(group.map(({ id: _id, name: _name, namespace: _namespace, ...row }) => row));
    if (size > 0 && size + text.length > 2 * FULL) {
      yield { names: JSON.stringify(names), rows: texts };
      [names, texts, size] = [[], [], 0];
    }
    for (const { id, namespace, name } of group) names.push(namespace === undefined ? id : [namespace, name]);
    texts.push(text);
    size += text.length;
  }
  yield { names: JSON.stringify(names), rows: texts };
}
