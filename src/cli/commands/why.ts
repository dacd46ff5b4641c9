import { compileCatalog } from "../../api/catalog.ts";
import { edgesBy, type GraphEdge, type GraphFacts } from "../../api/skill-graph.ts";
import { escapeJsonText, escapeText } from "../../formats/display-text.ts";
import type { ParsedArguments } from "../arguments.ts";
import { unknownSkill } from "../did-you-mean.ts";
import { printNotRun } from "../not-run.ts";
import { withProgress } from "../progress.ts";
import { printFindings } from "../reports.ts";
import { searchOptions } from "../session-options.ts";
import { alignColumns, printError, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

interface Why {
  readonly skill: string;
  readonly version?: string;
  /** Directly, or through `through`. */
  readonly requiredBy: readonly WhyRow[];
  readonly declaredBy: readonly GraphEdge[];
  readonly mentionedBy: readonly GraphEdge[];
}

interface WhyRow {
  readonly skill: string;
  readonly through?: string;
  readonly edge: GraphEdge;
}

export async function run(parsed: ParsedArguments): Promise<number> {
  const [name, ...dirs] = parsed.positionals;
  if (name === undefined) throw new UsageError("why needs the name of a skill: skillc why pdf");
  const options = searchOptions({ ...parsed, positionals: dirs, sources: parsed.sources.slice(1) });
  const { catalog, graph, diagnostics, summary, exitCode } = await withProgress(parsed, (progress) =>
    compileCatalog({ ...options, ...progress }),
  );
  printNotRun(diagnostics);
  const skills = catalog?.skills ?? [];
  const byId = skills.filter(({ id }) => id === name);
  const found = byId.length > 0 ? byId : skills.filter((skill) => skill.name === name);
  const [skill] = found;
  if (skill === undefined || found.length > 1) {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    await printFindings({ diagnostics: errors, summary, all: false });
    const ids = skills.map(({ id }) => id);
    printError(
      `skillc: ${unknownSkill(
        name,
        ids,
        found.map(({ id }) => id),
      )}`,
    );
    return catalog === undefined ? exitCode : 2;
  }
  const why = explain(skill.id, graph());
  printOut(parsed.has("json") ? escapeJsonText(JSON.stringify(why, null, 2)) : describe(why));
  return 0;
}

function explain(id: string, { nodes, edges }: GraphFacts): Why {
  const found = edges.filter(({ resolved }) => resolved);
  const isRequired = ({ kind }: GraphEdge): boolean => kind === "required";
  const required = edgesBy(found.filter(isRequired), "to");
  const rows: WhyRow[] = [];
  const seen = new Set([id]);
  const waiting = [id];
  // Skills that require it directly come first, then by distance.
  for (const at of waiting)
    for (const edge of required.get(at) ?? []) {
      if (seen.has(edge.from)) continue;
      seen.add(edge.from);
      waiting.push(edge.from);
      rows.push({ skill: edge.from, ...(at !== id && { through: at }), edge });
    }
  const own = found.filter(({ to }) => to === id);
  const version = nodes.find((node) => node.id === id)?.version;
  return {
    skill: id,
    ...(version !== undefined && { version }),
    requiredBy: rows,
    declaredBy: own.filter(({ kind }) => kind === "optional" || kind === "related"),
    mentionedBy: own.filter(({ kind }) => kind === "mention" || kind === "path"),
  };
}

function describe({ skill, version, requiredBy, declaredBy, mentionedBy }: Why): string {
  const label = `${escapeText(skill)}${version === undefined ? "" : ` ${escapeText(version)}`}`;
  const rows = requiredBy.map(({ skill: by, through, edge }) => [
    `  ${escapeText(by)}`,
    ...(through === undefined ? [placeOf(edge), escapeText(edge.field ?? "")] : [`through ${escapeText(through)}`, ""]),
  ]);
  const others = declaredBy.map((edge) => [`  ${escapeText(edge.from)}`, placeOf(edge), edge.kind]);
  const named = [...new Set(mentionedBy.map((edge) => `${escapeText(edge.from)} (${placeOf(edge)})`))];
  return [
    requiredBy.length === 0 ? `nothing requires ${label}` : `${label} is required by`,
    ...alignColumns(rows),
    ...(others.length === 0 ? [] : ["declared by", ...alignColumns(others)]),
    ...(named.length === 0 ? [] : [`named in the instructions of: ${named.join(", ")}`]),
  ].join("\n");
}

function placeOf({ file, line }: GraphEdge): string {
  return `${escapeText(file)}${line === undefined ? "" : `:${line}`}`;
}
