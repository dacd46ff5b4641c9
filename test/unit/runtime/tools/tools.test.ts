import { describe, expect, test } from "vitest";
import { mergeCatalogs } from "../../../../src/runtime/catalog/index.ts";
import { createActiveSkillTracker } from "../../../../src/runtime/systems/cognesy/active-skill.ts";
import { createExecutor, type ExecutorOptions } from "../../../../src/runtime/executor/index.ts";
import type { ForkRequest } from "../../../../src/runtime/executor/fork.ts";
import { cognesyTools } from "../../../../src/runtime/systems/cognesy/tools.ts";
import { fizeauTools } from "../../../../src/runtime/systems/fizeau/tools.ts";
import { modernTools, type SearchOutput } from "../../../../src/runtime/tools/modern-tools.ts";
import { promptkitTools } from "../../../../src/runtime/systems/promptkit/tools.ts";
import { skillkitTools } from "../../../../src/runtime/systems/skillkit/tools.ts";
import { skillTools } from "../../../../src/runtime/systems/tools.ts";
import { callTool, isToolFailure } from "../../../../src/runtime/tools/tool.ts";
import { skillToolNames } from "../../../../src/runtime/tools/index.ts";
import { fixtureSkills } from "../../../support/fixture-skills.ts";

/** Five bytes: 137, 80, 78, 71, 0. */
const base64 = "iVBORwA=";
const bakery = fixtureSkills([
  {
    id: "bread",
    description: "Bakes bread.",
    instructions: "Knead $0.\n",
    allowedTools: ["Oven"],
    files: {
      "notes/rye.md": { text: "Sour and dark", description: "Rye" },
      "crust.png": { base64 },
    },
  },
  { id: "cake", description: "Bakes cakes.", instructions: "Whisk.\n", context: "fork", agent: "pastry-cook" },
  { id: "till", description: "Counts money.", disableModelInvocation: true, instructions: "Count.\n" },
]);
const open = (options: ExecutorOptions = {}) =>
  createExecutor(bakery, {
    render: ({ instructions }, call) => instructions.replace("$0", call.arguments ?? "$0"),
    ...options,
  });

