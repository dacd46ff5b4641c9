/**
 * The rows of the index: literals for a small catalog, and modules of JSON texts for a larger one. Engines load a string three
 * times as fast as a literal, and skip it in a function that is not called: most rows of a large catalog are never read. Not
 * in an arrow function: V8 copies the strings in those when it loads them.
 */
import type { OutputFile } from "../../model/output.ts";
import type { Linked, LinkedSkill } from "../../model/linked.ts";
import type { PieceColumns, RowColumns, RowTexts } from "../../model/piece.ts";
import {
  homeText,
  joinItems,
  listItem,
  literal,
  ROW_DIGEST,
  rowTexts,
  setDigest,
  toRow,
  type RowOptions,
} from "../../piece/index.ts";
import { ROWS_PER_TEXT } from "../../runtime/access.ts";
import type { TargetContents } from "../target.ts";
import { divideByHash, type HashBranch } from "./hash-tree.ts";
import { HEAD, hashedPath, moduleFile } from "./module-file.ts";

/** Up to how many bytes rows have a form. */
export interface RowLimits {
  /** All rows, as literals. With more, engines would need some milliseconds longer; with less, literals are easy to read. */
  readonly literals: number;
  /** The rows of a module, as texts. With more, an edit would rewrite too much. */
  readonly module: number;
}

const LIMITS: RowLimits = { literals: 128 * 1024, module: 512 * 1024 };

/** How the data of an index have their rows, besides the files of them. */
export interface RowLines {
  /** The lines of the index before the data. */
  readonly imports: readonly string[];
  /** The lines of the data. */
  readonly lines: readonly string[];
}

/** What rows take from the whole module. */
export interface RowPlaces extends RowOptions {
  /** Returns the address of the contents of a skill; undefined if all are loaded at once. */
  readonly homeAt: ((skill: number) => string) | undefined;
  /** Whether the contents of a skill have modules of their own. */
  readonly isAlone: (skill: number) => boolean;
  /** The same of the skills of the build before, if there was one. */
  readonly wasAlone?: (() => (skill: number) => boolean) | undefined;
}

/** The rows of all skills in the parts of their texts. */
interface RowParts extends RowColumns {
  readonly textsAt: (at: number) => RowTexts;
  readonly places: RowPlaces;
}

/** What a part is made with. */
interface PartInput extends Pick<RowsInput, "contents">, Pick<Linked, "kept"> {
  readonly outDir: string;
  readonly earlier: EarlierParts | undefined;
}

interface RowsInput {
  readonly contents: TargetContents;
  readonly columns: Pick<PieceColumns, "ids" | "idBits" | "preload">;
  readonly limits?: RowLimits | undefined;
  /** As in the config. */
  readonly outDir: string;
}

/** Takes the skills sorted by id. A file is created when the one before has been taken. */
export function* rowFiles(
  { skills, kept }: Pick<Linked, "skills" | "kept">,
  places: RowPlaces,
  { contents, columns: { ids, idBits, preload }, limits = LIMITS, outDir }: RowsInput,
): Generator<OutputFile, RowLines> {
  const { homeAt } = places;
  const rows = partsOf(skills, places, { kept, contents });
  const all = new Uint32Array(skills.length);
  const sizes = new Float64Array(skills.length);
  const homeLength = homeAt === undefined ? 0 : HOME_LENGTH;
  let total = 0;
  for (let at = 0; at < skills.length; at++) {
    all[at] = at;
    sizes[at] = (rows.lengths[at] as number) + homeLength;
    total += sizes[at] as number;
  }
  if (total <= limits.literals) {
    const literals = skills.map((skill, at) => literal(toRow(skill, places, homeAt?.(at))));
    return { imports: [], lines: listLines("skills", literals) };
  }
  const preloaded = ids.filter((_id, at) => preload[at] === 1);
  const earlier = findEarlier(places, { contents, kept, outDir, limit: limits.module });
  const parts = { bits: idBits, sizes };
  const paths: string[] = [];
  for (const branch of divideByHash(parts, all, limits.module)) {
    const file = partModule(branch, rows, { contents, kept, outDir, earlier });
    paths.push(file.path);
    yield file;
  }
  return {
    imports: paths.map((path, at) => `import { part as part${at} } from "./${path}";\n`),
    lines: [
      "  skills: [],\n",
      `  parts: [${paths.map((_, at) => `part${at}`).join(", ")}],\n`,
      `  preloaded: ${literal(preloaded)},\n`,
    ],
  };
}

