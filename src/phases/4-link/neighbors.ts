/** Hints for links that leave their skill: the skill of the same source that they point to. */
import type { FoundSkill } from "../../model/skill.ts";
import type { Finding } from "../../model/finding.ts";
import { baseName, joinPath, parentPath } from "../../paths/index.ts";

/** Adds the hint to a finding of a link. */
export type HintAtNeighbor = (finding: Finding, skill: FoundSkill) => Finding;

export function createNeighborHints(skills: readonly FoundSkill[]): HintAtNeighbor {
  const bySource = new Map<number, Set<string>>();
  for (const { place } of skills) {
    const known = bySource.get(place.origin.index);
    if (known === undefined) bySource.set(place.origin.index, new Set([place.dir]));
    else known.add(place.dir);
  }
  return (finding, { place, input }) => {
    if (finding.leadsTo === undefined || input.inline !== undefined) return finding;
    const sibling = neighborAt(place.dir, finding.leadsTo, bySource.get(place.origin.index));
    return sibling === "" ? finding : { ...finding, args: { ...finding.args, sibling } };
  };
}

/** Name of the directory of the skill that a link points to; "" when it points elsewhere. */
function neighborAt(own: string, path: string, neighbors: ReadonlySet<string> | undefined): string {
  for (let dir = joinPath(own, path); dir !== "." && dir !== "/" && !dir.endsWith(".."); dir = parentPath(dir))
    if (dir !== own && neighbors?.has(dir) === true) return baseName(dir);
  return "";
}