describe("the default tools", () => {
  test("have schemas with the ids that a model may use", () => {
    const tools = modernTools(open());
    expect(tools.map(({ name, parallel }) => [name, parallel])).toEqual([
      ["load_skill", true],
      ["read_skill_resource", true],
      ["search_skills", true],
    ]);
    expect(tools[0]?.inputSchema).toMatchObject({
      required: ["name"],
      properties: { name: { enum: ["bread", "cake"] }, arguments: { type: "string" } },
    });
    expect(tools[0]?.description).toContain("\n\nAvailable skills:\n- bread: Bakes bread.\n- cake: Bakes cakes.");
    expect(modernTools(open(), { index: "" })[0]?.description).not.toContain("bread");
    expect(modernTools(open({ filter: "none" }))).toEqual([]);
  });

  test("offer the files of what the user called, and nothing else of it", async () => {
    const executor = open();
    await executor.activate("till", { by: "user" });
    const enums = modernTools(executor).map(({ inputSchema }) => {
      const { name } = inputSchema["properties"] as { readonly name?: { readonly enum: readonly string[] } };
      return name?.enum;
    });
    expect(enums).toEqual([["bread", "cake"], ["bread", "cake", "till"], undefined]);
    const tools = modernTools(executor);
    expect(await callTool(tools, "read_skill_resource", { name: "till", path: "SKILL.md" })).toMatchObject({
      content: "Count.\n",
    });
    expect(await callTool(tools, "load_skill", { name: "till" })).toMatchObject({ code: "unknown-skill" });

    const only = open({ only: ["till"] });
    expect(modernTools(only)).toEqual([]);
    await only.activate("till", { by: "user" });
    expect(modernTools(only).map((tool) => tool.name)).toEqual(["read_skill_resource"]);
    expect(modernTools(only, { filter: "skills/bread" })).toEqual([]);
  });

  test("load a skill with arguments", async () => {
    const executor = open();
    expect(await callTool(modernTools(executor), "load_skill", { name: "bread", arguments: "rye" })).toEqual({
      name: "bread",
      instructions: "Knead rye.",
      resources: [
        { path: "notes/rye.md", media_type: "text/markdown", bytes: 13, description: "Rye" },
        { path: "crust.png", media_type: "image/png", bytes: 8 },
      ],
      added_tools: ["Oven"],
    });
    expect(executor.activeSkills()).toEqual(["bread"]);
  });

  test("take JSON as text, and answer what a model gets wrong", async () => {
    const tools = modernTools(open());
    expect(await callTool(tools, "load_skill", '{"name":"cake"}')).toMatchObject({ name: "cake" });
    const wrong: [string, unknown, object][] = [
      ["load_skill", { name: "bred" }, { code: "unknown-skill", nearest: ["bread"] }],
      ["load_skill", { name: "till" }, { code: "unknown-skill" }],
      ["load_skill", {}, { code: "unknown-skill" }],
      ["load_skill", { name: 5 }, { code: "invalid-input" }],
      ["load_skill", "not JSON", { code: "invalid-input" }],
      ["load_skill", [], { code: "invalid-input" }],
      ["load_skil", {}, { code: "unknown-tool", nearest: ["load_skill"] }],
      [
        "read_skill_resource",
        { name: "bread", path: "notes/rey.md" },
        { code: "unknown-file", nearest: ["notes/rye.md"] },
      ],
      ["read_skill_resource", { name: "bread", path: "../till/x" }, { code: "path-traversal" }],
      ["read_skill_resource", { name: "bread", path: "notes/rye.md", limit: -1 }, { code: "invalid-input" }],
      ["read_skill_resource", { name: "till", path: "SKILL.md" }, { code: "unknown-skill" }],
    ];
    for (const [name, input, expected] of wrong) {
      const output = await callTool(tools, name, input);
      expect(output).toMatchObject(expected);
      expect(isToolFailure(output)).toBe(true);
    }
    expect(isToolFailure(await callTool(tools, "load_skill", { name: "bread" }))).toBe(false);
  });

  test("read resources in parts, binary ones as base64", async () => {
    const tools = modernTools(open(), { maxRead: 6 });
    expect(await callTool(tools, "read_skill_resource", { name: "bread", path: "notes/rye.md", limit: 100 })).toEqual({
      content: "Sour a",
      encoding: "text",
      media_type: "text/markdown",
      size: 13,
      offset: 0,
      next_offset: 6,
    });
    expect(
      await callTool(tools, "read_skill_resource", { name: "bread", path: "notes/rye.md", offset: 12 }),
    ).toMatchObject({ content: "k", offset: 12 });
    const picture = { name: "bread", path: "crust.png" };
    expect(await callTool(tools, "read_skill_resource", { ...picture, encoding: "base64" })).toMatchObject({
      content: base64,
      encoding: "base64",
      media_type: "image/png",
    });
    // Base64 only on request: no model sees a picture in it.
    for (const encoding of [undefined, null, "text", "BASE64", 7])
      expect(await callTool(tools, "read_skill_resource", { ...picture, encoding })).toEqual({
        ...picture,
        media_type: "image/png",
        bytes: 5,
        hint: 'its bytes: encoding "base64"',
      });
  });

  test("search among what is visible", async () => {
    const executor = open();
    const output = { skills: [{ name: "cake", description: "Bakes cakes." }] };
    expect(await callTool(modernTools(executor), "search_skills", { query: "cakes and money" })).toEqual(output);
    expect(await callTool(modernTools(executor), "search_skills", { query: "" })).toEqual({ skills: [] });
  });

  test("search answers with short descriptions on one line", async () => {
    const long = `Bakes\nbread${", rolls and buns of every kind".repeat(40)}. Never burns.`;
    const skills = fixtureSkills([{ id: "bread", description: long }]);
    const tools = modernTools(createExecutor(skills, { profile: "standard" }));
    const { skills: found } = (await callTool(tools, "search_skills", { query: "bread" })) as SearchOutput;
    expect(found[0]?.description).toMatch(/^Bakes bread, rolls .{120,180} kind…$/);
    expect(found[0]?.description.length).toBeLessThanOrEqual(200);
  });

  test("obey a filter of their own", async () => {
    const executor = open();
    const tools = modernTools(executor, { filter: "skills/cake" });
    expect(tools[0]?.inputSchema).toMatchObject({ properties: { name: { enum: ["cake"] } } });
    expect(await callTool(tools, "load_skill", { name: "bread" })).toMatchObject({ code: "unknown-skill" });
    expect(await callTool(tools, "read_skill_resource", { name: "bread", path: "SKILL.md" })).toMatchObject({
      code: "unknown-skill",
    });
    expect(await callTool(tools, "search_skills", { query: "bread" })).toEqual({ skills: [] });
  });
});

