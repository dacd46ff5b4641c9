/** The events of an agent and of an executor: one test for each name, with its fields, and what a listener cannot break. */
import { describe, expect, test } from "vitest";
import { agentSkills, type AgentSkillsOptions, type SkillEvent } from "../../../../src/runtime/agent/index.ts";
import { createExecutor, readResource } from "../../../../src/runtime/executor/index.ts";
import { estimateTokens } from "../../../../src/runtime/prompt/index.ts";
import { callTool, createFork, createToolGate, modernTools } from "../../../../src/runtime/tools/index.ts";
import { fixtureSkills } from "../../../support/fixture-skills.ts";

const run = (): string => "done";
const bakery = fixtureSkills([
  {
    id: "bread",
    path: "hall/bread",
    instructions: "Knead $0.",
    files: { "oven.md": "Hot.", "loaf.png": { base64: "AAAA" } },
  },
  { id: "cake", path: "hall/cake", instructions: "Mix.", context: "fork" },
  { id: "house", path: "hall/house", preload: true, instructions: "Greet." },
  { id: "limited", path: "hall/limited", disallowedTools: ["Write", "run_skill_script"] },
  { id: "safe", path: "vault/safe", requiredScope: ["money:open"] },
  { id: "till", path: "hall/till", disableModelInvocation: true },
  { id: "tool", path: "hall/tool", files: { "scripts/a.ts": { text: "", exports: { default: run } } } },
]);
const digest = "sha256:0";

/** Opens an agent; `events` has what happens after its start, which `start` has. */
async function open(options: AgentSkillsOptions = {}) {
  const events: SkillEvent[] = [];
  const agent = await agentSkills(bakery, {
    gate: createToolGate,
    onEvent: (event) => void events.push(event),
    ...options,
  });
  return { agent, start: events.splice(0), events };
}

describe("an agent reports", () => {
  test("skill.listed: what its index names, with the tokens of the index", async () => {
    const { agent, start } = await open();
    const [index = ""] = agent.systemPrompt.split("\n\n<");
    const ids = ["bread", "cake", "house", "limited", "tool"];
    const listed = { type: "skill.listed", by: "model", digest, ids };
    expect(start[0]).toMatchObject(listed);
    expect(start[0]?.tokens).toBeGreaterThan(20);
    expect(start[0]?.tokens).toBeLessThanOrEqual(estimateTokens(index));
  });

  test("skill.listed without the skills that only a search finds", async () => {
    const { agent, start } = await open({ budget: 220, rank: ["bread"] });
    const { leftOut } = agent.shortened;
    expect(leftOut.length).toBeGreaterThan(0);
    expect(start[0]).toMatchObject({ type: "skill.listed" });
    for (const id of leftOut) expect((start[0] as { readonly ids: readonly string[] }).ids).not.toContain(id);
  });

  test("skill.loaded: by the model, by the user, again, and by the application for a preloaded skill", async () => {
    const { agent, start, events } = await open();
    expect(start.slice(1)).toEqual([
      { type: "skill.loaded", id: "house", by: "application", again: true, digest, tokens: estimateTokens("Greet.") },
    ]);
    await agent.call("load_skill", { name: "bread", arguments: "rye" });
    await agent.invoke("till");
    await agent.invoke("bread", "wheat");
    expect(events).toEqual([
      { type: "skill.loaded", id: "bread", by: "model", again: false, digest, tokens: estimateTokens("Knead rye.") },
      { type: "skill.loaded", id: "till", by: "user", again: false, digest, tokens: 0 },
      { type: "skill.loaded", id: "bread", by: "user", again: true, digest, tokens: estimateTokens("Knead wheat.") },
    ]);
  });

  test("skill.loaded for a skill that runs in a loop of its own", async () => {
    const { agent, events } = await open({ fork: createFork(() => "eaten") });
    await agent.call("load_skill", { name: "cake" });
    expect(events).toEqual([expect.objectContaining({ type: "skill.loaded", id: "cake", by: "model", again: false })]);
  });

  test("skill.refused, with the reason that the model does not learn, and for a file its path", async () => {
    const { agent, events } = await open({ maxActive: 1 });
    for (const name of ["braed", "safe", "till", "bread", "cake"]) await agent.call("load_skill", { name });
    await agent.call("read_skill_resource", { name: "bread", path: "oven.txt" });
    await agent.call("read_skill_resource", { name: "safe", path: "key.md" });
    const refused = { type: "skill.refused", by: "model", digest };
    expect(events.filter(({ type }) => type !== "skill.loaded")).toEqual([
      { ...refused, id: "braed", code: "unknown-skill" },
      { ...refused, id: "safe", code: "unauthorized" },
      { ...refused, id: "till", code: "not-invocable" },
      { ...refused, id: "cake", code: "max-active" },
      { ...refused, id: "bread", code: "unknown-file", path: "oven.txt" },
      { ...refused, id: "safe", code: "unauthorized", path: "key.md" },
    ]);
  });

  test("resource.read: tokens of the part that was read, none for a binary file", async () => {
    const { agent, events } = await open();
    await agent.call("read_skill_resource", { name: "bread", path: "./oven.md", limit: 2 });
    await agent.call("read_skill_resource", { name: "bread", path: "loaf.png" });
    expect(events).toEqual([
      { type: "resource.read", id: "bread", path: "oven.md", by: "model", digest, tokens: estimateTokens("Ho") },
      { type: "resource.read", id: "bread", path: "loaf.png", by: "model", digest },
    ]);
  });

  test("search: what was asked and found", async () => {
    const { agent, events } = await open({ budget: 200 });
    const found = await agent.call("search_skills", { query: "bread" });
    expect(events).toEqual([
      { type: "search", by: "model", query: "bread", ids: ["bread"], digest, tokens: expect.any(Number) as number },
    ]);
    expect(found).toEqual({ skills: [{ name: "bread", description: "bread" }] });
  });

  test("gate.refused: a call of the application's tool, and of a script", async () => {
    const { agent, events } = await open({ scripts: true });
    await agent.call("load_skill", { name: "limited" });
    events.length = 0;
    agent.check("Read", {});
    agent.check("Write", { path: "a" });
    await agent.call("run_skill_script", { name: "tool", path: "scripts/a.ts" });
    const refused = {
      type: "gate.refused",
      by: "model",
      digest,
      reason: expect.stringContaining("disallowed") as string,
    };
    expect(events).toEqual([
      { ...refused, tool: "Write" },
      { ...refused, tool: "run_skill_script" },
    ]);
  });

  test("state.dropped: who had started it, and why it does not continue", async () => {
    const active = [
      { id: "gone", by: "model" },
      { id: "till", by: "user" },
    ];
    const { start } = await open({ state: { version: 2, active, dismissed: [], filter: "" } });
    expect(start.slice(0, 2)).toEqual([
      { type: "state.dropped", id: "gone", by: "model", reason: "unknown-skill", digest },
      { type: "state.dropped", id: "till", by: "user", reason: "state-not-trusted", digest },
    ]);
  });
});

