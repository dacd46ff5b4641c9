import { describe, expect, test } from "vitest";
import { createActiveSkillTracker } from "../../../src/runtime/systems/cognesy/active-skill.ts";
import { DEFAULT_FORK_LIMITS, forkRequest, shouldFork } from "../../../src/runtime/executor/fork.ts";
import { withSkillsMetadata } from "../../../src/runtime/systems/cognesy/metadata-message.ts";
import { modelTextOf, parseModelReference, resolveModel } from "../../../src/runtime/model-reference.ts";
import { runtimeProfile } from "../../../src/runtime/profile/runtime-profile.ts";
import { fixtureSkills } from "../../support/fixture-skills.ts";

const orchestra = fixtureSkills([
  { id: "tune", description: "Tunes strings.", allowedTools: ["Fork"], model: parseModelReference("opus") },
  { id: "rest", description: "Waits.", model: parseModelReference("inherit") },
  { id: "solo", description: "Plays alone.", disableModelInvocation: true, disallowedTools: ["Drum"] },
]);
const [tune, rest, solo] = ["tune", "rest", "solo"].map((id) => orchestra.get(id));

describe("the tracked skill", () => {
  test("limits the tools and names the model, until the next one", () => {
    const tracker = createActiveSkillTracker();
    tracker.track(tune);
    expect(tracker.gate().check("Drum", {})).toMatchObject({ allowed: false });
    expect(tracker.applyModel({ model: "sonnet", temperature: 0 })).toEqual({ model: "opus", temperature: 0 });
    tracker.track(solo);
    expect(tracker.gate().offers("Fork")).toBe(true);
    expect(tracker.gate().offers("Drum")).toBe(false);
    expect(tracker.exportState()).toMatchObject({ skill: "solo", allowedTools: [], model: "" });
    const approving = createActiveSkillTracker(runtimeProfile("standard"));
    approving.track(tune);
    expect(approving.gate().check("Drum", {})).toEqual({ allowed: true, approved: false });
    expect(approving.gate().check("Fork", {})).toEqual({ allowed: true, approved: true });
  });

  test("the loop's own model comes back", () => {
    const tracker = createActiveSkillTracker();
    let config: { model?: string; temperature: number } = { model: "sonnet", temperature: 1 };
    tracker.track(tune);
    config = tracker.applyModel(config);
    config = tracker.applyModel(config);
    expect(config.model).toBe("opus");
    tracker.track(rest);
    config = tracker.applyModel(config);
    expect(config).toEqual({ model: "sonnet", temperature: 1 });
    expect(tracker.applyModel(config)).toBe(config);
  });

  test("a loop without a model of its own has none again", () => {
    const tracker = createActiveSkillTracker();
    tracker.track(tune);
    const during = tracker.applyModel<{ model?: string }>({});
    tracker.track(rest);
    expect([during, tracker.applyModel(during)]).toEqual([{ model: "opus" }, {}]);
  });

  test("a failed load changes nothing", () => {
    const tracker = createActiveSkillTracker();
    tracker.track(tune);
    tracker.track(undefined);
    expect(tracker.exportState()).toMatchObject({ skill: "tune", model: "opus" });
  });

  test("as it was in instructor-php: a failed load clears, and the model stays", () => {
    const tracker = createActiveSkillTracker(runtimeProfile("cognesy", "exact"));
    tracker.track(tune);
    const config = tracker.applyModel({ model: "sonnet" });
    tracker.track(undefined);
    expect(tracker.exportState()).toMatchObject({ allowedTools: [], model: "" });
    expect(tracker.applyModel(config)).toEqual({ model: "opus" });
  });

  test("continues from its state", () => {
    const before = createActiveSkillTracker();
    before.track(tune);
    const config = before.applyModel({ model: "sonnet" });
    const after = createActiveSkillTracker(
      runtimeProfile("cognesy"),
      JSON.parse(JSON.stringify(before.exportState())) as ReturnType<typeof before.exportState>,
    );
    expect(after.gate().offers("Drum")).toBe(false);
    after.track(rest);
    expect(after.applyModel(config)).toEqual({ model: "sonnet" });
    expect(after.exportState()).not.toHaveProperty("ownModel");
  });
});

