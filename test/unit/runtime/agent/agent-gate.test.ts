/** agentSkills with a gate: what a skill approves and disallows, and how its restrictions end. */
import { describe, expect, test } from "vitest";
import { agentSkills, type AgentSkillsOptions } from "../../../../src/runtime/agent/index.ts";
import { createFork, createToolGate } from "../../../../src/runtime/tools/index.ts";
import { fixtureSkills } from "../../../support/fixture-skills.ts";

const bakery = fixtureSkills([
  { id: "bread", allowedTools: ["Oven", "Bash(knead:*)"] },
  { id: "cake" },
  { id: "house", preload: true, disallowedTools: ["Phone"] },
  { id: "knife", disallowedTools: ["Bash(rm:*)"] },
  { id: "till", disableModelInvocation: true, disallowedTools: ["Write"], allowedTools: ["Drawer"] },
]);
const open = (options: AgentSkillsOptions = {}) => agentSkills(bakery, { gate: createToolGate, ...options });
const names = ({ tools }: Awaited<ReturnType<typeof open>>) => tools.map(({ name }) => name);

describe("allowed-tools", () => {
  test("approve calls, and refuse none", async () => {
    const agent = await open();
    expect(agent.check("Oven", {})).toEqual({ allowed: true, approved: false });
    await agent.call("load_skill", { name: "bread" });
    expect(agent.check("Oven", {})).toEqual({ allowed: true, approved: true });
    expect(agent.check("Bash", { command: "knead rye" })).toEqual({ allowed: true, approved: true });
    expect(agent.check("Bash", { command: "knead $(rm rye)" })).toEqual({ allowed: true, approved: false });
    expect(agent.check("Fridge", {})).toEqual({ allowed: true, approved: false });
    expect(agent.check("load_skill", { name: "cake" })).toEqual({ allowed: true, approved: false });
    expect(names(agent)).not.toContain("unload_skill");
  });

  test("without a gate nothing is refused and nothing approved", async () => {
    const agent = await agentSkills(bakery);
    await agent.call("load_skill", { name: "bread" });
    expect(agent.check("Oven", {})).toEqual({ allowed: true, approved: false });
    expect(agent.check("Fridge", {})).toEqual({ allowed: true, approved: false });
  });

  test.each<[string, AgentSkillsOptions]>([
    ["standard", { allowedTools: "restrict" }],
    ["cognesy", {}],
  ])("restrict where that is asked for, until the skill is unloaded: %s", async (profile, options) => {
    const skills = fixtureSkills([{ id: "bread", allowedTools: ["Oven"] }, { id: "cake" }], { profile });
    const agent = await agentSkills(skills, { gate: createToolGate, ...options });
    expect(names(agent)).toEqual(["load_skill", "read_skill_resource", "unload_skill"]);
    await agent.call("load_skill", { name: "bread" });
    await agent.call("load_skill", { name: "cake" });
    expect(agent.check("Fridge", {})).toEqual({
      allowed: false,
      reason:
        "Tool 'Fridge' is not allowed by the active skill. Allowed tools: Oven; " +
        "deactivate the skill with unload_skill: bread",
    });
    expect(await agent.call("unload_skill", { name: "bread" })).toEqual({ name: "bread", removed_tools: ["Oven"] });
    expect(agent.activeSkills()).toEqual(["cake"]);
    expect(agent.check("Fridge", {})).toEqual({ allowed: true, approved: false });
  });

  test("an option of the application wins over the profile of the catalog", async () => {
    const skills = fixtureSkills([{ id: "bread", allowedTools: ["Oven"] }], { profile: "cognesy" });
    const agent = await agentSkills(skills, { gate: createToolGate, allowedTools: "approve" });
    await agent.call("load_skill", { name: "bread" });
    expect(agent.check("Fridge", {})).toEqual({ allowed: true, approved: false });
  });

  test.each([
    ["approve", ["Oven", "Fridge"]],
    ["restrict", ["Oven"]],
  ] as const)("%s: a fork gets %j", async (allowedTools, tools) => {
    const skills = fixtureSkills([{ id: "bread", context: "fork", allowedTools: ["Oven"] }]);
    const fork = createFork((request) => request.tools, { parentTools: ["Oven", "Fridge"] });
    const agent = await agentSkills(skills, { fork, allowedTools });
    expect(await agent.call("load_skill", { name: "bread" })).toEqual({ name: "bread", result: tools });
  });
});

