/**
 * The rows of the index: literals for a small catalog, JSON texts for a larger one, and modules of such texts for a large
 * one. Engines load a string three times as fast as a literal, and skip it in a function that is not called: most rows of a
 * large catalog are never read.
 */
import type { OutputFile } from "../../model/output.ts";
import type { Linked, LinkedSkill } from "../../model/linked.ts";
import type { PieceColumns, RowColumns, RowTexts } from "../../model/piece.ts";
import {
  homeText,
  listItem,
  listLiteral,
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
  /** All rows, as texts in the index. With more, an edit would rewrite too much. */
  readonly texts: number;
  /** The rows of a module. */
  readonly module: number;
}

const LIMITS: RowLimits = { literals: 128 * 1024, texts: 1024 * 1024, module: 512 * 1024 };

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
}

/** The rows of all skills in the parts of their texts. */
interface RowParts extends RowColumns {
  readonly textsAt: (at: number) => RowTexts;
  readonly places: RowPlaces;
}

/** What a part is made with. */
interface PartInput extends Pick<RowsInput, "contents">, Pick<Linked, "kept"> {
  readonly outDir: string;
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
  const lines = (parts: readonly string[]): readonly string[] => [
    "  skills: [],\n",
    `  parts: [${parts.join(", ")}],\n`,
    `  preloaded: ${literal(preloaded)},\n`,
  ];
  if (total <= limits.texts) return { imports: [], lines: lines([partLiteral(rows, all)]) };
  const parts = { bits: idBits, sizes };
  const paths: string[] = [];
  for (const branch of divideByHash(parts, all, limits.module)) {
    const file = partModule(branch, rows, { contents, kept, outDir });
    paths.push(file.path);
    yield file;
  }
  return {
    imports: paths.map((path, at) => `import { part as part${at} } from "./${path}";\n`),
    lines: lines(paths.map((_, at) => `part${at}`)),
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

function partLiteral(rows: RowParts, members: Uint32Array): string {
  const names: string[] = [];
  const texts: string[] = [];
  for (let start = 0; start < members.length; start += ROWS_PER_TEXT) {
    // Its name and its JSON at once: a row of a block is read again for each skill.
    const some = Array.from(members.subarray(start, start + ROWS_PER_TEXT), (at) => {
      names.push(rows.textsAt(at).name);
      return jsonOf(rows, at);
    });
    texts.push(`() => { return ${listLiteral(some)}; },\n`);
  }
  return `{ names: ${listLiteral(names)}, rows: [\n${texts.join("")}] }`;
}

function partModule({ name, members }: HashBranch, rows: RowParts, input: PartInput): OutputFile {
  const { contents } = input;
  const plain = `rows/r${name}.js`;
  const makeText = (): string =>
    editText(plain, members, rows, input) ?? `${HEAD}export const part = ${partLiteral(rows, members)};\n`;
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
  { digests, places: { homeAt, isAlone } }: Pick<RowParts, "digests" | "places">,
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

/** Returns the text of a part as an earlier build wrote it, with other rows of the skills that have changed since. */
function editText(
  plain: string,
  members: Uint32Array,
  rows: RowParts,
  { contents, kept, outDir }: PartInput,
): string | undefined {
  const { assets, homeAt } = rows.places;
  const replaced = [...members].filter((at) => kept?.replaced.has(at) === true);
  if (kept === undefined || replaced.length === 0) return undefined;
  const digests = rows.digests.slice();
  const edits: (readonly [old: string, text: string])[] = [];
  for (const at of replaced) {
    const [old, now] = [kept.replaced.get(at)?.rows[assets], rows.textsAt(at)];
    if (old === undefined || old.name !== now.name) return undefined;
    setDigest(digests, at, old.digest);
    const textOf = ({ head, tail }: RowTexts): string => `\n${listItem(head + homeText(homeAt?.(at)) + tail)}`;
    edits.push([textOf(old), textOf(now)]);
  }
  const last = contents.recall.last(plain, valuesOf({ ...rows, digests }, members));
  const before = last as Pick<OutputFile, "path"> | undefined;
  const bytes = before && kept.read(`${outDir}/${before.path}`);
  if (before === undefined || bytes === undefined) return undefined;
  let text = decoder.decode(bytes);
  // It may have been changed by hand.
  if (hashedPath(plain, text, contents) !== before.path) return undefined;
  for (const [old, now] of edits) {
    const parts = text.split(old);
    if (parts.length !== 2) return undefined;
    text = parts.join(now);
  }
  return text;
}

const decoder = new TextDecoder();
