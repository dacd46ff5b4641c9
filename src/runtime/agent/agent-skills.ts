import { SkillError, type AnySkills, type Skill, type SkillFile } from "../access.ts";
import { createCore } from "../executor/core.ts";
import type { Activated, DroppedSkill, ExecutorState } from "../executor/executor-types.ts";
import type { Executor, SkillState } from "../executor/executor-types.ts";
import { createRender } from "../executor/instructions.ts";
import { readOwnFile } from "../executor/resources.ts";
import { createSkillState } from "../executor/skill-state.ts";
import type { Admission } from "../guard/admission.ts";
import type { GatedSkill } from "../guard/gated-skill.ts";
import type { Refusal } from "../guard/outcome.ts";
import { allowedToolsOf } from "../profile/allowed-tools.ts";
import { estimateText } from "../prompt/token-count.ts";
import { renderInSafe } from "../render/render-skill.ts";
import { createLoadTool, createReadTool, createSearchTool } from "../tools/modern-tools.ts";
import { createScriptTool, isRunnable, requireScripts, type AllowedScripts } from "../tools/script-tool.ts";
import { activateSkill, callTool, ONLY_APPLICATION, type SkillRunner, type SkillTool } from "../tools/tool.ts";
import type { CreateGate, ToolVerdict } from "../tools/tool-gate.ts";
import { createUnloadTool, unloadHint } from "../tools/unload-tool.ts";
import type { AgentSkillsOptions } from "./agent-options.ts";
import { createRequired, type RequiredSkills } from "./dependencies.ts";
import { unenforced, type LeftOutSkill } from "./left-out.ts";
import { createShared, createSharedAdmission, everything } from "./shared-plans.ts";
import { budgetTokens, planIndex, type AgentIndex, type AgentIndexReport } from "./agent-index.ts";

/**
 * The skills of one agent or conversation.
 *
 * @example
 * const agent: AgentSkills = await agentSkills(skills);
 * const request = { instructions: agent.systemPrompt, tools: aiSdkTools(agent), stopWhen: isStepCount(20) };
 * await generateText({ model, ...request, prompt });
 */
export interface AgentSkills<Name extends string = string> {
  /** The index, once, and the preloaded skills. Empty if there is no skill. The same for the whole conversation. */
  readonly systemPrompt: string;
  /**
   * `load_skill` and `read_skill_resource`, with `search_skills` once the index is shortened or a skill is deferred, `run_skill_script` if the model
   * may run scripts, and `unload_skill` if `maxActive` is set or `allowedTools` restricts.
   */
  readonly tools: readonly SkillTool[];
  readonly shortened: AgentIndexReport;
  readonly leftOut: readonly LeftOutSkill[];
  /** Skills of `options.state` that are not active, and why. */
  readonly dropped: readonly DroppedSkill[];
  /** Calls one of `tools` by the name that a model wrote. Mistakes of the model get an answer. */
  call(tool: string, input?: unknown): Promise<unknown>;
  /** Whether the active skills allow a call of another tool of the application; without a gate, always. */
  check(tool: string, input?: unknown): ToolVerdict;
  /** Activates a skill that the user named, as with a slash command, and with `dependencies: "load"` what it requires. */
  invoke(name: Name, args?: string): Promise<(Activated & RequiredSkills) | Refusal>;
  /** Deactivates a skill, or ends the restrictions of one that is `dropped`. Those of a preloaded skill stay. */
  deactivate(name: string): ReturnType<Executor["deactivate"]>;
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
 * @throws TypeError for a malformed `filter`, a `budget` that is not a positive number and `scripts` that are not compiled,
 * SkillError for an unknown name in `only`, `rank`, `tiers` or `unrestricted`, and with code `state-invalid` for a `state` that
 * cannot be read. Rejects if the contents of a preloaded skill cannot be loaded.
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
  const { allowedTools = allowedToolsOf(skills.profile) } = options;
  const { leftOut, admission } = admissionOf(skills, options);
  const matches = filter === undefined ? everything : onceForEach((path: string) => filter.matches(path));
  const state = createSkillState(
    createCore(
      skills,
      { ...options, filter: "" },
      {
        profile: { filterReach: "everywhere", preloads: "exempt", body: "trimmed", allowedTools },
        render: createRender(options.render ?? renderInSafe, "safe", options),
        // The agent's own filter is compiled already, and the pattern of another state cannot be applied.
        compileFilter: (pattern) => ({
          ...filter,
          matches,
          pattern,
          name: "of the agent",
          ...(pattern !== "" && { error: "pattern" }),
        }),
        toolsOf: ({ allowedTools }) => [...new Set(allowedTools)].sort(),
        admission,
      },
    ),
  );
  const dropped = restoreInto(state, options);