function partsOf(
  skills: readonly LinkedSkill[],
  places: RowPlaces,
  { kept, contents }: Pick<Linked, "kept"> & Pick<RowsInput, "contents">,
): RowParts {
  const known = places.scriptOf === undefined ? kept?.columns.rows[places.assets] : undefined;
  const textsAt = (at: number): RowTexts => textsOf(skills[at] as LinkedSkill, places, contents);
  if (known !== undefined) return { ...known, textsAt, places };
  const texts = skills.map((_skill, at) => textsAt(at));
  const digests = new Uint32Array(ROW_DIGEST * texts.length);
  for (const [at, { digest }] of texts.entries()) setDigest(digests, at, digest);
  const lengths = Uint32Array.from(texts, ({ length }) => length);
  return { lengths, digests, textsAt: (at) => texts[at] as RowTexts, places };
}

/** Only the row of a skill with a compiled script depends on more than the skill. */
function textsOf(skill: LinkedSkill, { assets, scriptOf }: RowPlaces, { sha256 }: TargetContents): RowTexts {
  const isScripted = scriptOf !== undefined && skill.files.some((file) => scriptOf(file) !== undefined);
  const known = isScripted ? undefined : skill.piece.rows[assets];
  return known ?? rowTexts(skill, { assets, scriptOf }, sha256);
}

function jsonOf({ textsAt, places: { homeAt } }: RowParts, at: number): string {
  const { head, tail } = textsAt(at);
  return head + homeText(homeAt?.(at)) + tail;
}

/** All homes have the same length. */
const HOME_LENGTH = homeText("p".padEnd(17, "0")).length;

/** Returns a list of the data, one line per item. */
export function listLines(key: string, items: readonly string[]): string[] {
  if (items.length === 0) return [`  ${key}: [],\n`];
  return [`  ${key}: [\n`, ...items.map((item) => `    ${item},\n`), "  ],\n"];
}

/** The items of the lists of a part. */
interface PartItems {
  readonly names: readonly string[];
  readonly rows: readonly string[];
}

/** Returns what an earlier build wrote into a part, by its name; undefined if that is not known. */
type EarlierParts = (name: string) => (PartItems & { readonly members: Uint32Array }) | undefined;

function partText({ names, rows }: PartItems): string {
  const texts: string[] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_TEXT)
    texts.push(`function () { return ${joinItems(rows.slice(start, start + ROWS_PER_TEXT))}; },\n`);
  return `${HEAD}export const part = { names: ${joinItems(names)}, rows: [\n${texts.join("")}] };\n`;
}

function partPath(name: string): string {
  return `rows/r${name}.js`;
}

function partModule({ name, members }: HashBranch, rows: RowParts, input: PartInput): OutputFile {
  const { contents } = input;
  const plain = partPath(name);
  const makeText = (): string => partText(itemsOf(name, members, rows, input));
  let made: string | undefined;
  const named = contents.recall.kept(plain, valuesOf(rows, members), (): Pick<OutputFile, "path" | "inputsKey"> => {
    const path = hashedPath(plain, (made = makeText()), contents);
    const { inputsKey } = moduleFile({ path, role: "startup", chunks: () => [] }, contents);
    return { path, inputsKey };
  });
  const chunks = (): readonly string[] => {
    // What it was named by is written at once. It is not kept: the rows of a large catalog would be in memory until the last file.
    const text = made ?? makeText();
    made = undefined;
    return [text];
  };
  return { ...named, role: "startup", kind: "part", chunks };
}

