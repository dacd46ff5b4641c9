/** How the systems differ at run time, as data. The functions of the runtime read the data, not the name. */
import { nearestNames } from "../access.ts";
import type { IndexStyle } from "../prompt/index-text.ts";
import { behaviors } from "../systems/table.ts";
import type { AllowedToolsMode } from "./allowed-tools.ts";
import type { Dialect } from "../render/render-skill.ts";
import type { FilterMode } from "../select/filter.ts";
import type { SelectorFailure } from "../select/selectors.ts";

/**
 * `exact` brings a system's defects back, except those that break containment or execute arguments.
 *
 * @example
 * createExecutor(skills, { profile: "promptkit", compat: "exact" });
 */
export type Compat = "exact";

interface RuntimeBehavior {
  readonly indexStyle: IndexStyle;
  readonly filterMode: FilterMode;
  /** What the index lists if a selector throws, picks nothing, or has no query. */
  readonly selectorFailure: SelectorFailure;
  /** What an executor's filter applies to: every path, or only what the application itself activates. */
  readonly filterReach: "everywhere" | "application";
  /** `counted`: preloaded skills count toward max active, and those over the limit are lost. */
  readonly preloads: "exempt" | "counted";
  /** Whether the tools of one skill are listed once each. */
  readonly toolList: "distinct" | "as-written";
  /** `literal`: patterns such as `Bash(git add:*)` are compared as names. */
  readonly toolPatterns: "parsed" | "literal";
  readonly body: "trimmed" | "raw";
  /** The tokens that are replaced in instructions. */
  readonly dialect: Dialect;
  /** `rescanned`: inserted values may be read as tokens again, as in the original. */
  readonly insertedValues: "sealed" | "rescanned";
  /** `raw`: the index keeps line breaks of a description, which can forge entries; names are not escaped. */
  readonly descriptions: "one-line" | "raw";
  /**
   * How resources are named. `skill`: below the skill's own directory. `tree`: a path may leave the directory and come
   * back, and may point to a file of a nested skill. `declared`: exact paths of declared files only.
   */
  readonly resources: "skill" | "tree" | "declared";
  /** Whether a `load_skill` tool lists and loads only the skills that models may invoke. */
  readonly loadTool: "model" | "unchecked";
  /** Which skills run in a separate loop if the application offers one. */
  readonly forks: "asked-for" | "always";
  /** What `allowed-tools` means for a gate, a forked loop and scripts. */
  readonly allowedTools: AllowedToolsMode;
  /** What a failed load does to the active skill that a loop tracks. */
  readonly failedLoad: "ignored" | "clears";
  /** Whether the loop's own model returns after a skill that named another one. */
  readonly modelOverride: "restored" | "kept";
  /** Whether a session checks that its agent was granted a skill, and that a skill was loaded before its files. */
  readonly agentGrants: "checked" | "ignored";
  /** Whether the metadata that a load returns to the model includes file contents. */
  readonly loadedMetadata: "short" | "with-contents";
  /** Whether variables are filled into resource texts. */
  readonly resourceTexts: "filled" | "raw";
}

/** How skills behave in no system in particular. */
const standardProfile: RuntimeProfile = {
  name: "standard",
  indexStyle: "available-skills",
  filterMode: "extended",
  selectorFailure: "rejects",
  filterReach: "everywhere",
  preloads: "exempt",
  toolList: "distinct",
  toolPatterns: "parsed",
  body: "trimmed",
  dialect: "safe",
  insertedValues: "sealed",
  descriptions: "one-line",
  resources: "skill",
  loadTool: "model",
  forks: "asked-for",
  allowedTools: "approve",
  failedLoad: "ignored",
  modelOverride: "restored",
  agentGrants: "checked",
  loadedMetadata: "short",
  resourceTexts: "filled",
};

/** What differs from `standard`, and what differs in addition with `compat: "exact"`. */
type Differences = readonly [fixed: Partial<RuntimeBehavior>, exact: Partial<RuntimeBehavior>];

const profiles = behaviors satisfies Readonly<Record<string, Differences>>;

/**
 * Name of a system that the runtime reproduces.
 *
 * @example
 * const name: RuntimeProfileName = runtimeProfileNames.find((known) => known === catalog.profile) ?? "standard";
 */
export type RuntimeProfileName = keyof typeof profiles;

/**
 * How a system behaves at run time: one field for each difference between the systems.
 *
 * @example
 * const { filterReach }: RuntimeProfile = executor.profile;
 */
export interface RuntimeProfile extends RuntimeBehavior {
  readonly name: RuntimeProfileName;
}

/**
 * Names of the runtime profiles.
 *
 * @example
 * runtimeProfileNames.includes("carnet"); // true
 */
export const runtimeProfileNames = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.keys(profiles),
) as readonly RuntimeProfileName[];

export function isRuntimeProfileName(name: string): name is RuntimeProfileName {
  return Object.hasOwn(profiles, name);
}

/**
 * Returns the behavior of a system. Its defects are fixed by default; `compat: "exact"` brings them back.
 *
 * @throws TypeError for an unknown name.
 * @example
 * runtimeProfile("promptkit").filterReach; // "everywhere"
 * runtimeProfile("promptkit", "exact").filterReach; // "application"
 */
export function runtimeProfile(name: RuntimeProfileName = "standard", compat?: Compat): RuntimeProfile {
  if (!isRuntimeProfileName(name)) {
    const [nearest] = nearestNames(name, runtimeProfileNames);
    const hint =
      nearest === undefined
        ? `the profiles are ${runtimeProfileNames.join(", ")}`
        : `did you mean ${JSON.stringify(nearest)}?`;
    throw new TypeError(`Unknown runtime profile ${JSON.stringify(name)}: ${hint}`);
  }
  const [fixed, exact] = profiles[name];
  return { ...standardProfile, name, ...fixed, ...(compat === "exact" ? exact : {}) };
}
