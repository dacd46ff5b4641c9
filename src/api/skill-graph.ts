/** The graph of skills of a build, for people: what each one names, where it says so, and what requires what. */
import type { SkillReference } from "../model/references.ts";
import type { Span } from "../model/source.ts";
import { versionOf } from "../model/skill-version.ts";
import { fromWorkingDirectory } from "./snapshot-skills.ts";
import type { ProjectPaths } from "./session.ts";
import { factsOf, type Snapshot } from "./snapshot.ts";

export interface GraphNode {
  readonly id: string;
  /** Virtual path; "" for an inline skill. */
  readonly path: string;
  readonly version?: string;
}

/** A skill that names another one. */
export interface GraphEdge extends Omit<SkillReference, "at"> {
  readonly from: string;
  /** The id of the other skill; the name as written if it was not found. */
  readonly to: string;
  /** Relative to the working directory. */
  readonly file: string;
  /** From 1; absent for an inline skill. */
  readonly line?: number;
  /** The place in the file, in UTF-16 units. */
  readonly span?: { readonly start: number; readonly end: number };
  readonly resolved: boolean;
}

export interface GraphFacts {
  /** In catalog order. */
  readonly nodes: readonly GraphNode[];
  /** In the order of the skills, then as written. */
  readonly edges: readonly GraphEdge[];
  /** Ids of skills that require each other. */
  readonly cycles: readonly (readonly string[])[];
}

/** Returns the graph of a build, of the first profile; empty for an invalid configuration. */
export function graphOf(snapshot: Snapshot, paths: ProjectPaths): GraphFacts {
  const run = factsOf(snapshot).first;
  if (run === undefined) return { nodes: [], edges: [], cycles: [] };
  const { kept, graph } = run;
  const idOf = (at: number): string => kept[at]?.id ?? "";
  const nodes = kept.map((skill): GraphNode => {
    const version = versionOf(skill.unit.facts.fields);
    return { id: skill.id, path: skill.place.path, ...(version !== undefined && { version }) };
  });
  const edges = (graph?.resolved ?? []).flatMap((references, from) => {
    const place = kept[from]?.place;
    const file = place === undefined ? "" : fromWorkingDirectory(place.file, paths);
    return references.flatMap(({ reference, to }): GraphEdge[] => {
      const { at, to: written, ...rest } = reference;
      // A path to something other than a skill is not an edge.
      if (to === from || (rest.kind === "path" && to === undefined)) return [];
      const where = at === undefined || place?.inline !== undefined ? {} : placeOf(at.span);
      const target = to === undefined ? written : idOf(to);
      return [{ from: idOf(from), to: target, ...rest, file, ...where, resolved: to !== undefined }];
    });
  });
  return { nodes, edges, cycles: (graph?.cycles ?? []).map((group) => group.map(idOf)) };
}

function placeOf({ start, end }: Span): Pick<GraphEdge, "line" | "span"> {
  return { line: start.line, span: { start: start.offset, end: end.offset } };
}

/** Whether an edge is of a field, not of a text. */
export function isDependency({ field }: Pick<GraphEdge, "field">): boolean {
  return field !== undefined;
}

/** Returns edges by one of their ends, in their order. */
export function edgesBy(edges: readonly GraphEdge[], end: "from" | "to"): ReadonlyMap<string, readonly GraphEdge[]> {
  const by = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const known = by.get(edge[end]);
    if (known === undefined) by.set(edge[end], [edge]);
    else known.push(edge);
  }
  return by;
}
