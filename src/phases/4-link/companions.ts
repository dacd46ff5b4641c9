/** Holds agents, toolsets and skills against each other: every name must lead somewhere. */
import type { Report } from "../../diagnostics/index.ts";
import type { Companion, NamedThing } from "../../model/companion.ts";
import type { CatalogAgent, CatalogToolset } from "../../runtime/catalog.ts";
import { nearestNames } from "../../runtime/access.ts";
import { compareCodeUnits } from "../../paths/index.ts";
import type { IdentifiedSkill } from "./resolve-ids.ts";

/** The parts of the catalog that agents and toolsets make; of equal names the last one counts, as with skills. */
export function linkCompanions(
  companions: readonly Companion[],
  skills: readonly IdentifiedSkill[],
  report: Report,
): { readonly agents?: readonly CatalogAgent[]; readonly toolsets?: readonly CatalogToolset[] } {
  const agents = sorted(companions.filter(({ kind }) => kind === "agent"));
  const toolsets = sorted(companions.filter(({ kind }) => kind === "toolset"));
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
    initialSkills: namesOf(initialSkills),
    skills: namesOf(skills),
    file: catalogFile,
  };
}

function sorted(companions: readonly Companion[]): readonly Companion[] {
  const last = new Map(companions.map((companion) => [companion.name, companion]));
  return [...last.values()].sort((one, two) => compareCodeUnits(one.name, two.name));
}
