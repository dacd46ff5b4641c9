/** Everything that an instructor-php loop has of skills, in one call (`UseSkills` there). */
import type { AnySkills, Skill } from "../../access.ts";
import type { ExecutorOptions, Executor } from "../../executor/executor-types.ts";
import { createExecutor } from "../../executor/executor.ts";
import { indexOptions } from "../../prompt/index-text.ts";
import { createActiveSkillTracker, type ActiveSkillState, type ActiveSkillTracker } from "./active-skill.ts";
import { cognesyTools } from "./tools.ts";
import { withSkillsMetadata, type ChatMessage } from "./metadata-message.ts";
import { READ_SKILL_RESOURCE, readTools } from "../../tools/modern-tools.ts";
import type { SkillTool, ToolOptions } from "../../tools/tool.ts";
import { createToolGate, type ToolGate } from "../../tools/tool-gate.ts";

/**
 * Options of `useSkills`: those of the executor and of its tools.
 *
 * @example
 * const options: UseSkillsOptions = { grants: ["billing:*"], onFork: runSubLoop, parentTools: ["Read"] };
 */
export interface UseSkillsOptions extends ExecutorOptions, Pick<ToolOptions, "onFork" | "parentTools" | "forkLimits"> {
  /** Continues a conversation: what `tracker.exportState()` returned. */
  readonly activeSkill?: ActiveSkillState | undefined;
}

/**
 * The skills of one conversation.
 *
 * @example
 * const loop: SkillsOfLoop = useSkills(skills);
 */
export interface SkillsOfLoop {
  readonly executor: Executor;
  readonly tracker: ActiveSkillTracker;
  /** Returns `load_skill`, and `read_skill_resource` if a skill has files. Call it before each step. */
  tools(): readonly SkillTool[];
  /** Adds the message with the list of skills, unless the conversation has it. */
  messages<Message extends ChatMessage>(
    messages: readonly Message[],
  ): readonly (Message | { readonly role: "system"; readonly content: string })[];
  /** Returns the configuration of the next step, with the model of the loaded skill or the loop's own one. */
  configure<Config extends { readonly model?: string }>(config: Config): Config;
  /** Creates the gate of the loaded skill, for each call of a tool. */
  gate(): ToolGate;
}

/**
 * Adds skills to a loop: an executor, `load_skill` with its tracker, the tool that reads the files that `load_skill`
 * lists, the message with the list of skills, the gate and the model of the loaded skill.
 *
 * @throws TypeError for a malformed `filter`, SkillError for an unknown name in `only`.
 * @example
 * const loop = useSkills(skills, { profile: "cognesy", grants: ["billing:*"] });
 * const step = { ...loop.configure(config), messages: loop.messages(messages), tools: [...loop.tools(), ...ownTools] };
 * const verdict = loop.gate().check(call.name, call.input);
 */
export function useSkills(skills: AnySkills, given: UseSkillsOptions = {}): SkillsOfLoop {
  const { onFork, parentTools, forkLimits, activeSkill, ...options } = given;
  const executor = createExecutor(skills, options);
  const { profile } = executor;
  const tracker = createActiveSkillTracker(profile, activeSkill);
  const toolOptions = {
    tracker,
    ...(onFork && { onFork }),
    ...(parentTools && { parentTools }),
    ...(forkLimits && { forkLimits }),
  };
  const hasFiles = ({ files }: Skill): boolean => files.length > 0;
  return {
    executor,
    tracker,
    tools: () => [
      ...cognesyTools(executor, toolOptions),
      ...(executor.visible().some(hasFiles) ? readTools(executor) : []),
    ],
    messages: (messages) => withSkillsMetadata(messages, executor.visible(), indexOptions(profile)),
    configure: (config) => tracker.applyModel(config),
    gate: () => createToolGate([tracker.exportState()], { profile, exempt: [READ_SKILL_RESOURCE] }),
  };
}
