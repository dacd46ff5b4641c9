/** The state of an agent in the next request: what continues, what does not and why, and that a loss opens no gate. */
import { describe, expect, test } from "vitest";
import { agentSkills, type AgentSkillsOptions } from "../../../../src/runtime/agent/index.ts";
import { compileFilter } from "../../../../src/runtime/select/index.ts";
import { createToolGate } from "../../../../src/runtime/tools/index.ts";
import { fixtureSkills } from "../../../support/fixture-skills.ts";

const bakery = fixtureSkills([
  { id: "bread", path: "hall/bread" },
  { id: "cake", path: "hall/cake" },
  { id: "limited", path: "hall/limited", disallowedTools: ["Write"] },
  { id: "house", path: "hall/house", preload: true, disallowedTools: ["Phone"] },
  { id: "safe", path: "vault/safe", requiredScope: ["money:open"], disallowedTools: ["Print"] },
  {
    id: "till",
    path: "hall/till",
    disableModelInvocation: true,
    disallowedTools: ["Fax"],
    allowedTools: ["Drawer"],
    files: { "a.md": "A" },
  },
  { id: "staff", path: "hall/staff", disableModelInvocation: true, userInvocable: false, disallowedTools: ["Mail"] },
]);
const open = (options: AgentSkillsOptions = {}) => agentSkills(bakery, { gate: createToolGate, ...options });
const state = (active: readonly unknown[], more: object = {}) => ({
  version: 2,
  active,
  dismissed: [],
  filter: "",
  ...more,
});
const file = { name: "till", path: "a.md" };

describe("a state", () => {
  test("continues in another process, as a value and as its JSON", async () => {
    const first = await open();
    await first.call("load_skill", { name: "limited" });
    const saved = first.state();
    expect(saved).toEqual(
      state([
        { id: "house", by: "application" },
        { id: "limited", by: "model" },
      ]),
    );
    for (const given of [saved, JSON.parse(JSON.stringify(saved)) as unknown, JSON.stringify(saved)]) {
      const second = await open({ state: given });
      expect(second.activeSkills()).toEqual(["house", "limited"]);
      expect(second.check("Write", {})).toMatchObject({ allowed: false });
      expect([second.dropped, second.state()]).toEqual([[], saved]);
    }
  });

  test.each([undefined, null, "null"])("%j begins a conversation", async (given) => {
    const agent = await open({ state: given });
    expect([agent.activeSkills(), agent.dropped]).toEqual([["house"], []]);
  });

  test.each<[unknown]>([
    ["garbage"],
    [""],
    ["{"],
    ["undefined"],
    ["[object Object]"],
    [JSON.stringify(JSON.stringify(state([])))],
    [42],
    [true],
    [[]],
    [{}],
    [{ version: 99 }],
    [{ active: [] }],
    [state([], { version: 3 })],
    [state(["limited"])],
    [state([{ id: "limited", by: "admin" }])],
    [state([{ id: "limited" }])],
    [state([], { dismissed: undefined })],
    // An agent restores no pattern: to ignore it would widen the state.
    [state([], { filter: "hall/bread" })],
    [state([], { filter: [] })],
    [new Map()],
    [Symbol("state")],
    [() => state([])],
  ])("%o is an error, not an empty conversation", async (given) => {
    await expect(open({ state: given })).rejects.toMatchObject({
      name: "SkillError",
      code: "state-invalid",
      message: expect.stringContaining("pass agent.state() or undefined") as string,
    });
  });

  test("a cut text is an error wherever it is cut", async () => {
    const agent = await open();
    await agent.call("load_skill", { name: "limited" });
    const text = JSON.stringify(agent.state());
    for (let at = 0; at < text.length; at++)
      await expect(open({ state: text.slice(0, at) })).rejects.toMatchObject({ code: "state-invalid" });
  });

  test("of version 1 counts as the model's", async () => {
    const active = ["bread", "house", "staff", "till"];
    const agent = await open({ state: { version: 1, active, dismissed: [], filter: "" }, restore: "user" });
    expect(agent.activeSkills()).toEqual(["bread", "house"]);
    expect(agent.dropped).toEqual([
      { id: "staff", reason: "state-not-trusted" },
      { id: "till", reason: "state-not-trusted" },
    ]);
    expect(agent.check("Fax", {})).toMatchObject({ allowed: false });
    expect(agent.state()).toMatchObject({ version: 2 });
  });
});

