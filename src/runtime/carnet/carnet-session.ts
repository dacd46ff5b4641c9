/** A session of one agent of Carnet: its skills, the toolsets that they bring, and the domain tools that these expose. */
import { nearestNames, SkillError, type AnySkills, type LoadedSkill, type Skill } from "../access.ts";
import type { FilterPattern } from "../guard/admission.ts";
import type { Access, Executor } from "../executor/executor.ts";
import { isRefusal, quote, refuse, type MaybePromise, type Refusal } from "../guard/outcome.ts";
import { injectVariables, type Variables } from "../render/index.ts";
import { withCallVariables } from "../render/variables.ts";
import { readResource, type ResourcePart } from "../executor/resources.ts";

/** What is read of an agent. */
export interface CarnetAgent {
  readonly name: string;
  readonly prompt: string;
  /** Ids of skills that are loaded from the start. */
  readonly initialSkills: readonly string[];
  /** Ids of skills that the model may load. */
  readonly skills: readonly string[];
}

/** Domain tools that come and go together. */
export interface CarnetToolset {
  readonly name: string;
  /** Names of domain tools. */
  readonly tools: readonly string[];
}

/** Whose session it is, and with what. */
export interface CarnetSessionOptions {
  /** An agent, or the name of one of the catalog. */
  readonly agent: CarnetAgent | string;
  /** Default: those of the catalog. */
  readonly toolsets?: readonly CarnetToolset[];
  /** Takes the place of the executor's filter for this session, so that several can share an executor. */
  readonly filter?: FilterPattern;
  /**
   * Fills variables into the agent's prompt and into resource texts, those of one call before all others; default: the
   * executor's `variables`.
   */
  readonly fill?: (text: string, call?: Variables) => MaybePromise<string>;
}

/** State of a session as JSON. */
export interface CarnetSessionState {
  readonly version: 1;
  readonly discovered: readonly string[];
}

/** Why the model has the tools that it has. Names are sorted. */
export interface CarnetDiagnostics {
  /** Domain tools that the application gave. */
  readonly provided: readonly string[];
  /** Those that the loaded skills expose. */
  readonly exposed: readonly string[];
  /** Given, but not exposed: the model does not see them. */
  readonly filteredOut: readonly string[];
  /** Exposed, but not given. */
  readonly missing: readonly string[];
  readonly loadedToolsets: readonly string[];
  readonly discoveredSkills: readonly string[];
}

/** Tools by name, as the application has them. */
export type DomainTools<Tool> = Readonly<Record<string, Tool>>;

/** What one agent has found and may use so far. */
export interface CarnetSession {
  readonly executor: Executor;
  /** With the agent itself and `fill`, be it the default. */
  readonly options: CarnetSessionOptions &
    Required<Pick<CarnetSessionOptions, "fill">> & { readonly agent: CarnetAgent };
  /** Skills of the agent, the initial ones first. */
  available(): readonly Skill[];
  /** Skills of the agent that are not loaded from the start. */
  onDemand(): readonly Skill[];
  load(name: string): Promise<{ readonly ok: true; readonly skill: LoadedSkill; readonly content: string } | Refusal>;
  readFile(name: string, path: string): Promise<ResourcePart | Refusal>;
  /** Ids of the loaded skills that are admitted now, in the order in which they were loaded. */
  discoveredSkills(): readonly string[];
  /** Names of the domain tools that the loaded skills expose, sorted. */
  exposedTools(): readonly string[];
  /** Meta-tools, then the exposed domain tools; of one name the later tool counts, and a domain tool before a meta-tool. */
  tools<Meta, Tool>(
    metaTools: readonly (Meta & { readonly name: string })[],
    ...domain: readonly DomainTools<Tool>[]
  ): ReadonlyMap<string, Meta | Tool>;
  diagnose(...domain: readonly DomainTools<unknown>[]): CarnetDiagnostics;
  /** Back to the initial skills. */
  reset(): void;
  exportState(): CarnetSessionState;
  /** Continues from an exported state; skills that are gone are left out. */
  restoreState(state: unknown): { readonly ok: true } | Refusal;
}

/**
 * Opens a session.
 *
 * @throws SkillError for an agent, or a skill of it, that the catalog does not have.
 * @example
 * const session = openCarnetSession(createExecutor(skills), { agent: "concierge" });
 * const tools = session.tools(carnetTools(session), { search, book });
 */
