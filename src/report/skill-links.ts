/** Which skills name other skills: in their frontmatter, by a path, or in their instructions. */
import type { GraphEdge } from "../api/skill-graph.ts";

/** `path`: a path to a file or directory of the other skill. `name`: its name in the instructions. */
export type SkillLinkKind = "required" | "optional" | "related" | "path" | "name";

/** The strongest first. */
export const LINK_KINDS: readonly SkillLinkKind[] = ["required", "optional", "related", "path", "name"];

export interface SkillLink {
  readonly from: string;
  /** The id of a skill, or the name of one that does not exist. */
  readonly to: string;
  /** The strongest of them. */
  readonly kind: SkillLinkKind;
  /** In how many ways one names the other. */
  readonly count: number;
  readonly isMissing: boolean;
}

/** Returns the links between skills, in the order of the edges; what may be no skill is left out. */
export function skillLinks(edges: readonly GraphEdge[]): readonly SkillLink[] {
  const links = new Map<string, SkillLink>();
  for (const { from, to, kind: written, strength, resolved } of edges) {
    if (!resolved && (strength === "weak" || written === "optional")) continue;
    const kind = written === "mention" ? "name" : written;
    const key = `${from}\0${resolved}\0${to}`;
    const known = links.get(key);
    const strongest =
      known === undefined ? kind : (LINK_KINDS.find((one) => one === kind || one === known.kind) ?? kind);
    links.set(key, { from, to, kind: strongest, count: (known?.count ?? 0) + 1, isMissing: !resolved });
  }
  return [...links.values()];
}