/** What the text of a part depends on: a row has its id, and the home follows from that and whether it is alone. */
function valuesOf(
  {
    digests,
    places: { homeAt, isAlone },
  }: Pick<RowParts, "digests"> & {
    readonly places: Pick<RowPlaces, "homeAt" | "isAlone">;
  },
  members: Uint32Array,
): Uint32Array {
  const values = new Uint32Array((ROW_DIGEST + 1) * members.length);
  let count = 0;
  for (const at of members) {
    values[count++] = homeAt === undefined ? 0 : isAlone(at) ? 1 : 2;
    for (let part = 0; part < ROW_DIGEST; part++) values[count++] = digests[ROW_DIGEST * at + part] as number;
  }
  return values;
}

/** Returns the parts of an earlier build by their names, with what says which file each was; made when one is asked for. */
function findEarlier(
  { homeAt, assets, wasAlone }: RowPlaces,
  { contents, kept, outDir, limit }: Omit<PartInput, "earlier"> & { readonly limit: number },
): EarlierParts | undefined {
  const rows = kept?.before.columns.rows[assets];
  if (kept === undefined || rows === undefined || wasAlone === undefined) return undefined;
  const { idBits, ids } = kept.before.columns;
  const homeLength = homeAt === undefined ? 0 : HOME_LENGTH;
  let branches: ReadonlyMap<string, Uint32Array> | undefined;
  let values: Parameters<typeof valuesOf>[0] | undefined;
  const open = (): NonNullable<typeof branches> => {
    const sizes = Float64Array.from(rows.lengths, (length) => length + homeLength);
    const all = Uint32Array.from(ids.keys());
    return new Map(divideByHash({ bits: idBits, sizes }, all, limit).map(({ name, members }) => [name, members]));
  };
  return (name) => {
    const members = (branches ??= open()).get(name);
    if (members === undefined) return undefined;
    values ??= { digests: rows.digests, places: { homeAt, isAlone: wasAlone() } };
    const plain = partPath(name);
    const last = contents.recall.last(plain, valuesOf(values, members)) as Pick<OutputFile, "path"> | undefined;
    const bytes = last && kept.read(`${outDir}/${last.path}`);
    if (last === undefined || bytes === undefined) return undefined;
    const text = decoder.decode(bytes);
    // It may have been changed by hand.
    const items = hashedPath(plain, text, contents) === last.path ? itemsIn(text) : undefined;
    return items?.names.length === members.length ? { members, ...items } : undefined;
  };
}

/** Returns the items of a part with those that an earlier build wrote, where the skills have not changed since. */
function itemsOf(name: string, members: Uint32Array, rows: RowParts, { kept, earlier }: PartInput): PartItems {
  const known = earlier?.(name);
  const positions = new Map(known && Array.from(known.members, (at, index) => [at, index] as const));
  const names: string[] = [];
  const json: string[] = [];
  for (const at of members) {
    const before = kept?.before.from[at] ?? -1;
    const index = before === -1 ? undefined : positions.get(before);
    // Its name and its JSON at once: a row of a block is read again for each skill.
    names.push(known?.names[index ?? -1] ?? listItem(rows.textsAt(at).name));
    json.push(known?.rows[index ?? -1] ?? listItem(jsonOf(rows, at)));
  }
  return { names, rows: json };
}

const PART_START = `${HEAD}export const part = { names: '[\\\n`;
const ROWS_START = "]', rows: [\n";
const PART_END = "] };\n";

/** The opposite of `partText`; undefined for any other text. */
function itemsIn(text: string): PartItems | undefined {
  const at = text.indexOf(ROWS_START);
  const lines = text.slice(at + ROWS_START.length, -PART_END.length).split("\n");
  const items = {
    names: text.slice(PART_START.length, at).split(",\\\n"),
    rows: lines.flatMap((line) => ITEM_ENDS.flatMap((end) => (line.endsWith(end) ? [line.slice(0, -end.length)] : []))),
  };
  return partText(items) === text ? items : undefined;
}

/** Of an item, and of the last one of a text. */
const ITEM_ENDS = [",\\", "]'; },"];

const decoder = new TextDecoder();
