/** What the skill that was loaded last demands of a loop: its tools and its model (instructor-php). */
import type { Skill } from "../access.ts";
import { modelTextOf } from "../model-reference.ts";
import { runtimeProfile, type RuntimeProfile } from "../profile/runtime-profile.ts";
import { createToolGate, type ToolGate } from "./tool-gate.ts";

/** State of a tracker as JSON. */
export interface ActiveSkillState {
  /** Id of the skill; undefined before the first one. */
  readonly skill?: string;
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
  /** Empty when the loop's own model is meant. */
  readonly model: string;
  /** The loop's own model, while another one stands in for it. */
  readonly ownModel?: string;
}

/** Follows the skill that a loop works with. */
export interface ActiveSkillTracker {
  /** Call it after every load, with undefined for one that failed. */
  track(skill: Skill | undefined): void;
  /** A gate for the skill as it is now. */
  gate(): ToolGate;
  /**
   * The configuration for the next step: with the skill's model, or again with the loop's own one. Gives the same
   * object when nothing changes.
   */
  applyModel<Config extends { readonly model?: string }>(config: Config): Config;
  exportState(): ActiveSkillState;
}

/**
 * Follows which skill is active, from nothing or from an exported state.
 *
 * @example
 * const tracker = trackActiveSkill();
 * tracker.track(result.ok ? result.skill : undefined);
 * config = tracker.applyModel(config);
 */
export function trackActiveSkill(
  profile: RuntimeProfile = runtimeProfile(),
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
