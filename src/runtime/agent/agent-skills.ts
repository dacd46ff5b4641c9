/** The skills of an agent: a system prompt and tools, in one call. */
import type { AnySkills, Skill, SkillFile } from "../access.ts";
import { createCore } from "../executor/core.ts";
import type { Activated, ExecutorOptions, ExecutorState, SkillState } from "../executor/executor-types.ts";
import { createRender, type RenderValues } from "../executor/instructions.ts";
import { readOwnFile } from "../executor/resources.ts";
import { createSkillState } from "../executor/skill-state.ts";
import type { Admission } from "../guard/admission.ts";
import type { Refusal } from "../guard/outcome.ts";
import { estimateText } from "../prompt/token-count.ts";
import { renderInSafe } from "../render/render-skill.ts";
import type { RenderInput } from "../render/dialect.ts";
import type { SkillFilter } from "../select/filter.ts";
import { createLoadTool, createReadTool, createSearchTool } from "../tools/modern-tools.ts";
import { createScriptTool, isRunnable, requireScripts, type AllowedScripts } from "../tools/script-tool.ts";
import { activateSkill, callTool, type SkillRunner, type SkillTool } from "../tools/tool.ts";
import type { GatedSkill, ToolGate, ToolVerdict } from "../tools/tool-gate.ts";
import { unenforced, type LeftOutSkill } from "./left-out.ts";
import { createShared, createSharedAdmission, everything } from "./shared-plans.ts";
import { budgetTokens, planIndex, type AgentBudget, type AgentIndex, type AgentIndexReport } from "./agent-index.ts";

/**
 * Options of `agentSkills`. What only some agents need is passed in as a function, so that the others do not bundle it.
 *
 * @example
 * await agentSkills(skills, { filter: compileFilter("skills/billing"), gate: createToolGate, grants: ["billing:*"] });
 */
export interface AgentSkillsOptions<Name extends string = string>
  extends
    Omit<RenderValues, "variables">,
    Pick<ExecutorOptions, "grants" | "maxActive" | "beforeActivation" | "afterActivation"> {
  /** Limit of the index and the tool definitions together. Default 4,000 estimated tokens. */
  readonly budget?: AgentBudget;
  /** Skills of this agent; default all. */
  readonly only?: readonly Name[];
  /** Skills whose descriptions come first when the index is shortened, the most important first. */
  readonly rank?: readonly Name[];
  /** Only skills at these paths: `compileFilter("skills/billing")`. Asked once for each skill. */
  readonly filter?: SkillFilter;
  /** Checks the calls of the application's own tools: `createToolGate`. */
  readonly gate?: (skills: readonly GatedSkill[]) => ToolGate;
  /** Ships skills with `disallowed-tools` although no gate enforces them. */
  readonly unrestricted?: readonly Name[];
  /** Runs skills with `context: fork` in a loop of their own: `createFork(run)`. */
  readonly fork?: SkillRunner;
  /** Renders the dialects other than `safe`: `renderSkill`, with `dialect`. */
  readonly render?: (input: RenderInput) => { readonly text: string };
  /**
   * Compiled scripts that the model may run with `run_skill_script`: all, or a list of paths such as `scripts/fill.ts`, or
   * `pdf/scripts/fill.ts` for that skill only. The gate and the skill's allowed tools apply. Default: none, and no tool.
   */
  readonly scripts?: AllowedScripts;
  /** A state from `agent.state()`, to continue a conversation. */
  readonly state?: unknown;
  /** Maximum of one read: UTF-16 units of a text, bytes of a binary file. Default 50,000. */
  readonly maxRead?: number;
}

/**
 * The skills of one agent or conversation.
 *
 * @example
 * const agent: AgentSkills = await agentSkills(skills);
 * const request = { instructions: agent.systemPrompt, tools: aiSdkTools(agent), stopWhen: stepCountIs(20) };
 * await generateText({ model, ...request, prompt });
 */
