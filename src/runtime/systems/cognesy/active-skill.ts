/** The tools and the model of the last loaded skill, for a loop (instructor-php). */
import type { Skill } from "../../access.ts";
import { modelTextOf } from "../../model-reference.ts";
import { runtimeProfile, type RuntimeProfile } from "../../profile/runtime-profile.ts";
import { createToolGate, type ToolGate } from "../../tools/tool-gate.ts";

/**
 * State of a tracker as JSON.
 *
 * @example
 * await store.put("skill", JSON.stringify(tracker.exportState() satisfies ActiveSkillState));
 */
export interface ActiveSkillState {
  /** Id of the skill; undefined before the first one. */
  readonly skill?: string;
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
  /** Empty for the loop's own model. */
  readonly model: string;
  /** The loop's own model while another one replaces it. */
  readonly ownModel?: string;
}

/**
 * Tracks the skill that a loop works with.
 *
 * @example
 * const tracker: ActiveSkillTracker = createActiveSkillTracker();
 * if (!tracker.gate().offers("Bash")) hide("Bash");
 */
export interface ActiveSkillTracker {
  /** Sets the skill after each load; pass undefined for a failed one. */
  track(skill: Skill | undefined): void;
  gate(): ToolGate;
  /**
   * Returns the configuration of the next step, with the skill's model or the loop's own one. Returns the same object
   * if nothing changes.
   */
  applyModel<Config extends { readonly model?: string }>(config: Config): Config;
  exportState(): ActiveSkillState;
}

/**
 * Creates a tracker without a skill, or from an exported state. By default its gate restricts, as instructor-php does.
 *
 * @example
 * const tracker = createActiveSkillTracker();
 * tracker.track(result.ok ? result.skill : undefined);
 * config = tracker.applyModel(config);
 */
export function createActiveSkillTracker(
  profile: RuntimeProfile = runtimeProfile("cognesy"),
  from?: ActiveSkillState,
): ActiveSkillTracker {
  const nothing: ActiveSkillState = { allowedTools: [], disallowedTools: [], model: "" };
  let { ownModel, ...state }: ActiveSkillState = { ...nothing, ...from };
  return {
    track(skill) {
      if (skill === undefined && profile.failedLoad === "ignored") return;
      state =
        skill === undefined
          ? nothing
          : {
              skill: skill.id,
              allowedTools: skill.allowedTools,
              disallowedTools: skill.disallowedTools ?? [],
              model: modelTextOf(skill) ?? "",
            };
    },
    gate: () => createToolGate([state], { profile }),
    applyModel(config) {
      if (state.model !== "") {
        ownModel ??= config.model ?? "";
        return config.model === state.model ? config : { ...config, model: state.model };
      }
      if (ownModel === undefined || profile.modelOverride === "kept") return config;
      const { model: _model, ...rest } = config;
      const own = ownModel;
      ownModel = undefined;
      return (own === "" ? rest : { ...rest, model: own }) as typeof config;
    },
    exportState: () => ({ ...state, ...(ownModel === undefined ? {} : { ownModel }) }),
  };
}
