/** Hints for links that leave their skill: the skill of the same run that they point to. */
import type { FoundSkill } from "../../model/skill.ts";
import type { Finding } from "../../model/finding.ts";
import { baseName, joinPath, parentPath } from "../../paths/index.ts";

/** Adds the hint to a finding of a link. */
export type HintAtNeighbor = (finding: Finding, skill: FoundSkill) => Finding;

export function createNeighborHints(skills: readonly Neighbor[]): HintAtNeighbor {
  const names = new Map(
    skills.flatMap(({ place, unit }): [string, string][] =>
      place.origin.kind === "directory" ? [[place.dir, unit?.link.name ?? baseName(place.dir)]] : [],
    ),
  );
  return (finding, { place, input }) => {
    if (finding.leadsTo === undefined || input.inline !== undefined) return finding;
    const dir = neighborAt(place.dir, finding.leadsTo, names);
    if (dir === undefined) return finding;
    return { ...finding, cause: dir, args: { ...finding.args, sibling: names.get(dir) as string } };
  };
}

/** A skill of the run, as far as links to it are concerned. */
type Neighbor = FoundSkill & { readonly unit?: { readonly link: { readonly name?: string } } };

/** Returns the directory of the skill that a link points to; undefined if it points elsewhere. */
function neighborAt(own: string, path: string, neighbors: ReadonlyMap<string, unknown>): string | undefined {
  for (let dir = joinPath(own, path); dir !== "." && dir !== "/" && !dir.endsWith(".."); dir = parentPath(dir))
    if (dir !== own && neighbors.has(dir)) return dir;
  return undefined;
}