export interface AgentSkills<Name extends string = string> {
  /** The index, once, and the preloaded skills. Empty if there is no skill. The same for the whole conversation. */
  readonly systemPrompt: string;
  /**
   * `load_skill` and `read_skill_resource`, with `search_skills` once the index is shortened, and `run_skill_script` if
   * the model may run scripts.
   */
  readonly tools: readonly SkillTool[];
  /** What was done to keep the index within the budget. */
  readonly shortened: AgentIndexReport;
  readonly leftOut: readonly LeftOutSkill[];
  /** Calls one of `tools` by the name that a model wrote. Mistakes of the model get an answer. */
  call(tool: string, input?: unknown): Promise<unknown>;
  /** Whether the active skills allow a call of another tool of the application; without a gate, always. */
  check(tool: string, input?: unknown): ToolVerdict;
  /** Activates a skill that the user named, as with a slash command. */
  invoke(name: Name, args?: string): Promise<Activated | Refusal>;
  /** The skills that the model, or the user with `invoke`, may load now, in catalog order. */
  visible(by?: "model" | "user"): readonly Skill<Name>[];
  /** Ids of the active skills, sorted. */
  activeSkills(): readonly Name[];
  /** Everything that `options.state` needs to continue, as JSON. */
  state(): ExecutorState;
}

/**
 * Creates the system prompt and the tools of an agent. Only the prompt contains the index, which fills the
 * budget: whole descriptions; else all names, and as much of their descriptions as fits; else groups of names;
 * `shortened` says what was done. Hidden skills (`disable-model-invocation`, scopes, filters) are in none of them.
 *
 * A skill with `disallowed-tools` is left out unless a `gate` enforces them; `leftOut` names it.
 *
 * @throws TypeError for a malformed `filter` and for `scripts` that are not compiled, SkillError for an unknown name in `only`, `rank` or `unrestricted`. Rejects
 * if the contents of a preloaded skill cannot be loaded.
 * @example
 * const agent = await agentSkills(skills);
 * const answer = await model.run({ system: agent.systemPrompt, tools: agent.tools, messages });
 * for (const call of answer.toolCalls) results.push(await agent.call(call.name, call.input));
 */
export async function agentSkills<Name extends string>(
  skills: AnySkills & { readonly names: readonly Name[] },
  options: AgentSkillsOptions<NoInfer<Name>> = {},
): Promise<AgentSkills<Name>> {
  const { filter, gate, maxRead, scripts } = options;
  const { leftOut, admission } = admissionOf(skills, options);
  const matches = filter === undefined ? everything : onceForEach((path: string) => filter.matches(path));
  const state = createSkillState(
    createCore(
      skills,
      { ...options, filter: "" },
      {
        profile: { filterReach: "everywhere", preloads: "exempt", body: "trimmed" },
        render: createRender(options.render ?? renderInSafe, "safe", options),
        compileFilter: (pattern) => ({ ...filter, matches, pattern, name: "of the agent" }),
        toolsOf: ({ allowedTools }) => [...new Set(allowedTools)].sort(),
        admission,
      },
    ),
  );
  // Without a state, this refuses and changes nothing.
  state.restoreState(options.state);

  const visible = state.visible();
  if (scripts !== undefined) requireScripts(skills, scripts);
  const toolsFor = createTools(state, visible, { fork: options.fork, maxRead, scripts, gate });
  const index = planOf(skills, options, visible, toolsFor);
  const preloaded = (await state.preloadedPrompt()).text;
  const tools = toolsFor(index);
  return {
    systemPrompt: `${index.text}\n\n${preloaded}`.trim(),
    tools,
    shortened: index.report,
    leftOut,
    call: (tool, input) => callTool(tools, tool, input),
    check: (tool, input) => {
      if (gate === undefined || tools.some(({ name }) => name === tool)) return { allowed: true };
      const active = state.activeSkills().map((id) => skills.get(id));
      return gate(active).check(tool, input);
    },
    invoke: (name, args) => state.activate(name, { by: "user", arguments: args }),
    visible: (by) => state.visible(by && { by }) as readonly Skill<Name>[],
    activeSkills: state.activeSkills as () => readonly Name[],
    state: state.exportState,
  };
}

