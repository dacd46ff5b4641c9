/** A link that leaves its skill may point to a skill of the same run. */
import { withMore } from "../diagnostics/index.ts";
import type { FoundSkill } from "../model/skill.ts";
import type { Finding } from "../model/finding.ts";
import { isFailure } from "../model/host.ts";
import type { KnownResults } from "../model/known-results.ts";
import type { Recall } from "../model/recall.ts";
import { markOf } from "../model/text-mark.ts";
import { baseName, joinPath, parentPath } from "../paths/index.ts";
import { nearestNames } from "../runtime/access.ts";

/** Adds the hint to a finding of a link; undefined for a finding that holds only if there are skills which there are not. */
export type HintAtNeighbor = (finding: Finding, skill: FoundSkill) => Finding | undefined;

/** Returns the same function while the names of the skills are the same. */
export function createNeighborHints(
  skills: readonly Neighbor[],
  { recall, known }: { readonly recall: Recall; readonly known?: KnownResults | undefined },
): HintAtNeighbor {
  const values: (string | undefined)[] = [];
  for (const { place, unit } of skills) if (place.origin.kind === "directory") values.push(place.dir, unit?.link.name);
  return recall("neighbors", values, () => createHints(values, known));
}

function createHints(values: readonly (string | undefined)[], known: KnownResults | undefined): HintAtNeighbor {
  const names = new Map<string, string>();
  for (let at = 0; at < values.length; at += 2) {
    const dir = values[at] as string;
    names.set(dir, values[at + 1] ?? baseName(dir));
  }
  const nearest = createNearest(names, known);
  let allNames: ReadonlySet<string> | undefined;
  return (finding, { place, input, disk }) => {
    const { holdsIf } = finding;
    if (holdsIf !== undefined && "skills" in holdsIf) {
      allNames ??= new Set(names.values());
      return holdsIf.skills.every((name) => allNames?.has(name)) ? finding : undefined;
    }
    if (finding.leadsTo === undefined || input.inline !== undefined) return finding;
    const dir = neighborAt(place.dir, finding.leadsTo, names);
    if (dir !== undefined) return withMore(finding, { sibling: names.get(dir) as string }, dir);
    // A skill without a directory cannot be asked.
    if (disk === undefined || !isFailure(disk.status(joinPath(place.dir, finding.leadsTo)))) return finding;
    return withMore(finding, { missing: true, nearest: nearest(finding.leadsTo) }, finding.cause ?? finding.leadsTo);
  };
}

/** Returns a function that names the skill that is most like the directory of a missing SKILL.md; "" if there is none. */
function createNearest(names: ReadonlyMap<string, string>, known: KnownResults | undefined): (path: string) => string {
  let sorted: readonly string[] | undefined;
  let mark = "";
  // Many skills link to the same one that is missing, and there are thousands of names.
  const found = new Map<string, string>();
  const find = (wanted: string): string => {
    if (sorted === undefined) {
      sorted = [...new Set(names.values())].sort();
      mark = known === undefined ? "" : String(markOf(sorted.join("\n")));
    }
    const question = known && ["nearest", wanted, mark];
    const earlier = question && known.get(question);
    if (typeof earlier === "string") return earlier;
    const nearest = nearestOf(wanted, sorted);
    if (question !== undefined) known?.set(question, nearest);
    return nearest;
  };
  return (path) => {
    const wanted = /(?:^|\/)skill\.md$/i.test(path) ? baseName(parentPath(path)) : "";
    if (wanted === "") return "";
    const nearest = found.get(wanted) ?? find(wanted);
    found.set(wanted, nearest);
    return nearest;
  };
}

/** Names that are compared at once: what is noted about each of thousands would outlive the comparison. */
const AT_ONCE = 1024;

function nearestOf(wanted: string, names: readonly string[]): string {
  const best: string[] = [];
  for (let start = 0; start < names.length; start += AT_ONCE)
    best.push(...nearestNames(wanted, names.slice(start, start + AT_ONCE)));
  return nearestNames(wanted, best)[0] ?? "";
}

type Neighbor = FoundSkill & { readonly unit?: { readonly link: { readonly name?: string } } };

/** Undefined if the link points elsewhere. */
export function neighborAt(own: string, path: string, neighbors: ReadonlyMap<string, unknown>): string | undefined {
  for (
    let dir = joinPath(own, path);
    dir !== "." && dir !== parentPath(dir) && !dir.endsWith("..");
    dir = parentPath(dir)
  )
    if (dir !== own && neighbors.has(dir)) return dir;
  return undefined;
}
