/** Every name in an agent or toolset must be that of a skill or toolset. */
import type { LinkFindings } from "./placed-findings.ts";
import type { WrittenName } from "../model/unit.ts";
import type { Companion } from "../model/companion.ts";
import type { CatalogAgent, CatalogToolset } from "../runtime/catalog/catalog.ts";
import { nearestNames } from "../runtime/access.ts";
import { parseModelReference } from "../runtime/model-reference.ts";
import { namesOfVariables } from "../runtime/render/variables.ts";
import { compareCodeUnits } from "../paths/index.ts";
import type { AdmittedSkill } from "../model/admitted.ts";
import { linkRules } from "./rules.ts";

/** Of equal names the last wins, as in Carnet. */
export function linkCompanions(
  companions: readonly Companion[],
  skills: readonly AdmittedSkill[],
  { findings, drop }: { readonly findings: LinkFindings; readonly drop: (file: string, reason: string) => void },
): { readonly agents?: readonly CatalogAgent[]; readonly toolsets?: readonly CatalogToolset[] } {
  const lose = (lost: Companion, kept: Companion): void => {
    const { kind, name, file } = lost;
    findings.of().add(linkRules["agent-shadowed"], { file }, { kind, name, kept: kept.file, lost: file });
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
  const known = new Set(skills.flatMap(({ id, unit }) => [id, unit.link.name]));
  for (const agent of agents)
    for (const { name, at } of [...agent.initialSkills, ...agent.skills])
      if (!known.has(name)) {
        const place = { file: agent.file, at, lines: agent.found.lines };
        const args = { agent: agent.name, name, nearest: nearestNames(name, [...known])[0] ?? "" };
        findings.of().add(linkRules["agent-skill-unknown"], place, args);
      }
  checkToolsets(skills, new Set(toolsets.map(({ name }) => name)), findings);
  return {
    ...(agents.length > 0 && { agents: agents.map((agent) => toAgent(agent, skills)) }),
    ...(toolsets.length > 0 && {
      toolsets: toolsets.map(({ name, description, tools, body, catalogFile }) => ({
        name,
        description,
        tools,
        ...(body.trim() !== "" && { instructions: body }),
        file: catalogFile,
      })),
    }),
  };
}

function checkToolsets(skills: readonly AdmittedSkill[], known: ReadonlySet<string>, findings: LinkFindings): void {
  for (const skill of skills)
    for (const { name, at } of skill.unit.link.toolsets) {
      if (known.has(name)) continue;
      const place = { file: skill.place.file, at, lines: skill.unit.lines };
      const args = { name, nearest: nearestNames(name, [...known])[0] ?? "" };
      findings.of(skill).add(linkRules["toolset-unknown"], place, args);
    }
}

function toAgent(agent: Companion, known: readonly AdmittedSkill[]): CatalogAgent {
  const { name, description, body, initialSkills, skills, catalogFile, model, ownsKit } = agent;
  const kit = catalogFile.slice(0, catalogFile.lastIndexOf("/") + 1);
  const ofKit = ownsKit ? known.filter(({ place }) => place.catalogFile.startsWith(kit)).map(({ id }) => id) : [];
  const namesOf = (things: readonly WrittenName[]): readonly string[] => [
    ...new Set(things.map((thing) => thing.name)),
  ];
  return {
    name,
    description,
    prompt: body,
    variables: namesOfVariables(body),
    initialSkills: namesOf(initialSkills),
    skills: [...namesOf(skills), ...ofKit],
    ...(model !== undefined && { model: parseModelReference(model) }),
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
