/** Skills that require others: what the model gets with them, and that nothing hidden shows. */
import { describe, expect, test } from "vitest";
import type { SkillDependency } from "../../../../src/runtime/access.ts";
import { agentSkills, type AgentSkillsOptions } from "../../../../src/runtime/agent/index.ts";
import { createFork, createToolGate } from "../../../../src/runtime/tools/index.ts";
import { fixtureSkills, type FixtureSkill } from "../../../support/fixture-skills.ts";

const needs = (ids: string, kind: SkillDependency["kind"] = "required"): readonly SkillDependency[] =>
  ids.split(" ").map((id) => ({ name: id, id, kind, field: "metadata.requires-skills" }));

const kitchen = fixtureSkills([
  {
    id: "bread",
    instructions: "Bake.",
    dependencies: [...needs("dough"), ...needs("oven", "optional"), ...needs("cake", "related")],
  },
  { id: "cake", instructions: "Mix.", dependencies: needs("oven till safe staff nope") },
  { id: "dough", instructions: "Knead.", dependencies: needs("oven") },
  { id: "oven", instructions: "Heat.", disallowedTools: ["Write"] },
  { id: "review", instructions: "Taste.", context: "fork", dependencies: needs("oven") },
  { id: "safe", requiredScope: ["money:open"] },
  { id: "staff", disableModelInvocation: true, userInvocable: false },
  { id: "till", disableModelInvocation: true, instructions: "Count." },
]);

const open = (options: AgentSkillsOptions = {}) => agentSkills(kitchen, { gate: createToolGate, ...options });
const load = async (options: AgentSkillsOptions, name = "bread"): Promise<Record<string, unknown>> =>
  (await (await open(options)).call("load_skill", { name })) as Record<string, unknown>;

describe("load_skill", () => {
  test("names what a skill requires, what is required first", async () => {
    expect(await load({})).toMatchObject({ instructions: "Bake.", requires: ["oven", "dough"] });
    expect(await load({})).not.toHaveProperty("dependencies");
    expect(await load({}, "oven")).not.toHaveProperty("requires");
  });

  test("names only what is not active", async () => {
    const agent = await open();
    await agent.call("load_skill", { name: "oven" });
    expect(await agent.call("load_skill", { name: "bread" })).toMatchObject({ requires: ["dough"] });
    await agent.call("load_skill", { name: "dough" });
    expect(await agent.call("load_skill", { name: "bread" })).not.toHaveProperty("requires");
  });

  test("names nothing if it is off", async () => {
    expect(await load({ dependencies: "off" })).not.toHaveProperty("requires");
  });

  test("loads what a skill requires, and what came is active because of the model", async () => {
    const agent = await open({ dependencies: "load" });
    const answer = await agent.call("load_skill", { name: "bread" });
    expect(answer).toMatchObject({
      dependencies: [
        { name: "oven", instructions: "Heat." },
        { name: "dough", instructions: "Knead." },
      ],
    });
    expect(answer).not.toHaveProperty("requires");
    expect(agent.state().active).toEqual(["bread", "dough", "oven"].map((id) => ({ id, by: "model" })));
    expect(agent.check("Write", {})).toMatchObject({ allowed: false });
    agent.deactivate("bread");
    expect(agent.activeSkills()).toEqual(["dough", "oven"]);
  });

  test.each(["hint", "load"] as const)("with %s, hidden skills and missing ones look alike", async (dependencies) => {
    const answer = JSON.stringify(await load({ dependencies }, "cake"));
    for (const name of ["till", "safe", "staff", "nope"]) expect(answer).not.toContain(name);
    expect(answer).toContain("oven");
    const narrow = JSON.stringify(await load({ dependencies, only: ["bread", "dough"] }));
    expect(narrow).not.toContain("oven");
    const granted = JSON.stringify(await load({ dependencies, grants: ["money:open"] }, "cake"));
    expect(granted).toContain("safe");
  });

  test("keeps to the filter, to maxActive and to hooks", async () => {
    const filter = { pattern: "x", matches: (path: string) => path !== "skills/oven" } as never;
    expect(await load({ filter, dependencies: "load" })).toMatchObject({ dependencies: [{ name: "dough" }] });
    const full = await open({ maxActive: 2, dependencies: "load" });
    expect(await full.call("load_skill", { name: "bread" })).toMatchObject({ dependencies: [{ name: "oven" }] });
    expect(full.activeSkills()).toEqual(["bread", "oven"]);
    const denied = await load({
      dependencies: "load",
      beforeActivation: ({ id }) => (id === "oven" ? { decision: "deny", reason: "hot" } : { decision: "ok" }),
    });
    expect(denied).toMatchObject({ dependencies: [{ name: "dough" }] });
    const refused = await open({ maxActive: 1, dependencies: "load" });
    await refused.call("load_skill", { name: "oven" });
    expect(await refused.call("load_skill", { name: "bread" })).toMatchObject({ code: "max-active" });
    expect(refused.activeSkills()).toEqual(["oven"]);
  });

  test("says nothing about a skill that ran in a loop of its own", async () => {
    expect(await load({ fork: createFork(() => "good") }, "review")).toEqual({ name: "review", result: "good" });
  });

  test("loads at most 8 skills and 20,000 tokens, and names the others", async () => {
    const many = (count: number, tokens: number): readonly FixtureSkill[] => [
      { id: "all", dependencies: needs(Array.from({ length: count }, (_, at) => `s${at}`).join(" ")) },
      ...Array.from({ length: count }, (_, at) => ({ id: `s${at}`, tokens })),
    ];
    const agent = await agentSkills(fixtureSkills(many(10, 10)), { dependencies: "load" });
    const answer = (await agent.call("load_skill", { name: "all" })) as { dependencies: unknown[]; requires: unknown };
    expect([answer.dependencies.length, answer.requires]).toEqual([8, ["s8", "s9"]]);
    const large = await agentSkills(fixtureSkills(many(4, 9_000)), { dependencies: "load" });
    expect(await large.call("load_skill", { name: "all" })).toMatchObject({
      dependencies: [{ name: "s0" }, { name: "s1" }],
      requires: ["s2", "s3"],
    });
  });
});

