import { nearestNames, SkillError, type AnySkills, type Skill } from "../../access.ts";
import type { Access, Executor } from "../../executor/executor-types.ts";
import { readResource } from "../../executor/resources.ts";
import { isRefusal, quoteName, refuse, type Refusal } from "../../guard/outcome.ts";
import { injectVariables, withCallVariables, type Variables } from "../../render/variables.ts";
import type { CarnetAgent, CarnetSession, CarnetSessionOptions, CarnetSessionState } from "./carnet-types.ts";
import { createToolsetTools } from "./toolsets.ts";

/**
 * Creates a session.
 *
 * @throws SkillError for an unknown agent, or an unknown skill of the agent.
 * @example
 * const session = createCarnetSession(createExecutor(skills), { agent: "concierge" });
 * const tools = session.tools(carnetTools(session), { search, book });
 */
export function createCarnetSession(executor: Executor, given: CarnetSessionOptions): CarnetSession {
  const { skills, profile } = executor;
  const agent = typeof given.agent === "string" ? findAgent(skills, given.agent) : given.agent;
  const { filter, fill = fillFrom(executor) } = given;
  const access: Access = { by: "model", ...(filter !== undefined && { filter }) };
  const idsOf = (names: readonly string[]): string[] => names.map((name) => skills.get(name).id);
  const initial = new Set(idsOf(agent.initialSkills));
  const granted = new Set([...initial, ...idsOf(agent.skills)]);
  const isGranted = (id: string): boolean => profile.agentGrants === "ignored" || granted.has(id);
  const available = (): readonly Skill[] => admitted(executor, granted, access);
  const discovered = new Set(initial);
  // A skill that a filter or a scope excludes exposes no tools, even an initial one.
  const loaded = (): readonly Skill[] => admitted(executor, discovered, { ...access, by: "application" });
  const refusalToUse = (name: string): Refusal | undefined => {
    const found = executor.find(name, access);
    if (!isRefusal(found) && isGranted(found.id)) return undefined;
    const { code } = isRefusal(found) ? found : { code: "not-available" as const };
    // Neither the text nor the nearest names tell of skills that the agent does not have.
    const known = available().map(({ id }) => id);
    return refuse(code, `Unknown skill ${quoteName(name)}`, nearestNames(name, known));
  };

  return {
    executor,
    options: { ...given, agent, fill },
    available,
    onDemand: () => available().filter(({ id }) => !initial.has(id)),
    async load(name) {
      const refusal = refusalToUse(name);
      if (refusal !== undefined) return refusal;
      const opened = await executor.open(name, access);
      if (!opened.ok) return opened;
      discovered.add(opened.skill.id);
      return { ok: true, skill: opened.skill, content: opened.instructions };
    },
    async readFile(name, path) {
      const refusal = refusalToUse(name);
      if (refusal !== undefined) return refusal;
      if (profile.agentGrants === "checked" && !discovered.has(skills.get(name).id))
        return refuse("not-active", `The skill ${quoteName(name)} must be loaded before its files`);
      const part = await readResource(executor, name, path, access);
      if (!part.ok || part.encoding !== "text" || profile.resourceTexts === "raw") return part;
      return { ...part, content: await fill(part.content) };
    },
    discoveredSkills: () => loaded().map(({ id }) => id),
    ...createToolsetTools(given.toolsets ?? skills.toolsets ?? [], loaded),
    reset() {
      discovered.clear();
      for (const id of initial) discovered.add(id);
    },
    exportState: () => ({ version: 1, discovered: [...discovered] }),
    restoreState(state) {
      const ids = readState(state);
      if (ids === undefined) return refuse("state-invalid", "Not a session state: nothing was restored");
      discovered.clear();
      for (const id of ids) if (skills.find(id)?.id === id && isGranted(id)) discovered.add(id);
      return { ok: true };
    },
  };
}

/** Returns the skills among these ids that a caller may have now. */
function admitted(executor: Executor, ids: Iterable<string>, access: Access): readonly Skill[] {
  return [...ids].flatMap((id) => {
    const skill = executor.find(id, access);
    return isRefusal(skill) ? [] : [skill];
  });
}

function fillFrom({ variables }: Executor): (text: string, call?: Variables) => string {
  return (text, call) => injectVariables(text, withCallVariables(variables, call));
}

function findAgent({ agents = [] }: AnySkills, name: string): CarnetAgent {
  const agent = agents.find((one) => one.name === name);
  if (agent !== undefined) return agent;
  const known = agents.map((one) => one.name);
  throw new SkillError("unknown-agent", `Unknown agent ${quoteName(name)}`, nearestNames(name, known));
}

function readState(state: unknown): readonly string[] | undefined {
  const { version, discovered } = (state ?? {}) as Partial<Record<keyof CarnetSessionState, unknown>>;
  if (version !== 1 || !Array.isArray(discovered)) return undefined;
  return discovered.filter((id) => typeof id === "string");
}
