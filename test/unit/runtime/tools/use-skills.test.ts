/** All of instructor-php's skills in one call, and the reading tool next to the tools of any style. */
import { describe, expect, expectTypeOf, test } from "vitest";
import { createExecutor } from "../../../../src/runtime/executor/index.ts";
import {
  callTool,
  cognesyTools,
  createActiveSkillTracker,
  fizeauTools,
  readTools,
  skillTools,
  useSkills,
  type SkillTool,
} from "../../../../src/runtime/tools/index.ts";
import { fixtureSkills } from "../../../support/fixture-skills.ts";

const skills = fixtureSkills(
  [
    {
      id: "bread",
      instructions: "Knead.",
      allowedTools: ["Oven"],
      model: { raw: "opus", model: "opus" },
      files: { "references/flour.md": { text: "Rye.", kind: "reference" } },
    },
    { id: "cake", instructions: "Whisk.", context: "fork" },
    { id: "tea", instructions: "Pour." },
    { id: "till", requiredScope: ["money"], files: { "a.md": "A." } },
  ],
  { profile: "cognesy" },
);

describe("useSkills", () => {
  test("gives a loop its tools, message, model and gate", async () => {
    const loop = useSkills(skills, { onFork: ({ prompt }) => `ran ${prompt}` });
    const messages = loop.messages([{ role: "user", content: "Bake." }]);
    expect(messages[0]).toMatchObject({ role: "system", content: expect.stringContaining("bread") });
    expect(loop.messages(messages)).toBe(messages);
    const names = loop.tools().map(({ name }) => name);
    expect(names).toEqual(["load_skill", "read_skill_resource"]);
    expect(loop.gate().offers("Bash")).toBe(true);

    const loaded = await callTool(loop.tools(), "load_skill", { skill_name: "bread" });
    const [, path = ""] = /^- (.+)$/m.exec(String(loaded)) ?? [];
    expect(await callTool(loop.tools(), "read_skill_resource", { name: "bread", path })).toMatchObject({
      content: "Rye.",
    });
    expect(loop.configure({ model: "sonnet", maxTokens: 5 })).toEqual({ model: "opus", maxTokens: 5 });
    expect(names.map((name) => loop.gate().check(name, {}).allowed)).toEqual([true, true]);
    expect(loop.gate().check("Bash", {}).allowed).toBe(false);

    expect(await callTool(loop.tools(), "load_skill", { skill_name: "cake" })).toBe("ran Whisk.");
    await callTool(loop.tools(), "load_skill", { skill_name: "tea" });
    expect(loop.configure({ model: "opus" })).toEqual({ model: "sonnet" });
  });

  test("continues a conversation, and keeps what the executor keeps", async () => {
    const before = useSkills(skills);
    await callTool(before.tools(), "load_skill", { skill_name: "bread" });
    const state = JSON.parse(JSON.stringify(before.tracker.exportState()));
    const after = useSkills(skills, { activeSkill: state });
    expect(after.gate().check("Bash", {}).allowed).toBe(false);
    const opened = useSkills(skills, { only: ["cake"] });
    expect(opened.tools().map(({ name }) => name)).toEqual(["load_skill"]);
    expect(await callTool(opened.tools(), "load_skill", { skill_name: "bread" })).toContain("not found");
  });
});

describe("readTools", () => {
  test("is the reading tool of the default style, next to the tools of any other", async () => {
    const executor = createExecutor(skills);
    const tracker = createActiveSkillTracker(executor.profile);
    for (const style of [cognesyTools(executor, { tracker }), fizeauTools(executor)]) {
      const tools: readonly SkillTool[] = [...style, ...readTools(executor)];
      expect(tools.map(({ name }) => name)).toEqual(["load_skill", "read_skill_resource"]);
    }
    const [tool] = readTools(executor);
    expect(tool?.inputSchema).toMatchObject({ properties: { name: { enum: ["bread", "cake", "tea"] } } });
    expect(await tool?.execute({ name: "till", path: "a.md" })).toMatchObject({ code: "unknown-skill" });
    expect(readTools(createExecutor(skills, { only: [] }))).toEqual([]);
  });
});

test("skillTools takes the options of every style", async () => {
  const executor = createExecutor(skills);
  const tracker = createActiveSkillTracker(executor.profile);
  const tools = skillTools(executor, { tracker, maxRead: 10 });
  expectTypeOf(tools).toEqualTypeOf<readonly SkillTool[]>();
  await callTool(tools, "load_skill", { skill_name: "bread" });
  expect(tracker.exportState()).toMatchObject({ skill: "bread" });
});