export function openCarnetSession(executor: Executor, given: CarnetSessionOptions): CarnetSession {
  const { skills, profile } = executor;
  const options = { ...given, agent: typeof given.agent === "string" ? findAgent(skills, given.agent) : given.agent };
  const idsOf = (names: readonly string[]): string[] => names.map((name) => skills.get(name).id);
  const initial = new Set(idsOf(options.agent.initialSkills));
  const granted = new Set([...initial, ...idsOf(options.agent.skills)]);
  const toolsets = new Map((options.toolsets ?? skills.toolsets ?? []).map((toolset) => [toolset.name, toolset]));
  const isChecked = profile.agentGrants === "checked";
  const access: Access = { by: "model", ...(options.filter !== undefined && { filter: options.filter }) };
  const discovered = new Set(initial);
  const fill =
    options.fill ??
    ((text: string, call?: Variables): string => injectVariables(text, withCallVariables(executor.variables, call)));

  const admitted = (ids: Iterable<string>): Skill[] =>
    [...ids].flatMap((id) => {
      const skill = executor.find(id, access);
      return isRefusal(skill) ? [] : [skill];
    });
  // A skill that a filter or a scope keeps out brings no tools, initial or not.
  const inForce = (): string[] =>
    [...discovered].filter((id) => !isRefusal(executor.find(id, { ...access, by: "application" })));
  const loadedToolsets = (): string[] => [...new Set(inForce().flatMap((id) => skills.get(id).toolsets))];
  const exposedTools = (): string[] =>
    [...new Set(loadedToolsets().flatMap((name) => toolsets.get(name)?.tools ?? []))].sort();
  const merge = <Tool>(domain: readonly DomainTools<Tool>[]): Map<string, Tool> =>
    new Map(domain.flatMap((tools) => Object.entries(tools)));
  const refusalToUse = (name: string): Refusal | undefined => {
    const found = executor.find(name, access);
    if (isRefusal(found)) return found;
    if (!isChecked || granted.has(found.id)) return undefined;
    return refuse(
      "not-available",
      `The skill ${quote(found.id)} was not given to the agent ${quote(options.agent.name)}`,
    );
  };

  return {
    executor,
    options: { ...options, fill },
    available: () => admitted(granted),
    onDemand: () => admitted(granted).filter(({ id }) => !initial.has(id)),
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
      if (isChecked && !discovered.has(skills.get(name).id))
        return refuse("not-active", `The skill ${quote(name)} has to be loaded before its files`);
      const part = await readResource(executor, name, path, access);
      if (!part.ok || part.encoding !== "text" || profile.resourceTexts === "raw") return part;
      return { ...part, content: await fill(part.content) };
    },
    discoveredSkills: inForce,
    exposedTools,
    tools(metaTools, ...domain) {
      const exposed = new Set(exposedTools());
      const provided = [...merge(domain)].filter(([name]) => exposed.has(name));
      return new Map<string, (typeof metaTools)[number] | (typeof provided)[number][1]>([
        ...metaTools.map((tool) => [tool.name, tool] as const),
        ...provided,
      ]);
    },
    diagnose(...domain) {
      const provided = [...merge(domain).keys()].sort();
      const exposed = exposedTools();
      return {
        provided,
        exposed: provided.filter((name) => exposed.includes(name)),
        filteredOut: provided.filter((name) => !exposed.includes(name)),
        missing: exposed.filter((name) => !provided.includes(name)),
        loadedToolsets: loadedToolsets().sort(),
        discoveredSkills: inForce().sort(),
      };
    },
    reset() {
      discovered.clear();
      for (const id of initial) discovered.add(id);
    },
    exportState: () => ({ version: 1, discovered: [...discovered] }),
    restoreState(state) {
      const { version, discovered: ids } = (state ?? {}) as Partial<Record<keyof CarnetSessionState, unknown>>;
      if (version !== 1 || !Array.isArray(ids))
        return refuse("state-invalid", "This is no state of a session: nothing was restored");
      discovered.clear();
      for (const id of ids as unknown[]) {
        if (typeof id === "string" && skills.find(id)?.id === id && (!isChecked || granted.has(id))) discovered.add(id);
      }
      return { ok: true };
    },
  };
}

function findAgent({ agents = [] }: AnySkills, name: string): CarnetAgent {
  const agent = agents.find((one) => one.name === name);
  if (agent !== undefined) return agent;
  const known = agents.map((one) => one.name);
  throw new SkillError("unknown-agent", `There is no agent ${quote(name)}`, nearestNames(name, known));
}
