/** The catalog of the last run, where skills have come or gone: those that stay are linked and joined without their pieces. */
import type { Config } from "../../model/config.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import type { KeptJoin, PiecePolicy } from "../../model/piece.ts";
import type { FoundSkill, SkillPlace } from "../../model/skill.ts";
import type { SkillUnit } from "../../model/unit.ts";
import { isUsable, skillId } from "../../phases/admit-skill.ts";
import { hashLines } from "../../targets/index.ts";
import { estimateIndexTokens } from "../../runtime/prompt/token-count.ts";
import { hash } from "node:crypto";
import { readBase, type EditBase } from "./edited-skills.ts";
import { readColumns, type KeptColumns } from "./kept-columns.ts";
import { LeftSkill } from "./kept-pieces.ts";
import { storedAt } from "./kept-units.ts";
import type { LeftBehind, TrailNow } from "./left-behind.ts";
import { lost } from "./kept-sections.ts";
import type { KeptBlocks } from "./saved-skills.ts";
import { spliceCatalog } from "./spliced-catalog.ts";

export interface LeftCatalog {
  /** Returns a skill as it was linked, whether it is in the catalog or not; undefined if its unit or its place is a new one. */
  get(unit: SkillUnit, place: SkillPlace, policy: PiecePolicy): LinkedSkill | undefined;
  /** Returns what is joined of skills. */
  join(skills: readonly LinkedSkill[]): KeptJoin;
  /** What is known of them, without the hash of their catalog; undefined if nothing was joined. */
  columns(): Omit<KeptColumns, "hash"> | undefined;
}

interface CatalogInput {
  readonly config: Config;
  /** Those of the last run, in its order, and the blocks that their units are in. */
  readonly skills: readonly FoundSkill[];
  readonly blocks: KeptBlocks;
  readonly saved: Pick<NonNullable<TrailNow["saved"]>, "pieces">;
  /** Absolute path of the project. */
  readonly project: string;
}

/** Opens what the last run has left of its catalog; undefined if that is nothing. */
export function openCatalog(left: LeftBehind, input: CatalogInput): LeftCatalog | undefined {
  const catalog = readBase(left.edits)?.catalog;
  const columns = catalog && readColumns(left.columns);
  return columns && createCatalog(catalog, columns, input);
}

function createCatalog(
  { parts, kept, places }: NonNullable<EditBase["catalog"]>,
  columns: KeptColumns,
  { config, skills, blocks, saved, project }: CatalogInput,
): LeftCatalog {
  const positions = new Int32Array(skills.length).fill(-1);
  for (const [position, number] of kept.entries()) positions[number] = position;
  const { tokens } = columns.columns;
  const starts = new Map<string, { readonly start: number; readonly placesDigest: string }>();
  let end = 0;
  for (const [at, [key, count]] of blocks.entries()) {
    starts.set(key, { start: end, placesDigest: places[at] ?? "" });
    end += count;
  }
  let spliced: ReturnType<LeftCatalog["columns"]>;
  return {
    get(unit, place, policy) {
      const stored = storedAt(unit);
      const block = stored && starts.get(stored.block.key);
      if (stored === undefined || block === undefined) return undefined;
      const number = block.start + stored.at;
      if (skills[number]?.place !== place || !isUsable(unit)) return undefined;
      const position = positions[number] as number;
      const piece = (): LinkedSkill["piece"] => {
        const read = saved.pieces(stored.block.key, policy);
        return (read?.placesDigest === block.placesDigest ? read.pieces[stored.at] : undefined) ?? lost();
      };
      const { description } = unit.link;
      // What was left out is in no columns.
      const indexTokens = tokens[2 * position] ?? estimateIndexTokens([{ id: skillId(place, unit), description }]);
      const from = { position, indexTokens, block: stored.block.key, placesDigest: block.placesDigest };
      return new LeftSkill(piece, () => ({ unit, place }), from);
    },
    join(linked) {
      const order = linked.map((skill) =>
        skill instanceof LeftSkill && skill.position !== -1 ? skill.position : skill.piece,
      );
      const readLines = (): ReturnType<typeof hashLines> => hashLines(linked, (text) => hash("sha256", text, "hex"));
      const { join, ...rest } = spliceCatalog(columns, order, { config, project, parts, hashLines: readLines });
      spliced = rest;
      return join;
    },
    columns: () => spliced,
  };
}
