/**
 * The rows of the index: literals for a small catalog, JSON texts for a larger one, and modules of such texts for a large
 * one. Engines load a string three times as fast as a literal, and skip it in a function that is not called: most rows of a
 * large catalog are never read.
 */
import type { OutputFile } from "../../model/output.ts";
import { oncePer, perBlock } from "../../model/once-per.ts";
import { ROWS_PER_TEXT, type SkillRow } from "../../runtime/access.ts";
import type { TargetContents } from "../target.ts";
import { divideByHash, hashBits, type HashBranch, type HashLeaf } from "./hash-tree.ts";
import { asciiJson, listLiteral, literal } from "./literals.ts";
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
  /** Modules of rows. */
  readonly files: readonly OutputFile[];
  /** The lines of the index before the data. */
  readonly imports: readonly string[];
  /** The lines of the data. */
  readonly lines: readonly string[];
}

/** A row with its text in a part. */
interface WrittenRow {
  readonly row: SkillRow;
  readonly name: string;
  readonly json: string;
}

const writeRow = oncePer((row: SkillRow): WrittenRow => {
  const { id, name = id, namespace, ...rest } = row;
  return { row, name: asciiJson(namespace === undefined ? name : [namespace, name]), json: asciiJson(rest) };
});

/** Takes the rows sorted by id. */
export function rowFiles(rows: readonly SkillRow[], contents: TargetContents, limits: RowLimits = LIMITS): RowFiles {
  const blocks = writeBlocks(rows, contents);
  const total = blocks.reduce((sum, { size }) => sum + size, 0);
  if (total <= limits.literals) return { files: [], imports: [], lines: listLines("skills", rows.map(literal)) };
  const preloaded = rows.filter(({ preload }) => preload === true).map(({ id }) => id);
  const lines = (parts: readonly string[]): readonly string[] => [
    "  skills: [],\n",
    `  parts: [${parts.join(", ")}],\n`,
    `  preloaded: ${literal(preloaded)},\n`,
  ];
  if (total <= limits.texts) return { files: [], imports: [], lines: lines([partLiteral(rows.map(writeRow))]) };
  const leaves = blocks.flatMap((block) => block.leaves);
  const files = divideByHash(leaves, limits.module).map((branch) => partModule(branch, contents));
  return {
    files,
    imports: files.map(({ path }, at) => `import { part as part${at} } from "./${path}";\n`),
    lines: lines(files.map((_, at) => `part${at}`)),
  };
}

function sizeOf({ name, json }: WrittenRow): number {
  return name.length + json.length;
}

/** Returns a list of the data, one line per item. */
export function listLines(key: string, items: readonly string[]): string[] {
  if (items.length === 0) return [`  ${key}: [],\n`];
  return [`  ${key}: [\n`, ...items.map((item) => `    ${item},\n`), "  ],\n"];
}

function partLiteral(rows: readonly WrittenRow[]): string {
  const texts: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_TEXT)
    texts.push(`() => { return ${listLiteral(rows.slice(at, at + ROWS_PER_TEXT).map(({ json }) => json))}; },\n`);
  return `{ names: ${listLiteral(rows.map(({ name }) => name))}, rows: [\n${texts.join("")}] }`;
}

const writeBlocks = perBlock((rows: readonly SkillRow[], contents: TargetContents) => {
  const leaves = rows.map((row) => toLeaf(writeRow(row), contents));
  return { leaves, size: leaves.reduce((sum, { size }) => sum + size, 0) };
});

const toLeaf = oncePer((written: WrittenRow, { sha256 }: TargetContents): HashLeaf<WrittenRow> => ({
  bits: hashBits(sha256(written.row.id)),
  size: sizeOf(written),
  value: written,
}));

const partModule = oncePer(({ name, values }: HashBranch<WrittenRow>, contents: TargetContents): OutputFile => {
  // Made again to be written: else, the rows of a large catalog would be in memory twice until the last file.
  const makeText = (): string => `${HEAD}export const part = ${partLiteral(values)};\n`;
  const path = hashedPath(`rows/r${name}.js`, makeText(), contents);
  return moduleFile({ path, role: "startup", kind: "part", chunks: () => [makeText()] }, contents);
});
