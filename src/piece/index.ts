/**
 * Takes: a skill that was admitted, its place, and what the run writes. Gives: its piece, which is what the outputs say about
 * it as bytes, texts and numbers, and the texts that pieces are joined to. Never: looks at another skill, keeps anything.
 */
export { assetPath, isAsset } from "./assets.ts";
export { contentKey, entryOf, type NamedSkill } from "./catalog-entry.ts";
export { catalogFrame, catalogText, hashOfCatalog } from "./catalog-text.ts";
export {
  columnsOf,
  copyColumns,
  countColumns,
  countPieces,
  emptyColumns,
  hashAt,
  joinColumns,
  ownerAt,
  ROW_DIGEST,
  setColumns,
  setDigest,
  type PieceSums,
} from "./columns.ts";
export { createEncoder } from "./encoder.ts";
export { homeOf, isApart, isLarge, ownModule, PACK_CAP } from "./homes.ts";
export { joinItems, listItem, literal, stringLiteral } from "./literals.ts";
export { linkSkill, pieceOf, type PieceTools } from "./piece-of.ts";
export { homeText, rowTexts, toRow, type RowOptions } from "./rows.ts";
export { typeLines, unionMember } from "./type-lines.ts";
