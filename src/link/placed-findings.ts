import {
  createFindings,
  type Findings,
  type LocatedPlace,
  type Place,
  type PlacedGroup,
} from "../diagnostics/index.ts";
import type { AdmittedSkill } from "../model/admitted.ts";

export interface LinkFindings {
  /** Without a skill, those about the project. */
  of(skill?: Pick<AdmittedSkill, "number">): Findings;
  groups(): readonly PlacedGroup[];
}

export function createLinkFindings(): LinkFindings {
  const byNumber = new Map<number | undefined, Findings>();
  return {
    of(skill) {
      let findings = byNumber.get(skill?.number);
      if (findings === undefined) byNumber.set(skill?.number, (findings = createFindings()));
      return findings;
    },
    groups: () => [...byNumber].map(([place, { findings, lines }]) => ({ findings, lines, place })),
  };
}

export function placeOf({ place, unit }: AdmittedSkill, field: "name" | "description"): Place {
  if (place.inline !== undefined) return { ...place.inline(field), file: place.file };
  const located: LocatedPlace = { file: place.file, at: unit.at[field], lines: unit.lines };
  return located;
}
