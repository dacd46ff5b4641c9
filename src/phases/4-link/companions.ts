/** Checks the references between agents, toolsets and skills: every name must exist. */
import type { Report } from "../../diagnostics/index.ts";
import type { Companion, NamedThing } from "../../model/companion.ts";
import type { CatalogAgent, CatalogToolset } from "../../runtime/catalog/catalog.ts";
import { nearestNames } from "../../runtime/access.ts";
import { namesOfVariables } from "../../runtime/render/variables.ts";
import { compareCodeUnits } from "../../paths/index.ts";
import type { IdentifiedSkill } from "./resolve-ids.ts";

/** Creates the catalog parts for agents and toolsets; the last of equal names wins, as in Carnet. */
export function linkCompanions(
  companions: readonly Companion[],
  skills: readonly IdentifiedSkill[],
  { report, drop }: { readonly report: Report; readonly drop: (file: string, reason: string) => void },
): { readonly agents?: readonly CatalogAgent[]; readonly toolsets?: readonly CatalogToolset[] } {
  const lose = (lost: Companion, kept: Companion): void => {
    const { kind, name, file, source } = lost;
    report.report("agent-shadowed", { file, source }, { kind, name, kept: kept.file, lost: file });
    drop(lost.catalogFile, `duplicate of the ${kind} ${name} in ${kept.catalogFile}`);
  };
  const agents = lastOfEachName(
    companions.filter(({ kind }) => kind === "agent"),
    lose,
  );
  const toolsets = lastOfEachName(
    companions.filter(({ kind }) => kind === "toolset"),
    lose,
  );
  const known = new Set(skills.flatMap(({ id, record }) => [id, record.typed.name]));
  for (const agent of agents)
    for (const { name, span } of [...agent.initialSkills, ...agent.skills])
      if (!known.has(name))
        report.report(
          "agent-skill-unknown",
          { file: agent.file, source: agent.source, span },
          { agent: agent.name, name, nearest: nearestNames(name, [...known])[0] ?? "" },
        );
  checkToolsets(skills, new Set(toolsets.map(({ name }) => name)), report);
  return {
    ...(agents.length > 0 && { agents: agents.map(toAgent) }),
    ...(toolsets.length > 0 && {
      toolsets: toolsets.map(({ name, description, tools, catalogFile }) => ({
        name,
        description,
        tools,
        file: catalogFile,
      })),
    }),
  };
}

function checkToolsets(skills: readonly IdentifiedSkill[], known: ReadonlySet<string>, report: Report): void {
  for (const { id, record } of skills)
    for (const name of record.typed.toolsets) {
      if (known.has(name)) continue;
      const { source, file } = record;
      const field = source.text.search(/^toolsets[ \t]*:/m);
      const at = field === -1 ? -1 : source.text.indexOf(name, field);
      const span = at === -1 ? undefined : { start: at, end: at + name.length };
      report.report(
        "toolset-unknown",
        { file, source, span, skill: id },
        { name, nearest: nearestNames(name, [...known])[0] ?? "" },
      );
    }
}

function toAgent({ name, description, body, initialSkills, skills, catalogFile }: Companion): CatalogAgent {
  const namesOf = (things: readonly NamedThing[]): readonly string[] => [...new Set(things.map((thing) => thing.name))];
  return {
    name,
    description,
    prompt: body,
    variables: namesOfVariables(body),
    initialSkills: namesOf(initialSkills),
    skills: namesOf(skills),
    file: catalogFile,
  };
}

function lastOfEachName(
  companions: readonly Companion[],
  lose: (lost: Companion, kept: Companion) => void,
): readonly Companion[] {
  const last = new Map<string, Companion>();
  for (const companion of companions) {
    const before = last.get(companion.name);
    if (before !== undefined) lose(before, companion);
    last.set(companion.name, companion);
  }
  return [...last.values()].sort((one, two) => compareCodeUnits(one.name, two.name));
}