test("a skill that the user starts brings what it requires as the user, who may start what the model may not", async () => {
  const agent = await open({ dependencies: "load" });
  expect(await agent.invoke("cake")).toMatchObject({
    ok: true,
    dependencies: [{ name: "oven" }, { name: "till", instructions: "Count." }],
  });
  expect(agent.state().active).toEqual(["cake", "oven", "till"].map((id) => ({ id, by: "user" })));
  // In the next request each is judged alone: the model may not load the till.
  const next = await open({ dependencies: "load", state: agent.state() });
  expect(next.activeSkills()).toEqual(["cake", "oven"]);
  expect(next.dropped.map(({ id }) => id)).toEqual(["till"]);
  const trusted = await open({ state: agent.state(), restore: "user" });
  expect(trusted.activeSkills()).toEqual(["cake", "oven", "till"]);
  expect(await (await open()).invoke("nope")).toMatchObject({ ok: false });
});

describe("a module", () => {
  test("returns the closure of a skill, and loads it", async () => {
    expect(kitchen.closure?.("bread").map(({ id }) => id)).toEqual(["oven", "dough"]);
    expect(kitchen.closure?.("oven")).toEqual([]);
    expect(kitchen.closure?.(" bread ").map(({ id }) => id)).toEqual(["oven", "dough"]);
    expect(() => kitchen.closure?.("nope")).toThrow(expect.objectContaining({ code: "unknown-skill" }));
    const loaded = await kitchen.loadWithDependencies?.("bread");
    expect(loaded?.map(({ id, instructions }) => `${id} ${instructions}`)).toEqual([
      "oven Heat.",
      "dough Knead.",
      "bread Bake.",
    ]);
    await expect(kitchen.loadWithDependencies?.("nope")).rejects.toMatchObject({ code: "unknown-skill" });
  });

  test("rejects data whose dependencies are not a list", () => {
    const wrong = fixtureSkills([{ id: "a", dependencies: "b" as never }]);
    expect(() => wrong.names).toThrow(expect.objectContaining({ code: "content-mismatch" }));
  });
});