  const visible = state.visible();
  const required = createRequired(state, options.dependencies);
  if (scripts !== undefined) requireScripts(skills, scripts);
  const toolsFor = createTools(state, visible, { fork: options.fork, maxRead, scripts, gate, required });
  const index = planOf(skills, options, visible, toolsFor);
  if (options.onEvent !== undefined) reportIndex(state, visible, index);
  const preloaded = (await state.preloadedPrompt()).text;
  const tools = toolsFor(index);
  return {
    systemPrompt: `${index.text}\n\n${preloaded}`.trim(),
    tools,
    shortened: index.report,
    leftOut,
    dropped,
    call: (tool, input) => callTool(tools, tool, input),
    check: (tool, input) =>
      gate === undefined || tools.some(({ name }) => name === tool)
        ? { allowed: true, approved: false }
        : checkCall(state, gate, tool, input),
    deactivate: (name) => state.deactivate(name),
    invoke: async (name, args) => {
      const activated = await state.activate(name, { by: "user", arguments: args });
      return activated.ok ? { ...activated, ...(await required(activated.skill.id, "user")) } : activated;
    },
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
  const { rank = [], tiers = {}, scripts, filter, maxActive, allowedTools } = options;
  const budget = budgetTokens(options.budget);
  const filtered = filter && visible.map(({ id }) => id);
  // What decides which tools there are; JSON has no Infinity.
  const tools = [scripts === undefined, String(maxActive), allowedTools];
  return sharedPlans(skills, [...valuesOf(options), budget, rank, tiers, tools, filtered], () => {
    const chosen = new Map(Object.entries(tiers).map(([name, tier]) => [skills.get(name).id, tier]));
    const preloaded = visible.filter(({ preload }) => preload);
    return planIndex(visible, {
      budget,
      keep: [...preloaded, ...rank.map((name) => skills.get(name))].map(({ id }) => id),
      tierOf: ({ id, index }) => chosen.get(id) ?? index,
      toolTokens: (needs) => (visible.length === 0 ? 0 : definitionTokens(toolsFor(needs))),
    });
  });
}

function reportIndex({ emit }: SkillState, visible: readonly Skill[], { text, report }: AgentIndex): void {
  const notNamed = new Set([...report.leftOut, ...report.deferred]);
  const ids = visible.map(({ id }) => id).filter((id) => !notNamed.has(id));
  emit({ type: "skill.listed", by: "model", ids }, text);
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

/** Continues a conversation; returns what did not continue. */
function restoreInto(state: SkillState, options: AgentSkillsOptions): readonly DroppedSkill[] {
  // "null" is the JSON of null.
  if (options.state === undefined || options.state === null || options.state === "null") return [];
  const restored = state.restoreState(options.state, options);
  if (restored.ok) return restored.dropped;
  throw new SkillError("state-invalid", `${restored.message}; pass agent.state() or undefined`);
}

/** Asks the gate, and adds to a refusal what can be done about it. */
function checkCall(state: SkillState, gate: CreateGate, tool: string, input: unknown): ToolVerdict {
  const { allowedTools } = state;
  const judge = (some: readonly GatedSkill[]): ToolVerdict => gate(some, { allowedTools }).check(tool, input);
  const verdict = judge(state.gatedSkills());
  if (verdict.allowed) return verdict;
  const remedy = unloadHint(state, (id) => !judge([state.skills.get(id)]).allowed) ?? ONLY_APPLICATION;
  const reason = `${verdict.reason}; deactivate the skill ${remedy}`;
  state.emit({ type: "gate.refused", by: "model", tool, reason });
  return { allowed: false, reason };
}

interface ToolParts {
  readonly fork: SkillRunner | undefined;
  readonly maxRead: number | undefined;
  readonly scripts: AllowedScripts | undefined;
  readonly gate: AgentSkillsOptions["gate"] | undefined;
  readonly required: ReturnType<typeof createRequired>;
}

type ToolsFor = (needs: Pick<AgentIndex, "listsIds" | "needsSearch">) => readonly SkillTool[];

/** Returns the tools for an index; none if the model may load no skill and read no file. */
function createTools(
  state: SkillState,
  visible: readonly Skill[],
  { fork, maxRead, scripts, gate, required }: ToolParts,
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
    const requiredBy: Parameters<typeof createLoadTool>[1]["requiredBy"] = (id) => required(id, "model");
    const load = createLoadTool(state, { ids, run, isRunnable: runnable, requiredBy });
    return [load, ...files, ...(needsSearch ? [createSearchTool(state, {})] : []), ...createUnloadTool(state)];
  };
}

export function definitionTokens(tools: readonly SkillTool[]): number {
  // JSON leaves the functions out.
  return estimateText(JSON.stringify(tools.map(({ parallel: _parallel, ...definition }) => definition)));
}