describe("deactivation", () => {
  test("by the application ends what a skill disallows", async () => {
    const agent = await open();
    await agent.invoke("till");
    expect(agent.check("Write", {})).toEqual({
      allowed: false,
      reason:
        "Tool 'Write' is disallowed by the active skill for this call; " +
        "deactivate the skill (only the application can: tell the user)",
    });
    expect(agent.deactivate("till")).toEqual({ ok: true, removedTools: ["Drawer"] });
    expect(agent.check("Write", {})).toMatchObject({ allowed: true });
    expect(agent.deactivate("till")).toMatchObject({ ok: false, code: "not-active" });
    expect(agent.deactivate("tlil")).toMatchObject({ ok: false, code: "not-active" });
  });

  test("of a preloaded skill leaves what it disallows in force, here and in the next process", async () => {
    const agent = await open();
    expect(agent.deactivate("house")).toMatchObject({ ok: true });
    expect(agent.activeSkills()).toEqual([]);
    expect(agent.check("Phone", {})).toMatchObject({ allowed: false });
    const next = await open({ state: JSON.stringify(agent.state()) });
    expect([next.activeSkills(), next.dropped]).toEqual([[], []]);
    expect(next.check("Phone", {})).toMatchObject({ allowed: false });
  });

  test("by the model ends only what the model loaded", async () => {
    const agent = await open({ allowedTools: "restrict" });
    await agent.invoke("till");
    expect(await agent.call("unload_skill", { name: "till" })).toEqual({
      error: 'The model did not load the skill "till"',
      code: "not-active",
      nearest: [],
    });
    expect(await agent.call("unload_skill", { name: "house" })).toMatchObject({ code: "not-active" });
    expect(await agent.call("unload_skill", { name: "cake" })).toMatchObject({ code: "not-active" });
    expect(await agent.call("unload_skill", { name: 7 })).toMatchObject({ code: "invalid-input" });
    expect(await agent.call("unload_skill")).toMatchObject({ code: "not-active" });
    // Whoever asks for a skill first or second: the user did, too.
    for (const order of [
      ["load", "invoke"],
      ["invoke", "load"],
    ]) {
      const both = await open({ allowedTools: "restrict" });
      for (const how of order)
        await (how === "load" ? both.call("load_skill", { name: "bread" }) : both.invoke("bread"));
      expect(await both.call("unload_skill", { name: "bread" })).toMatchObject({ code: "not-active" });
      expect(both.activeSkills()).toContain("bread");
    }
  });
});

describe("maxActive", () => {
  test("is no dead end: the answer names the tool, and the tool makes room", async () => {
    const agent = await open({ maxActive: 1 });
    expect(names(agent)).toContain("unload_skill");
    await agent.call("load_skill", { name: "bread" });
    expect(await agent.call("load_skill", { name: "cake" })).toEqual({
      error:
        'The skill "cake" was not activated: too many active skills (max 1); deactivate one first with unload_skill: bread',
      code: "max-active",
      nearest: [],
    });
    expect(await agent.call("unload_skill", { name: "bred" })).toMatchObject({ nearest: ["bread"] });
    expect(await agent.call("unload_skill", { name: "bread" })).toMatchObject({ name: "bread" });
    expect(await agent.call("load_skill", { name: "cake" })).toMatchObject({ name: "cake" });
  });

  test("says so where only the application can make room", async () => {
    const agent = await open({ maxActive: 1 });
    await agent.invoke("till");
    expect(await agent.call("load_skill", { name: "cake" })).toMatchObject({
      error: expect.stringMatching(/deactivate one first \(only the application can: tell the user\)$/) as string,
    });
    agent.deactivate("till");
    expect(await agent.call("load_skill", { name: "cake" })).toMatchObject({ name: "cake" });
  });
});