describe("forks", () => {
  test("are run by the application, and leave the skill inactive", async () => {
    const executor = open();
    const requests: ForkRequest[] = [];
    const onFork = async (request: ForkRequest): Promise<{ cake: string }> => {
      requests.push(request);
      return { cake: "ready" };
    };
    const tools = modernTools(executor, { onFork, parentTools: ["Oven"], forkLimits: { maxSteps: 2 } });
    expect(await callTool(tools, "load_skill", { name: "cake" })).toEqual({ name: "cake", result: { cake: "ready" } });
    expect(await callTool(tools, "load_skill", { name: "bread" })).toMatchObject({ instructions: "Knead $0." });
    expect(requests).toMatchObject([
      {
        kind: "fork",
        agent: "pastry-cook",
        prompt: "Whisk.",
        tools: ["Oven"],
        limits: { maxSteps: 2, maxSeconds: 120 },
      },
    ]);
    expect(executor.activeSkills()).toEqual(["bread"]);
  });

  test("obey filters and hooks", async () => {
    const onFork = (): string => "must not run";
    const filtered = modernTools(open(), { onFork, filter: "skills/bread" });
    expect(await callTool(filtered, "load_skill", { name: "cake" })).toMatchObject({ code: "unknown-skill" });
    const denied = modernTools(open({ beforeActivation: () => ({ decision: "deny", reason: "no eggs" }) }), { onFork });
    expect(await callTool(denied, "load_skill", { name: "cake" })).toMatchObject({ code: "denied" });
  });
});

describe("PromptKit", () => {
  test("activates, reads and deactivates, with either spelling of the name", async () => {
    const executor = open({ profile: "promptkit" });
    const tools = promptkitTools(executor);
    expect(tools.map(({ name, namespace }) => [name, namespace])).toEqual([
      ["skill__activate", "skill"],
      ["skill__deactivate", "skill"],
      ["skill__read_resource", "skill"],
    ]);
    expect(await tools[0].execute({ skill: "bread" })).toEqual({ instructions: "Knead $0.", added_tools: ["Oven"] });
    expect(await tools[2].execute({ skill_name: "bread", path: "notes/rye.md" })).toEqual({ content: "Sour and dark" });
    expect(await tools[2].execute({ skill_name: "bread", path: "crust.png" })).toEqual({
      content: base64,
      encoding: "base64",
      media_type: "image/png",
    });
    expect(await tools[1].execute({ name: "bread" })).toEqual({ removed_tools: ["Oven"] });
    expect(await tools[1].execute({ name: "bread" })).toMatchObject({ code: "not-active" });
    expect(await tools[0].execute({ name: 7 })).toMatchObject({ code: "invalid-input" });
  });
});

describe("SkillKit", () => {
  test("runs each skill in a loop where there is one", async () => {
    const executor = open({ profile: "skillkit" });
    const [tool] = skillkitTools(executor, {
      onFork: ({ prompt, tools }) => `${prompt} (${tools.join()})`,
      parentTools: ["Shell"],
    });
    expect(await tool.execute({ name: "bread", arguments: "rye" })).toBe("Knead rye. (Shell)");
    expect(await skillkitTools(executor)[0].execute({ name: "bread", arguments: "rye" })).toBe("Knead rye.");
    expect(await tool.execute({ name: "brad" })).toMatchObject({ code: "unknown-skill", nearest: ["bread"] });
  });

  test("no loop that a skill started starts another one", async () => {
    const [tool] = skillkitTools(open({ profile: "skillkit" }), {
      onFork: ({ tools }) => tools,
      parentTools: ["Shell", "activate_skill", "Mixer"],
    });
    expect(await tool.execute({ name: "cake" })).toEqual(["Shell", "Mixer"]);
  });
});

describe("instructor-php", () => {
  test("loads, lists, and tells the tracker", async () => {
    const executor = open({ profile: "cognesy" });
    const tracker = createActiveSkillTracker(executor.profile);
    const [tool] = cognesyTools(executor, { tracker });
    const list = "Available skills:\n- [bread]: Bakes bread.\n- [cake]: Bakes cakes.";
    expect(await tool.execute({ skill_name: "bread", arguments: "rye" })).toBe(
      '<skill name="bread">\nKnead rye.\n</skill>',
    );
    expect(tracker.exportState()).toMatchObject({ skill: "bread", allowedTools: ["Oven"] });
    expect(await tool.execute({})).toBe(list);
    expect(await tool.execute({ skill_name: "bread", list_skills: true })).toBe(list);
    expect(await tool.execute({ skill_name: "" })).toBe(`Skill '' not found.\n\n${list}`);
    expect(await tool.execute({ skill_name: "till" })).toBe(`Skill 'till' not found.\n\n${list}`);
    expect(tracker.exportState()).toMatchObject({ skill: "bread" });
    expect(await tool.execute("{")).toMatchObject({ code: "invalid-input" });
  });

  test("as it was: lists what users may call and loads anything", async () => {
    const [tool] = cognesyTools(open({ profile: "cognesy", compat: "exact" }));
    expect(await tool.execute({})).toContain("- [till]: Counts money.");
    expect(await tool.execute({ skill_name: "till" })).toBe('<skill name="till">\nCount.\n</skill>');
  });

  test("takes the result of a fork as text", async () => {
    const [tool] = cognesyTools(open({ profile: "cognesy" }), { onFork: () => ({ layers: 3 }) });
    expect(await tool.execute({ skill_name: "cake" })).toBe('{"layers":3}');
  });
});

