/** Runtime areas of Carnet. */
import { carnetPrompt } from "../../src/runtime/systems/carnet/carnet-prompt.ts";
import {
  createCarnetSession,
  type CarnetSession,
  type CarnetToolset,
} from "../../src/runtime/systems/carnet/exports.ts";
import { createExecutor } from "../../src/runtime/executor/index.ts";
import { carnetTools } from "../../src/runtime/systems/carnet/tools.ts";
import { fixtureSkills, type FixtureSkill } from "../support/fixture-skills.ts";
import { area, field, type Compat, type Fields } from "./runtime-area.ts";
import type { VectorCheck } from "./vector.ts";

export const carnetAreas: Readonly<Record<string, VectorCheck>> = {
  "carnet/prompt": area(["initial", "onDemand"], answerPrompt),
  "carnet/session": area(["before", "domain", "exposed", "load", "provided", "reset"], answerSession),
  "carnet/tool": area(["agentSkills", "call"], answerTool),
};

/** The skills of the measured manifest: `s2` has the text C2, the description D2, a toolset with tool2, and a file. */
function skill(id: string): FixtureSkill {
  const number = id.replace(/^\D+/, "");
  return {
    id,
    description: `D${number}`,
    instructions: `C${number}`,
    toolsets: [`toolset-${id}`],
    files: id === "s2" ? { "a/b.md": { text: "FILE {{WHO}}", description: "fd" } } : {},
  };
}

function openSession(
  ids: readonly string[],
  initial: readonly string[],
  compat: Compat,
  tools: CarnetToolset[] = [],
): CarnetSession {
  const known = ["s1", "s2", "s3", ...ids, ...initial];
  const executor = createExecutor(fixtureSkills([...new Set(known)].map(skill)), {
    profile: "carnet",
    ...(compat && { compat }),
  });
  const agent = { name: "guide", prompt: "You guide guests.", initialSkills: initial, skills: ids };
  return createCarnetSession(executor, { agent, toolsets: tools });
}

async function answerPrompt(input: Fields, compat: Compat): Promise<Fields> {
  const initial = field<readonly string[]>(input, "initial") ?? [];
  const onDemand = field<readonly string[]>(input, "onDemand") ?? [];
  const { text } = await carnetPrompt(openSession(onDemand, initial, compat));
  const lines = text.split("\n");
  const lineOf = (id: string): string => `- **${id}**: ${skill(id).description}`;
  return {
    catalogLine: lines.find((line) => line === lineOf(onDemand[0] ?? "")),
    initialIncluded: initial.every((id) => text.includes(skill(id).instructions as string)),
    initialInCatalog: initial.some((id) => lines.includes(lineOf(id))),
  };
}

async function answerSession(input: Fields, compat: Compat): Promise<Fields> {
  const domain = field<readonly string[]>(input, "domain") ?? [];
  const exposed = field<readonly string[]>(input, "exposed") ??
    field<readonly string[]>(input, "before") ?? ["tool1", ...domain];
  const load = [field<string | readonly string[]>(input, "load") ?? []].flat();
  const toolsets = [
    { name: "toolset-s1", tools: exposed },
    ...load.map((id) => ({ name: `toolset-${id}`, tools: [`tool${id.replace(/^\D+/, "")}`] })),
  ];
  const session = openSession(load, ["s1"], compat, toolsets);
  for (const id of load) await session.load(id);
  if (field(input, "reset") === true) session.reset();
  const provided = Object.fromEntries(
    [...(field<readonly string[]>(input, "provided") ?? []), ...domain].map((name) => [name, "domain"]),
  );
  const tools = session.tools(carnetTools(session), provided);
  const winner = tools.get(domain[0] ?? "");
  return {
    exposed: session.exposedTools(),
    discovered: session.discoveredSkills(),
    tools: [...tools.keys()],
    filteredOut: session.diagnose(provided).filteredOut,
    winner: winner === "domain" ? "domain" : "meta",
  };
}

async function answerTool(input: Fields, compat: Compat): Promise<Fields> {
  const [initial = "s1", ...others] = field<readonly string[]>(input, "agentSkills") ?? ["s1", "s2"];
  const session = openSession(others, [initial], compat);
  const [loadSkill, loadSkillFile] = carnetTools(session);
  const call = field<Fields>(input, "call") ?? {};
  if ("path" in call) return { ...(await loadSkillFile.execute(call)) };
  const result = await loadSkill.execute(call);
  if (!result.success) {
    // The model learns as much of a hidden skill as of a missing one; the application learns why.
    const loaded = await session.load(field<string>(call, "skillName") ?? "");
    return { ...result, verdicts: [!loaded.ok && loaded.code === "not-available" ? "NOT_AVAILABLE" : "NOT_FOUND"] };
  }
  const hasContents = result.metadata.files.some((file) => "content" in file);
  return {
    ...result,
    metadataKeys: Object.keys(result.metadata),
    verdicts: ["success", hasContents ? "metadata.files[].content present" : "path and description only"],
  };
}