describe("a skill that the user started", () => {
  const saved = async () => {
    const agent = await open();
    await agent.invoke("till");
    expect(await agent.call("read_skill_resource", file)).toMatchObject({ content: "A" });
    return JSON.stringify(agent.state());
  };

  test("is dropped by default: its files are closed, and what it disallows stays disallowed", async () => {
    let text = await saved();
    // In every later request, too.
    for (let turn = 0; turn < 3; turn++) {
      const agent = await open({ state: text });
      expect(agent.activeSkills()).toEqual(["house"]);
      expect(agent.dropped).toEqual([{ id: "till", reason: "state-not-trusted" }]);
      expect(agent.check("Fax", {})).toMatchObject({
        allowed: false,
        reason: expect.stringContaining("only the application can") as string,
      });
      expect(agent.check("Drawer", {})).toEqual({ allowed: true, approved: false });
      expect(await agent.call("read_skill_resource", file)).toMatchObject({ code: "unknown-skill" });
      expect(await agent.call("load_skill", { name: "till" })).toMatchObject({ code: "unknown-skill" });
      text = JSON.stringify(agent.state());
    }
    const agent = await open({ state: text });
    expect(agent.deactivate("till")).toMatchObject({ ok: true });
    expect(agent.check("Fax", {})).toMatchObject({ allowed: true });
    expect((await open({ state: agent.state() })).dropped).toEqual([]);
  });

  test("continues with the application's word for it, and is the user's again", async () => {
    const dropped = await open({ state: await saved() });
    const agent = await open({ state: dropped.state(), restore: "user" });
    expect([agent.activeSkills(), agent.dropped]).toEqual([["house", "till"], []]);
    expect(agent.check("Fax", {})).toMatchObject({ allowed: false });
    expect(agent.check("Drawer", {})).toEqual({ allowed: true, approved: true });
    expect(await agent.call("read_skill_resource", file)).toMatchObject({ content: "A" });
    expect(JSON.stringify(agent.state())).toBe(await saved());
  });

  test("comes back when the user starts it again", async () => {
    const agent = await open({ state: await saved() });
    expect(await agent.invoke("till")).toMatchObject({ ok: true, alreadyActive: false });
    expect(JSON.stringify(agent.state())).toBe(await saved());
  });
});

describe("what is not restored", () => {
  test.each<[string, string, AgentSkillsOptions, string]>([
    ["ghost", "user", { restore: "user" }, "unknown-skill"],
    ["safe", "model", {}, "unauthorized"],
    ["safe", "application", { restore: "user" }, "unauthorized"],
    ["bread", "model", { only: ["cake"] }, "not-available"],
    ["bread", "user", { filter: compileFilter("vault"), restore: "user" }, "filtered"],
    ["till", "model", { restore: "user" }, "state-not-trusted"],
    ["till", "application", { restore: "user" }, "state-not-trusted"],
    ["staff", "user", { restore: "user" }, "state-not-trusted"],
    ["staff", "application", {}, "state-not-trusted"],
    ["toString", "model", {}, "unknown-skill"],
    ["__proto__", "user", { restore: "user" }, "unknown-skill"],
  ])("%s by %s with %o: %s", async (id, by, options, reason) => {
    const agent = await open({ ...options, state: state([{ id, by }]) });
    expect(agent.activeSkills()).not.toContain(id);
    expect(agent.dropped).toEqual([{ id, reason }]);
    for (const tool of bakery.find(id)?.disallowedTools ?? [])
      expect(agent.check(tool, {})).toMatchObject({ allowed: false });
    // It stays in the state: another version of the application may have it.
    expect(agent.state().active).toContainEqual({ id, by });
  });

  test("for want of room is named, and not for ever", async () => {
    const active = ["bread", "cake", "limited"].map((id) => ({ id, by: "model" }));
    const agent = await open({ maxActive: 1, state: state(active) });
    expect(agent.activeSkills()).toEqual(["bread", "house"]);
    expect(agent.dropped).toEqual([
      { id: "cake", reason: "max-active" },
      { id: "limited", reason: "max-active" },
    ]);
    expect(agent.check("Write", {})).toMatchObject({ allowed: false });
    const next = await open({ state: agent.state() });
    expect([next.activeSkills(), next.dropped]).toEqual([["bread", "cake", "house", "limited"], []]);
  });

  test("cannot be cleared by the model", async () => {
    const agent = await open({ maxActive: 9, state: state([{ id: "till", by: "model" }]) });
    expect(await agent.call("unload_skill", { name: "till" })).toMatchObject({ code: "not-active" });
    expect(agent.check("Fax", {})).toMatchObject({ allowed: false });
  });

  test("counts once, however often the state names it", async () => {
    const twice = state([
      { id: "till", by: "model" },
      { id: "till", by: "user" },
      { id: "till", by: "model" },
    ]);
    expect((await open({ state: twice })).dropped).toEqual([{ id: "till", reason: "state-not-trusted" }]);
    const agent = await open({ state: twice, restore: "user" });
    expect([agent.dropped, agent.activeSkills()]).toEqual([[], ["house", "till"]]);
    expect(agent.state().active).toEqual([
      { id: "house", by: "application" },
      { id: "till", by: "user" },
    ]);
  });
});