describe("fizeau", () => {
  test("gives the raw text, and messages that name what there is", async () => {
    const [tool] = fizeauTools(open({ profile: "fizeau" }));
    expect(await tool.execute({ skill_name: "cake" })).toBe("Whisk.\n");
    expect(await tool.execute({ skill_name: "Cake" })).toMatchObject({
      error: 'load_skill: skill "Cake" not found; available: bread, cake',
      code: "unknown-skill",
    });
    expect(await tool.execute(null)).toMatchObject({ code: "name-required" });
    expect(await fizeauTools(createExecutor(fixtureSkills([])))[0].execute({ skill_name: "x" })).toMatchObject({
      error: "load_skill: no skills are configured",
    });
  });
});

describe("spaces around a name that a model wrote", () => {
  const spaced = " bread\n";
  test.each([
    ["modern", () => modernTools(open()), "load_skill", { name: spaced }, "Knead"],
    ["promptkit", () => promptkitTools(open()), "skill__activate", { name: spaced }, "Knead"],
    [
      "promptkit",
      () => promptkitTools(open()),
      "skill__read_resource",
      { skill_name: spaced, path: "notes/rye.md" },
      "Sour",
    ],
    ["skillkit", () => skillkitTools(open()), "activate_skill", { name: spaced }, "Knead"],
    ["cognesy", () => cognesyTools(open()), "load_skill", { skill_name: spaced }, "Knead"],
    ["fizeau", () => fizeauTools(open()), "load_skill", { skill_name: spaced }, "Knead"],
  ] as const)("do not matter in %s", async (_style, make, tool, input, text) => {
    expect(JSON.stringify(await callTool(make(), tool, input))).toContain(text);
  });

  test("do not matter to the module, whose exact names come first", async () => {
    expect(bakery.has(spaced)).toBe(true);
    expect([bakery.find(spaced)?.id, bakery.get(spaced).id, (await bakery.load(spaced)).id]).toEqual(
      Array(3).fill("bread"),
    );
    expect(await bakery.readText(spaced, "notes/rye.md")).toBe("Sour and dark");
    const two = fixtureSkills([{ id: " tea" }, { id: "tea" }]);
    expect([two.find(" tea")?.id, two.find("tea ")?.id, two.find(" ")]).toEqual([" tea", "tea", undefined]);
    const merged = mergeCatalogs(bakery, fixtureSkills([{ id: "tea" }]));
    expect([merged.find(spaced)?.id, (await merged.load(" tea")).id]).toEqual(["bread", "tea"]);
    for (const name of [undefined, null, 7, {}] as unknown as string[]) expect(merged.find(name)).toBeUndefined();
  });
});

describe("the tools of a profile", () => {
  test.each([
    ["standard", ["load_skill", "read_skill_resource", "search_skills"]],
    ["promptkit", ["skill__activate", "skill__deactivate", "skill__read_resource"]],
    ["skillkit", ["activate_skill"]],
    ["cognesy", ["load_skill"]],
    ["fizeau", ["load_skill"]],
    ["carnet", ["loadSkill", "loadSkillFile"]],
  ] as const)("%s", async (profile, names) => {
    const tools = skillTools(open({ profile }));
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(names.every((name) => skillToolNames.includes(name))).toBe(true);
    for (const { inputSchema } of tools) expect(JSON.parse(JSON.stringify(inputSchema))).toEqual(inputSchema);
    const input = { name: "cake", skill: "cake", skill_name: "cake", skillName: "cake" };
    expect(JSON.stringify(await tools[0]?.execute(input))).toContain("Whisk.");
  });

  test("or of a style", () => {
    expect(skillTools(open(), { style: "fizeau" }).map(({ name }) => name)).toEqual(["load_skill"]);
  });
});

test("a caller that is undefined is the one of the original: it lists what users may invoke, and loads anything", async () => {
  const skills = fixtureSkills([
    { id: "open", description: "Opens.", instructions: "Open.\n" },
    { id: "own", description: "Is mine.", instructions: "Mine.\n", disableModelInvocation: true },
  ]);
  const executor = createExecutor(skills, { profile: "cognesy", compat: "exact" });
  const [tool] = cognesyTools(executor, { by: undefined });
  expect(await tool.execute({ list_skills: true })).toContain("own");
  expect(await tool.execute({ skill_name: "own" })).toContain("Mine.");
});
