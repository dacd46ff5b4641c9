import type { LoadedSkill, Skill } from "../../access.ts";
import type { Executor } from "../../executor/executor-types.ts";
import type { ResourcePart } from "../../executor/resources.ts";
import type { FilterPattern } from "../../guard/admission.ts";
import type { MaybePromise, Refusal } from "../../guard/outcome.ts";
import type { Variables } from "../../render/variables.ts";

/**
 * A Carnet agent.
 *
 * @example
 * const agent: CarnetAgent = { name: "concierge", prompt: "You …", initialSkills: ["greet"], skills: ["booking"] };
 * const session = createCarnetSession(executor, { agent });
 */
export interface CarnetAgent {
  readonly name: string;
  readonly prompt: string;
  /** Ids of skills that are loaded from the start. */
  readonly initialSkills: readonly string[];
  /** Ids of skills that the model may load. */
  readonly skills: readonly string[];
}

/**
 * A group of domain tools that are exposed together.
 *
 * @example
 * const toolset: CarnetToolset = { name: "rooms", tools: ["search", "book"] };
 */
export interface CarnetToolset {
  readonly name: string;
  /** Names of domain tools. */
  readonly tools: readonly string[];
}

/**
 * Options of a session.
 *
 * @example
 * createCarnetSession(executor, { agent: "concierge", filter: "skills/hotel" });
 */
export interface CarnetSessionOptions {
  /** An agent, or the name of a catalog agent. */
  readonly agent: CarnetAgent | string;
  /** Default: the toolsets of the catalog. */
  readonly toolsets?: readonly CarnetToolset[] | undefined;
  /** Replaces the executor's filter for this session, so that several can share an executor. */
  readonly filter?: FilterPattern | undefined;
  /**
   * Fills variables into the agent's prompt and into resource texts; those of one call override all others. Default:
   * the executor's `variables`.
   */
  readonly fill?: ((text: string, call?: Variables) => MaybePromise<string>) | undefined;
}

/**
 * State of a session as JSON.
 *
 * @example
 * await store.put("session", JSON.stringify(session.exportState() satisfies CarnetSessionState));
 */
export interface CarnetSessionState {
  readonly version: 1;
  readonly discovered: readonly string[];
}

/**
 * Explains which tools the model has. Names are sorted.
 *
 * @example
 * const { missing }: CarnetDiagnostics = session.diagnose({ search, book });
 * if (missing.length > 0) console.warn(`No such tools: ${missing.join(", ")}`);
 */
export interface CarnetDiagnostics {
  /** Domain tools from the application. */
  readonly provided: readonly string[];
  /** Provided tools that the loaded skills expose. */
  readonly exposed: readonly string[];
  /** Provided but not exposed: hidden from the model. */
  readonly filteredOut: readonly string[];
  /** Exposed but not provided. */
  readonly missing: readonly string[];
  readonly loadedToolsets: readonly string[];
  readonly discoveredSkills: readonly string[];
}

/**
 * Tools of the application by name.
 *
 * @example
 * const domainTools: DomainTools<Tool> = { search, book };
 */
export type DomainTools<Tool> = Readonly<Record<string, Tool>>;

/**
 * The skills that one agent has discovered, and what they expose.
 *
 * @example
 * const session: CarnetSession = createCarnetSession(createExecutor(skills), { agent: "concierge" });
 * const loaded = await session.load("booking");
 */
export interface CarnetSession {
  readonly executor: Executor;
  /** The options with the resolved agent and `fill`. */
  readonly options: CarnetSessionOptions & {
    readonly agent: CarnetAgent;
    readonly fill: NonNullable<CarnetSessionOptions["fill"]>;
  };
  /** Returns the skills of the agent, the initial ones first. */
  available(): readonly Skill[];
  /** Returns the skills of the agent that are not loaded from the start. */
  onDemand(): readonly Skill[];
  load(name: string): Promise<{ readonly ok: true; readonly skill: LoadedSkill; readonly content: string } | Refusal>;
  readFile(name: string, path: string): Promise<ResourcePart | Refusal>;
  /** Returns the ids of the loaded skills that are admitted now, in loading order. */
  discoveredSkills(): readonly string[];
  /** Returns the names of the domain tools that the loaded skills expose, sorted. */
  exposedTools(): readonly string[];
  /** Returns the meta-tools, then the exposed domain tools. Later tools replace earlier ones with the same name. */
  tools<Meta, Tool>(
    metaTools: readonly (Meta & { readonly name: string })[],
    ...domain: readonly DomainTools<Tool>[]
  ): ReadonlyMap<string, Meta | Tool>;
  diagnose(...domain: readonly DomainTools<unknown>[]): CarnetDiagnostics;
  reset(): void;
  exportState(): CarnetSessionState;
  /** Continues from an exported state without the skills that no longer exist. */
  restoreState(state: unknown): { readonly ok: true } | Refusal;
}