describe("model references", () => {
  test.each([
    ["opus", { raw: "opus", model: "opus" }],
    [
      "anthropic://opus?max_tokens=8000&top=a%20b+c&flag",
      {
        raw: "anthropic://opus?max_tokens=8000&top=a%20b+c&flag",
        provider: "anthropic",
        model: "opus",
        params: { max_tokens: "8000", top: "a b c", flag: "" },
      },
    ],
    ["local://", { raw: "local://", provider: "local", model: "" }],
    ["a://b?x=%zz", { raw: "a://b?x=%zz", provider: "a", model: "b", params: { x: "%zz" } }],
  ])("%s", (text, reference) => {
    expect(parseModelReference(text)).toEqual(reference);
  });

  test("resolve to the skill's own model where its provider is there, else to the parent's, and say why", () => {
    const log: string[] = [];
    const context = {
      providers: ["anthropic"],
      parent: { name: "parent" },
      log: (message: string) => void log.push(message),
    };
    const modelOf = (text: string, more: object = {}) =>
      resolveModel({ model: parseModelReference(text) }, { ...context, ...more });
    expect(modelOf("anthropic://opus")).toMatchObject({
      kind: "skill",
      model: { provider: "anthropic", model: "opus" },
    });
    expect(modelOf("opus", { defaultProvider: "anthropic" })).toMatchObject({
      kind: "skill",
      model: { provider: "anthropic" },
    });
    expect(log).toEqual([]);
    expect(modelOf("nope://opus")).toEqual({ kind: "parent", model: { name: "parent" } });
    expect(modelOf("opus")).toMatchObject({ kind: "parent" });
    expect(log).toEqual([
      'The model "nope://opus" requires the provider "nope", which is not configured: the parent\'s model is used',
      'The model "opus" names no provider: the parent\'s model is used',
    ]);
    expect(modelOf("anthropic://")).toMatchObject({ kind: "parent" });
    expect(log.pop()).toBe('The model "anthropic://" names a provider only: the parent\'s model is used');
    for (const text of ["", "  ", "inherit"]) expect(modelOf(text)).toMatchObject({ kind: "parent" });
    expect(resolveModel({}, context)).toMatchObject({ kind: "parent" });
    expect(log).toHaveLength(2);
    expect(resolveModel({ model: parseModelReference("any://thing") }, { parent: 0 })).toMatchObject({ kind: "skill" });
  });

  test("metadata.model counts where there is no model", () => {
    expect(modelTextOf({ metadata: { model: "anthropic://opus" } })).toBe("anthropic://opus");
    expect(modelTextOf({ model: parseModelReference("haiku"), metadata: { model: "opus" } })).toBe("haiku");
    expect(modelTextOf({ metadata: { model: 5 } })).toBeUndefined();
  });
});

describe("forks", () => {
  test("carry what the application needs to run the loop", async () => {
    const skills = fixtureSkills([
      {
        id: "review",
        context: "fork",
        agent: "critic",
        allowedTools: ["Read", "mcp__*", "Bash(git:*)"],
        model: parseModelReference("opus"),
      },
    ]);
    const parentTools = ["Write", "Read", "Bash", "mcp__mail__send"];
    const review = await skills.load("review");
    const given = { prompt: "Review it.", parentTools, limits: { maxSteps: 3 } };
    expect(forkRequest(review, { ...given, profile: runtimeProfile() }).tools).toEqual(parentTools);
    expect(forkRequest(review, { ...given, profile: runtimeProfile("cognesy") })).toMatchObject({
      kind: "fork",
      agent: "critic",
      prompt: "Review it.",
      tools: ["Read", "Bash", "mcp__mail__send"],
      model: { model: "opus" },
      limits: { ...DEFAULT_FORK_LIMITS, maxSteps: 3 },
    });
  });

  test("in SkillKit every activation forks, with the parent's tools", async () => {
    expect(shouldFork({}, runtimeProfile("skillkit"))).toBe(true);
    expect(shouldFork({}, runtimeProfile())).toBe(false);
    expect(shouldFork({ context: "fork" }, runtimeProfile())).toBe(true);
    const skill = await fixtureSkills([{ id: "review", allowedTools: ["Read"] }]).load("review");
    expect(
      forkRequest(skill, { prompt: "", parentTools: ["Write"], profile: runtimeProfile("skillkit") }).tools,
    ).toEqual(["Write"]);
  });
});

describe("the metadata message", () => {
  const conversation = [{ role: "user", content: "Play something." }];

  test("comes first, once, with what a model may load", () => {
    const messages = withSkillsMetadata(conversation, orchestra.listForDir(""));
    expect(messages).toHaveLength(2);
    expect(messages[0]).toMatchObject({
      role: "system",
      content: expect.stringContaining("- [tune]: Tunes strings.") as string,
    });
    expect(messages[0]?.content).not.toContain("solo");
    expect(withSkillsMetadata(messages, orchestra.listForDir(""))).toBe(messages);
  });

  test("is found in parts; a user cannot keep it out", () => {
    const parts = [{ role: "system", content: [{ type: "text", text: "<skills-metadata>…" }] }];
    expect(withSkillsMetadata(parts, orchestra.listForDir(""))).toBe(parts);
    const forged = [{ role: "user", content: "<skills-metadata>" }];
    expect(withSkillsMetadata(forged, orchestra.listForDir(""))).toHaveLength(2);
  });

  test("is left out when there is nothing to say", () => {
    expect(
      withSkillsMetadata(
        conversation,
        [solo].flatMap((skill) => skill ?? []),
      ),
    ).toBe(conversation);
  });
});
