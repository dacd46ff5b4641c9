/** A skill that is kept while others are compiled: what is stored takes the place of what was made. */
import type { AdmittedSkill } from "../../model/admitted.ts";
import type { Piece } from "../../model/piece.ts";
import type { SkillPlace } from "../../model/skill.ts";
import type { SkillUnit, UsableUnit } from "../../model/unit.ts";
import { isUsable } from "../../phases/admit-skill.ts";
import type { RunSkill } from "../../phases/run.ts";
import { KeptSkill } from "./kept-pieces.ts";

/** Returns a skill with a unit and a piece that say what its own say; without them, with its own. */
export function settled(skill: RunSkill, unit: SkillUnit | undefined, piece: Piece | undefined): RunSkill {
  const { unit: before, admitted, ...found } = skill;
  if (unit === undefined || before === undefined) return skill;
  const kept = admitted && isUsable(unit) ? settledAt(skill.place, admitted, { unit, piece }) : undefined;
  return { unit, admitted: kept, ...found };
}

function settledAt(
  place: SkillPlace,
  { unit: _unit, linked, ...named }: AdmittedSkill,
  { unit, piece }: { readonly unit: UsableUnit; readonly piece: Piece | undefined },
): AdmittedSkill {
  return { linked: piece === undefined ? linked : new KeptSkill(piece, { unit, place }), unit, ...named };
}
