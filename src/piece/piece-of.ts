/** Makes the piece of one skill: each of its texts once, for as long as the skill, its place and the policy stay. */
import type { LinkedSkill } from "../model/linked.ts";
import type { ContentColumns, Piece, PiecePolicy } from "../model/piece.ts";
import type { CatalogSkill } from "../runtime/catalog/catalog.ts";
import { estimateIndexTokens } from "../runtime/prompt/token-count.ts";
import { canonicalJson } from "../runtime/verify/canonical-json.ts";
import { entryOf, type NamedSkill } from "./catalog-entry.ts";
import { mediaTypesOf, rowTexts, type RowSource } from "./rows.ts";
import { typeLines } from "./type-lines.ts";

/** How a piece is hashed and where its bytes are. */
export interface PieceTools {
  /** Lower-case hexadecimal. */
  readonly sha256: (text: string) => string;
  /** Returns a text in UTF-8. */
  readonly encode: (text: string) => Uint8Array;
}

/**
 * Returns a skill as it is in the catalog, with handles of its contents and its piece. What it says follows from the skill,
 * its place and the policy.
 *
 * @example
 * const { entry, piece } = linkSkill({ ...admitted, id: "pdf", preload: false }, { assets: [] }, tools);
 */
export function linkSkill(skill: NamedSkill, policy: PiecePolicy, tools: PieceTools): LinkedSkill {
  const source = entryOf(skill);
  return { piece: pieceOf(source, policy, tools), ...source };
}

export function pieceOf(source: RowSource, { assets }: PiecePolicy, { sha256, encode }: PieceTools): Piece {
  const { entry } = source;
  const idHash = sha256(entry.id).slice(0, 16);
  return {
    id: entry.id,
    idHash,
    idBits: bitsOf(idHash),
    entry: encode(entryText(entry)),
    rows: Object.fromEntries(assets.map((mode) => [mode, rowTexts(source, { assets: mode }, sha256)])),
    ...(assets.length > 0 && { lines: typeLines(entry) }),
    mediaTypes: mediaTypesOf(source),
    contents: columnsOf(source),
    preload: entry.preload,
    tokens: { index: estimateIndexTokens([entry]), body: entry.body.tokens },
  };
}

/** Returns the first 64 bits of a hash. */
export function bitsOf(hex: string): readonly [high: number, low: number] {
  return [Number.parseInt(hex.slice(0, 8), 16), Number.parseInt(hex.slice(8, 16), 16)];
}

const ENTRY_INDENT = "    ";

function entryText(entry: CatalogSkill): string {
  return `,\n${ENTRY_INDENT}${canonicalJson(entry, ENTRY_INDENT)}`;
}

function columnsOf({ document, files }: RowSource): ContentColumns {
  const all = [document, ...files];
  const columns = {
    start: 0,
    count: all.length,
    keys: new Uint32Array(2 * all.length),
    sizes: new Float64Array(all.length),
    binary: new Uint8Array(all.length),
    digests: all.map(({ sha256 }) => sha256).join(""),
  };
  for (const [at, { sha256, bytes, encoding }] of all.entries()) {
    columns.keys.set(bitsOf(sha256), 2 * at);
    columns.sizes[at] = bytes;
    columns.binary[at] = encoding === "binary" ? 1 : 0;
  }
  return columns;
}