describe("an executor reports", () => {
  test("what it lists, loads, reads and refuses, and what the application adds", async () => {
    const events: SkillEvent[] = [];
    const executor = createExecutor(bakery, { onEvent: (event) => void events.push(event) });
    const text = await executor.skillIndex({ by: "user", dir: "vault" });
    await executor.activate("bread");
    await executor.open("nobody", { by: "user" });
    await readResource(executor, "bread", "oven.md");
    executor.emit({ type: "gate.refused", by: "model", tool: "Write", reason: "No" });
    expect(events).toEqual([
      { type: "skill.listed", by: "user", ids: [], digest, tokens: estimateTokens(text) },
      expect.objectContaining({ type: "skill.loaded", id: "bread", by: "application", again: false }),
      { type: "skill.refused", id: "nobody", by: "user", code: "unknown-skill", digest },
      expect.objectContaining({ type: "resource.read", id: "bread", by: "application" }),
      { type: "gate.refused", by: "model", tool: "Write", reason: "No", digest },
    ]);
  });

  test("the index in the description of a tool", async () => {
    const events: SkillEvent[] = [];
    const tools = modernTools(createExecutor(bakery, { onEvent: (event) => void events.push(event) }));
    expect(events).toEqual([
      expect.objectContaining({
        type: "skill.listed",
        by: "model",
        ids: ["bread", "cake", "house", "limited", "tool"],
      }),
    ]);
    await callTool(tools, "search_skills", { query: "cake" });
    expect(events[1]).toMatchObject({ type: "search", ids: ["cake"] });
  });
});

test("a listener that throws changes nothing", async () => {
  const onEvent = (): never => {
    throw new Error("no disk");
  };
  const { agent } = await open({ onEvent });
  const quiet = (await open({ onEvent: undefined })).agent;
  const call = ["load_skill", { name: "bread", arguments: "rye" }] as const;
  expect(await agent.call(...call)).toEqual(await quiet.call(...call));
});
