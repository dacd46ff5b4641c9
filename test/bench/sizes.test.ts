/** The promise about sizes, and that what an application does not use is not in its bundle. */
import { describe, expect, test } from "vitest";
import {
  accessLayer,
  ADAPTERS,
  adapterBundle,
  AGENT_PARTS,
  agentBundle,
  bundleOf,
  bundlerNames,
  FEATURES,
  gzipSize,
  LIMITS,
} from "./sizes.mjs";

/** A text that stands in the code of each part, and in no other. */
const TRACES: Readonly<Record<string, string>> = {
  promptkit: "skill__read_resource",
  carnet: "On-Demand Skills",
  modern: "Search the skills by words",
  search: "Script=Han",
  gate: "is not allowed by the active skill",
  hooks: "SkillActivation",
  rendering: "ARGUMENTS: ",
  budgets: "left-out",
  merging: "Both catalogs have",
};

const tracesIn = (code: string): string[] =>
  Object.keys(TRACES).filter((part) => code.includes(TRACES[part] as string));

describe.each(bundlerNames)("bundled by %s", (bundler) => {
  test("the access layer and everything keep their limits", async () => {
    expect(gzipSize(await accessLayer(bundler))).toBeLessThanOrEqual(LIMITS.access);
    expect(gzipSize(await bundleOf(bundler))).toBeLessThanOrEqual(LIMITS.everything);
  });

  test("agentSkills keeps its limits on top of the access layer", async () => {
    const access = gzipSize(await accessLayer(bundler));
    expect(gzipSize(await agentBundle(bundler)) - access).toBeLessThanOrEqual(LIMITS.agent);
    expect(gzipSize(await agentBundle(bundler, AGENT_PARTS)) - access).toBeLessThanOrEqual(LIMITS.agentWithParts);
    expect(tracesIn(await agentBundle(bundler))).toEqual(["modern", "search", "rendering"]);
  });

  test.each(ADAPTERS)("the adapter %s keeps its limit on top of agentSkills", async (name) => {
    const agent = gzipSize(await agentBundle(bundler));
    expect(gzipSize(await adapterBundle(bundler, name)) - agent).toBeLessThanOrEqual(LIMITS.adapter);
  });

  test.each<[string, readonly string[]]>([
    ["token estimates", []],
    ["scopes", []],
    ["filters", []],
    ["skills of a module or a catalog", []],
    ["merged catalogs", ["merging"]],
    ["hooks", ["hooks"]],
    ["rendering", ["rendering"]],
    ["index budgets", ["budgets"]],
    ["search", ["search"]],
    ["executor", ["rendering"]],
    ["tools of fizeau", []],
  ])("%s bring nothing else along", async (feature, parts) => {
    expect(tracesIn(await bundleOf(bundler, FEATURES[feature]))).toEqual(parts);
  });

  test("every trace is one", async () => {
    expect(tracesIn(await bundleOf(bundler))).toEqual(Object.keys(TRACES));
  });

  test("a part is smaller than the whole", async () => {
    const whole = gzipSize(await bundleOf(bundler));
    for (const names of Object.values(FEATURES)) {
      expect(gzipSize(await bundleOf(bundler, names)), names.join()).toBeLessThan(whole * 0.7);
    }
  });
});
