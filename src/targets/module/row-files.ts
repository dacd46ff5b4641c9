/**
 * The rows of the index: literals for a small catalog, JSON texts for a larger one, and modules of such texts for a large
 * one. Engines load a string three times as fast as a literal, and skip it in a function that is not called: most rows of a
 * large catalog are never read.
 */
import type { ModuleOptions } from "../../model/config.ts";
import type { OutputFile } from "../../model/output.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import type { RowTexts } from "../../model/piece.ts";
import type { RecallValue } from "../../model/recall.ts";
import { homeText, listLiteral, literal, rowTexts, toRow, type RowOptions } from "../../piece/index.ts";
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

/** How the data of an index have their rows. */
export interface RowFiles {
  readonly files: readonly OutputFile[];
  /** The lines of the index before the data. */
  readonly imports: readonly string[];
  /** The lines of the data. */
  readonly lines: readonly string[];
}

/** What rows take from the whole module. */
export interface RowPlaces extends RowOptions {
  /** Returns the address of the contents of a skill; undefined if all are loaded at once. */
  readonly homeAt: ((skill: number) => string) | undefined;
  readonly content: ModuleOptions["content"];
}

/** The rows of all skills in the parts of their texts. */
interface RowParts {
  readonly texts: readonly RowTexts[];
  readonly homeAt: RowPlaces["homeAt"];
  /** How contents are kept; undefined if all are loaded at once. */
  readonly content: string | undefined;
}

interface RowsInput {
  readonly contents: TargetContents;
  /** Those of the ids of the skills. */
  readonly bits: Uint32Array;
  readonly limits?: RowLimits | undefined;
}

/** Takes the skills sorted by id. */
export function rowFiles(
  skills: readonly LinkedSkill[],
  places: RowPlaces,
  { contents, bits, limits = LIMITS }: RowsInput,
): RowFiles {
  const { homeAt } = places;
  const content = homeAt === undefined ? undefined : places.content;
  const rows = { texts: skills.map((skill) => textsOf(skill, places, contents)), homeAt, content };
  const all = new Uint32Array(skills.length);
  const sizes = new Float64Array(skills.length);
  for (let at = 0; at < skills.length; at++) {
    all[at] = at;
    sizes[at] = sizeOf(rows, at);
  }
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= limits.literals) {
    const literals = skills.map((skill, at) => literal(toRow(skill, places, homeAt?.(at))));
    return { files: [], imports: [], lines: listLines("skills", literals) };
  }
  const preloaded = skills.filter(({ piece }) => piece.preload).map(({ piece }) => piece.id);
  const lines = (parts: readonly string[]): readonly string[] => [
    "  skills: [],\n",
    `  parts: [${parts.join(", ")}],\n`,
    `  preloaded: ${literal(preloaded)},\n`,
  ];
  if (total <= limits.texts) return { files: [], imports: [], lines: lines([partLiteral(rows, all)]) };
  const parts = { bits, sizes };
  const files = divideByHash(parts, all, limits.module).map((branch) => partModule(branch, rows, contents));
  return {
    files,
    imports: files.map(({ path }, at) => `import { part as part${at} } from "./${path}";\n`),
    lines: lines(files.map((_, at) => `part${at}`)),
  };
}

/** Only the row of a skill with a compiled script depends on more than the skill. */
function textsOf(skill: LinkedSkill, { assets, scriptOf }: RowPlaces, { sha256 }: TargetContents): RowTexts {
  const isScripted = scriptOf !== undefined && skill.files.some((file) => scriptOf(file) !== undefined);
  const known = isScripted ? undefined : skill.piece.rows[assets];
  return known ?? rowTexts(skill, { assets, scriptOf }, sha256);
}

function jsonOf({ texts, homeAt }: RowParts, at: number): string {
  const { head, tail } = texts[at] as RowTexts;
  return head + homeText(homeAt?.(at)) + tail;
}

/** All homes have the same length. */
const HOME_LENGTH = homeText("p".padEnd(17, "0")).length;

function sizeOf({ texts, homeAt }: RowParts, at: number): number {
  return (texts[at] as RowTexts).length + (homeAt === undefined ? 0 : HOME_LENGTH);
}

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
      names.push((rows.texts[at] as RowTexts).name);
      return jsonOf(rows, at);
    });
    texts.push(`() => { return ${listLiteral(some)}; },\n`);
  }
  return `{ names: ${listLiteral(names)}, rows: [\n${texts.join("")}] }`;
}

function partModule({ name, members }: HashBranch, rows: RowParts, contents: TargetContents): OutputFile {
  // Made again to be written: else, the rows of a large catalog would be in memory twice until the last file.
  const makeText = (): string => `${HEAD}export const part = ${partLiteral(rows, members)};\n`;
  // The name has the id, and the home follows from it, from the size and from how contents are kept.
  const values: RecallValue[] = [rows.content];
  for (const at of members) {
    const { digest, homeSize } = rows.texts[at] as RowTexts;
    values.push(digest, homeSize);
  }
  const known = contents.recall.kept(`rows/r${name}.js`, values, (): Pick<OutputFile, "path" | "inputsKey"> => {
    const path = hashedPath(`rows/r${name}.js`, makeText(), contents);
    const { inputsKey } = moduleFile({ path, role: "startup", chunks: () => [] }, contents);
    return { path, inputsKey };
  });
  return { ...known, role: "startup", kind: "part", chunks: () => [makeText()] };
}
