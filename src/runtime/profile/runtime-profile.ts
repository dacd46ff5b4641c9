/** What the systems do differently at run time, as data. The functions of this room read the data, never the name. */
import { nearestNames } from "../access.ts";
import type { FilterMode } from "../select/filter.ts";
import type { Dialect } from "../render/dialect.ts";

/** The systems whose behaviour the runtime has. */
export type RuntimeProfileName = "standard" | "promptkit" | "skillkit" | "cognesy" | "carnet" | "fizeau";

/** Brings back what a system does and should not do; never what breaks containment or executes arguments. */
export type Compat = "exact";

/** How a list of skills is written for a model. */
export type IndexStyle = "available-skills" | "markdown" | "promptkit" | "skillkit" | "cognesy" | "carnet" | "fizeau";

/** Names, schemas and result shapes of the tools for a model. */
export type ToolStyle = "modern" | "promptkit" | "skillkit" | "cognesy" | "carnet" | "fizeau";

/** How a system behaves at run time: one field for each thing that the systems do differently. */
export interface RuntimeProfile {
  readonly name: RuntimeProfileName;
  readonly indexStyle: IndexStyle;
  readonly toolStyle: ToolStyle;
  readonly filterMode: FilterMode;
  /** What the filter of an executor governs: every path, or only what the application itself activates. */
  readonly filterReach: "everywhere" | "application";
  /** `counted`: preloaded skills take places of max active, and those without a place are lost. */
  readonly preloads: "exempt" | "counted";
  /** How the tools of one skill are listed. */
  readonly toolList: "distinct" | "as-written";
  /** `literal`: patterns such as `Bash(git add:*)` are compared as names. */
  readonly toolPatterns: "parsed" | "literal";
  readonly body: "trimmed" | "raw";
  /** What is replaced in instructions. */
  readonly dialect: Dialect;
  /** `rescanned`: as in the original, what was inserted may be read as a token again. */
  readonly insertedValues: "sealed" | "rescanned";
  /** `raw`: a line break in a description goes into the index, where it can forge entries; names are not escaped. */
  readonly descriptions: "one-line" | "raw";
  /**
   * How resources are named. `skill`: below the skill's own directory. `tree`: a path may leave the directory and come
   * back, and the files of a skill nested inside can be read. `declared`: letter by letter, and only declared files.
   */
  readonly resources: "skill" | "tree" | "declared";
  /** Whom a `load_skill` tool lists skills for, and whether it loads those that are not meant for models. */
  readonly loadTool: "model" | "unchecked";
  /** Which skills run in a loop of their own when the application offers one. */
  readonly forks: "asked-for" | "always";
  readonly forkTools: "allowed" | "parent";
  /** What a failed load does to the active skill that a loop tracks. */
  readonly failedLoad: "ignored" | "clears";
  /** Whether the model of the loop comes back after a skill that named another one. */
  readonly modelOverride: "restored" | "kept";
  /** Whether a session checks that its agent was granted a skill, and that a skill was loaded before its files. */
  readonly agentGrants: "checked" | "ignored";
  /** Whether the metadata that a load hands to the model holds file contents. */
  readonly loadedMetadata: "short" | "with-contents";
  /** Whether variables are filled into resource texts. */
  readonly resourceTexts: "filled" | "raw";
}

const standard: RuntimeProfile = {
  name: "standard",
  indexStyle: "available-skills",
  toolStyle: "modern",
  filterMode: "extended",
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
  forkTools: "allowed",
  failedLoad: "ignored",
  modelOverride: "restored",
  agentGrants: "checked",
  loadedMetadata: "short",
  resourceTexts: "filled",
};

/** What a system does differently, and what it does besides under `compat: "exact"`. */
const profiles: ReadonlyMap<string, readonly [mended: Partial<RuntimeProfile>, exact: Partial<RuntimeProfile>]> =
  new Map([
    ["standard", [{}, {}]],
    [
      "promptkit",
      [
        { indexStyle: "promptkit", toolStyle: "promptkit", resources: "tree", dialect: "none" },
        {
          filterMode: "go",
          filterReach: "application",
          preloads: "counted",
          toolList: "as-written",
          toolPatterns: "literal",
          descriptions: "raw",
        },
      ],
    ],
    [
      "skillkit",
      [
        {
          indexStyle: "skillkit",
          toolStyle: "skillkit",
          forks: "always",
          forkTools: "parent",
          dialect: "skillkit",
        },
        { descriptions: "raw", insertedValues: "rescanned" },
      ],
    ],
    [
      "cognesy",
      [
        { indexStyle: "cognesy", toolStyle: "cognesy", dialect: "cognesy" },
        {
          toolPatterns: "literal",
          loadTool: "unchecked",
          failedLoad: "clears",
          modelOverride: "kept",
          descriptions: "raw",
          insertedValues: "rescanned",
        },
      ],
    ],
    [
      "carnet",
      [
        { indexStyle: "carnet", toolStyle: "carnet", resources: "declared", body: "raw", dialect: "carnet" },
        { agentGrants: "ignored", loadedMetadata: "with-contents", resourceTexts: "raw", descriptions: "raw" },
      ],
    ],
    ["fizeau", [{ indexStyle: "fizeau", toolStyle: "fizeau", body: "raw", dialect: "none" }, { descriptions: "raw" }]],
  ]);

/** Names of the runtime profiles. */
export const runtimeProfileNames = [...profiles.keys()] as readonly RuntimeProfileName[];

/**
 * Whether a text, such as the profile of a catalog, names a runtime profile.
 *
 * @example
 * isRuntimeProfileName(skills.profile); // false for "portable", a profile of the compiler
 */
export function isRuntimeProfileName(name: string): name is RuntimeProfileName {
  return profiles.has(name);
}

/**
 * The behaviour of a system. By default its defects are mended; `compat: "exact"` brings them back.
 *
 * @throws TypeError for a name that is none.
 * @example
 * runtimeProfile("promptkit").filterReach; // "everywhere"
 * runtimeProfile("promptkit", "exact").filterReach; // "application"
 */
export function runtimeProfile(name: RuntimeProfileName = "standard", compat?: Compat): RuntimeProfile {
  const found = profiles.get(name);
  if (found === undefined) {
    const [nearest] = nearestNames(name, runtimeProfileNames);
    const hint =
      nearest === undefined
        ? `there are ${runtimeProfileNames.join(", ")}`
        : `did you mean ${JSON.stringify(nearest)}?`;
    throw new TypeError(`There is no runtime profile ${JSON.stringify(name)}; ${hint}`);
  }
  const [mended, exact] = found;
  return { ...standard, name, ...mended, ...(compat === "exact" ? exact : {}) };
}