const sharedPlans = /* @__PURE__ */ createShared<AgentIndex>();
const sharedAdmissions = /* @__PURE__ */ createShared<{
  readonly leftOut: readonly LeftOutSkill[];
  readonly admission: Admission;
}>();

/** What decides which skills an agent has, besides its filter. */
function valuesOf({ grants, only, unrestricted, gate }: AgentSkillsOptions): readonly unknown[] {
  return [grants, only, unrestricted, gate === undefined];
}

function admissionOf(
  skills: AnySkills,
  options: AgentSkillsOptions,
): ReturnType<Parameters<typeof sharedAdmissions>[2]> {
  return sharedAdmissions(skills, valuesOf(options), () => {
    const { only = skills.names, grants = [], unrestricted, gate } = options;
    const leftOut = gate === undefined ? unenforced(skills, unrestricted, "gate: createToolGate, or ") : [];
    const dropped = new Set(leftOut.map(({ id }) => id));
    const kept = only.filter((name) => !dropped.has(skills.get(name).id));
    return { leftOut, admission: createSharedAdmission(skills, { grants, only: kept }) };
  });
}

function planOf(
  skills: AnySkills,
  options: AgentSkillsOptions,
  visible: readonly Skill[],
  toolsFor: ToolsFor,
): AgentIndex {
  const { rank = [], scripts, filter } = options;
  const budget = budgetTokens(options.budget);
  const filtered = filter && visible.map(({ id }) => id);
  return sharedPlans(skills, [...valuesOf(options), budget, rank, scripts === undefined, filtered], () => {
    const preloaded = visible.filter(({ preload }) => preload);
    return planIndex(visible, {
      budget,
      keep: [...preloaded, ...rank.map((name) => skills.get(name))].map(({ id }) => id),
      toolTokens: (needs) => (visible.length === 0 ? 0 : definitionTokens(toolsFor(needs))),
    });
  });
}

/** Asks a filter, which may be slow, about each path once. */
function onceForEach(matches: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const answer = known.get(path) ?? matches(path);
    known.set(path, answer);
    return answer;
  };
}

/** What decides which tools there are, besides the index. */
interface ToolParts {
  readonly fork: SkillRunner | undefined;
  readonly maxRead: number | undefined;
  readonly scripts: AllowedScripts | undefined;
  readonly gate: AgentSkillsOptions["gate"] | undefined;
}

type ToolsFor = (needs: Pick<AgentIndex, "listsIds" | "needsSearch">) => readonly SkillTool[];

/** Returns the tools for an index; none if the model may load no skill and read no file. */
function createTools(
  state: SkillState,
  visible: readonly Skill[],
  { fork, maxRead, scripts, gate }: ToolParts,
): ToolsFor {
  const run = fork ?? activateSkill;
  const runnable =
    scripts === undefined ? undefined : (skill: Skill, file: SkillFile): boolean => isRunnable(scripts, skill, file);
  const read = createReadTool((...call) => readOwnFile(state, ...call), { maxRead });
  const files = scripts === undefined ? [read] : [read, createScriptTool(state, scripts, gate)];
  return ({ listsIds, needsSearch }) => {
    // The user may still invoke a skill whose files the model then reads.
    if (visible.length === 0) return state.visible({ by: "user" }).length === 0 ? [] : files;
    const ids = listsIds ? visible.map(({ id }) => id) : undefined;
    const load = createLoadTool(state, { ids, run, isRunnable: runnable });
    return [load, ...files, ...(needsSearch ? [createSearchTool(state, {})] : [])];
  };
}

function definitionTokens(tools: readonly SkillTool[]): number {
  // JSON leaves the functions out.
  return estimateText(JSON.stringify(tools.map(({ parallel: _parallel, ...definition }) => definition)));
}
