/**
 * The catalog of the last build with other skills in it: what it joined of the skills that stay is taken as bytes and numbers,
 * from what is kept and from the files that were written, if their own hashes prove them. No piece of them is read.
 */
import { hash } from "node:crypto";
import { resolve } from "node:path";
import type { Config, Output } from "../../model/config.ts";
import type { KeptJoin, LineTexts, Piece, SkillLines } from "../../model/piece.ts";
import { headOfCatalog, type CatalogParts } from "../../phases/join-kept.ts";
import { hashesOf, LINES_AT_ONCE, LINES_START } from "../../targets/index.ts";
import { LINES, spliceColumns, type KeptColumns, type SplicedOrder } from "./kept-columns.ts";
import { readEntries, readOutput } from "./kept-entries.ts";

interface SplicedCatalog extends Pick<KeptColumns, "columns" | "digests" | "lineHashes" | "lineLengths"> {
  readonly join: KeptJoin;
}

interface SpliceOptions {
  readonly config: Pick<Config, "profile" | "outputs">;
  /** Absolute path of the project. */
  readonly project: string;
  /** What the catalog was besides its skills. */
  readonly parts: CatalogParts;
  /** Whether all skills are there, with the lines that they had. */
  readonly hasSameLines?: boolean;
  /** Reads the lines of all pieces. */
  readonly hashLines: () => SkillLines;
}

/** Returns what is joined of skills, most of which are in a catalog that was kept. */
export function spliceCatalog(
  kept: KeptColumns,
  order: SplicedOrder,
  { config, project, parts, hasSameLines = false, hashLines }: SpliceOptions,
): SplicedCatalog {
  const written = { head: headOfCatalog(parts, config), hash: kept.hash, lengths: kept.columns.entries };
  const catalog = outputWith("json", config);
  const entries = catalog && readEntries(resolve(project, catalog.outDir, "catalog.json"), written, order);
  const lines = hasSameLines ? undefined : spliceLines(kept, order, { config, project });
  const newHashes = (): SkillLines => (lines === undefined ? hashLines() : hashesOf(lines, sha256));
  const lineHashes = hasSameLines ? kept.lineHashes : kept.lineHashes && newHashes();
  const spliced = { ...spliceColumns(kept, order), lineHashes };
  const from = Int32Array.from(order, (one) => (typeof one === "number" ? one : -1));
  const before = { columns: kept.columns, from };
  const read = (path: string): Uint8Array | undefined => readOutput(resolve(project, path));
  return { ...spliced, join: { columns: spliced.columns, lineHashes, lines, entries, before, read } };
}

function outputWith(target: Output["emit"][number], { outputs }: Pick<Config, "outputs">): Output | undefined {
  return outputs.find(({ emit }) => emit.includes(target));
}

const KINDS = ["names", "files", "texts"] as const;

/** Reads the lines of the skills that stay from the types that were written; undefined if these are not as they were. */
function spliceLines(
  { lineHashes, lineLengths }: KeptColumns,
  order: SplicedOrder,
  { config, project }: Pick<SpliceOptions, "config" | "project">,
): LineTexts | undefined {
  const output = outputWith("module", config);
  const file = output?.module.format === "ts" ? "index.ts" : "index.d.ts";
  const bytes = output && readOutput(resolve(project, output.outDir, file));
  // Without skills, there is a word in their place.
  if (bytes === undefined || lineHashes === undefined || lineLengths.length === 0 || order.length === 0)
    return undefined;
  const [before, after] = [emptyLines(), emptyLines()];
  for (const [which, kind] of KINDS.entries()) {
    const starts = startsOf(lineLengths, which);
    const first = bytes.indexOf(LINES_START[kind]) + LINES_START[kind].length;
    const lineAt = (at: number, end = at + 1): Buffer =>
      bytes.subarray(first + (starts[at] as number), first + (starts[end] as number));
    for (let at = 0; at + 1 < starts.length; at += LINES_AT_ONCE)
      before[kind].push(lineAt(at, Math.min(at + LINES_AT_ONCE, starts.length - 1)).toString("utf8"));
    const textOf = (one: number | Piece): Buffer =>
      typeof one === "number" ? lineAt(one) : Buffer.from(one.lines?.[kind] ?? "", "utf8");
    for (let at = 0; at < order.length; at += LINES_AT_ONCE)
      after[kind].push(Buffer.concat(order.slice(at, at + LINES_AT_ONCE).map(textOf)).toString("utf8"));
  }
  const found = hashesOf(before, sha256);
  return KINDS.every((kind) => found[kind] === lineHashes[kind]) ? after : undefined;
}

function emptyLines(): Record<keyof SkillLines, string[]> {
  return { names: [], files: [], texts: [] };
}

/** Where the lines of each skill start, and after the last one where they end. */
function startsOf(lengths: Uint32Array, which: number): Float64Array {
  const starts = new Float64Array(lengths.length / LINES + 1);
  for (let at = 0; at + 1 < starts.length; at++)
    starts[at + 1] = (starts[at] as number) + (lengths[LINES * at + which] as number);
  return starts;
}

function sha256(text: string): string {
  return hash("sha256", text, "hex");
}
