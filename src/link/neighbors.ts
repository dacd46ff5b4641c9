/** Hints for links that leave their skill: the skill of the same run that they point to. */
import { withMore } from "../diagnostics/index.ts";
import type { FoundSkill } from "../model/skill.ts";
import type { Finding } from "../model/finding.ts";
import { eachOnce, whileSame } from "../model/once-per.ts";
import { baseName, joinPath, parentPath } from "../paths/index.ts";
import { nearestNames } from "../runtime/access.ts";

/** Adds the hint to a finding of a link. */
export type HintAtNeighbor = (finding: Finding, skill: FoundSkill) => Finding;

/**
 * Creates the hints for the skills of a run: the same function while their names are the same.
 *
 * @param run Stands for the places of the skills.
 */
export function createNeighborHints(run: WeakKey, skills: readonly Neighbor[]): HintAtNeighbor {
  return hintsOf(run, neighborsOf(run, skills));
}

/** The directory and the name of a skill, each of which may be the reason to make hints anew. */
const neighborsOf = eachOnce(({ place, unit }: Neighbor): string | undefined =>
  place.origin.kind === "directory" ? `${place.dir}\0${unit?.link.name ?? baseName(place.dir)}` : undefined,
);

const hintsOf = whileSame((neighbors: readonly (string | undefined)[]): HintAtNeighbor => {
  const names = new Map<string, string>();
  for (const one of neighbors) {
    if (one === undefined) continue;
    const end = one.indexOf("\0");
    names.set(one.slice(0, end), one.slice(end + 1));
  }
  return (finding, { place, input, exists }) => {
    if (finding.leadsTo === undefined || input.inline !== undefined) return finding;
    const dir = neighborAt(place.dir, finding.leadsTo, names);
    if (dir !== undefined) return withMore(finding, { sibling: names.get(dir) as string }, dir);
    // A skill without a directory cannot be asked.
    if (exists === undefined || exists(finding.leadsTo)) return finding;
    const nearest = nearestNeighbor(finding.leadsTo, names);
    return withMore(finding, { missing: true, nearest }, finding.cause ?? finding.leadsTo);
  };
});

/** Returns the name of the skill that is most like the directory of a missing SKILL.md; "" if there is none. */
function nearestNeighbor(path: string, names: ReadonlyMap<string, string>): string {
  const wanted = /(?:^|\/)skill\.md$/i.test(path) ? baseName(parentPath(path)) : "";
  return (wanted === "" ? undefined : nearestNames(wanted, [...new Set(names.values())].sort())[0]) ?? "";
}

/** A skill of the run, as far as links to it are concerned. */
type Neighbor = FoundSkill & { readonly unit?: { readonly link: { readonly name?: string } } };

/** Returns the directory of the skill that a link points to; undefined if it points elsewhere. */
function neighborAt(own: string, path: string, neighbors: ReadonlyMap<string, unknown>): string | undefined {
  for (
    let dir = joinPath(own, path);
    dir !== "." && dir !== parentPath(dir) && !dir.endsWith("..");
    dir = parentPath(dir)
  )
    if (dir !== own && neighbors.has(dir)) return dir;
  return undefined;
}
