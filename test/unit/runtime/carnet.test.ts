import { describe, expect, test } from "vitest";
import { carnetPrompt } from "../../../src/runtime/systems/carnet/carnet-prompt.ts";
import { createCarnetSession, type CarnetSessionOptions } from "../../../src/runtime/systems/carnet/exports.ts";
import { createExecutor, type ExecutorOptions } from "../../../src/runtime/executor/index.ts";
import { mergeVariables } from "../../../src/runtime/render/index.ts";
import { carnetTools } from "../../../src/runtime/systems/carnet/tools.ts";
import { fixtureSkills } from "../../support/fixture-skills.ts";

const skills = fixtureSkills([
  { id: "greeting", description: "Greets guests.", instructions: "Smile at {{ GUEST }}.", toolsets: ["desk"] },
  {
    id: "booking",
    description: "Books rooms.",
    instructions: "Ask for dates.",
    toolsets: ["rooms", "ghost"],
    files: {
      "prices.md": { text: "From {{ PRICE }}", description: "Prices" },
      "draft.md": "not declared",
      "plan.png": { base64: "AAEC" },
    },
  },
  { id: "payroll", description: "Pays staff.", instructions: "Secret." },
  { id: "closing", description: "Locks up.", disableModelInvocation: true },
]);
const agent = {
  name: "concierge",
  prompt: "You are {{ HOTEL }}.",
  initialSkills: ["greeting"],
  skills: ["booking", "closing"],
};
const toolsets = [
  { name: "desk", tools: ["ring_bell"] },
  { name: "rooms", tools: ["find_room", "ring_bell"] },
];
const fill = (text: string): string => text.replaceAll(/\{\{ (\w+) \}\}/g, (_all, name: string) => name.toLowerCase());

function open(executor: ExecutorOptions = {}, options: Partial<CarnetSessionOptions> = {}) {
  const render: ExecutorOptions["render"] = ({ instructions }) => fill(instructions);
  return createCarnetSession(createExecutor(skills, { profile: "carnet", render, ...executor }), {
    agent,
    toolsets,
    fill,
    ...options,
  });
}

describe("a session", () => {
  test("begins with the initial skills, and loading exposes tools", async () => {
    const session = open();
    expect([session.discoveredSkills(), session.exposedTools()]).toEqual([["greeting"], ["ring_bell"]]);
    expect(await session.load("booking")).toMatchObject({ ok: true, content: "Ask for dates." });
    expect([session.discoveredSkills(), session.exposedTools()]).toEqual([
      ["greeting", "booking"],
      ["find_room", "ring_bell"],
    ]);
    session.reset();
    expect([session.discoveredSkills(), session.exposedTools()]).toEqual([["greeting"], ["ring_bell"]]);
  });

  test("hands the model only exposed tools; a later tool of one name counts, also before a meta-tool", async () => {
    const session = open({}, { toolsets: [...toolsets, { name: "desk", tools: ["ring_bell", "loadSkill"] }] });
    const tools = session.tools(
      carnetTools(session),
      { ring_bell: "old", find_room: 1, loadSkill: "own", vault: 0 },
      { ring_bell: "new" },
    );
    expect([...tools.keys()]).toEqual(["loadSkill", "loadSkillFile", "ring_bell"]);
    expect([tools.get("ring_bell"), tools.get("loadSkill")]).toEqual(["new", "own"]);
    expect(session.diagnose({ vault: 0, ring_bell: 1 })).toEqual({
      provided: ["ring_bell", "vault"],
      exposed: ["ring_bell"],
      filteredOut: ["vault"],
      missing: ["loadSkill"],
      loadedToolsets: ["desk"],
      discoveredSkills: ["greeting"],
    });
  });

  test("checks grants, flags and filters", async () => {
    const session = open();
    expect(await session.load("payroll")).toMatchObject({ code: "not-available" });
    expect(await session.load("closing")).toMatchObject({ code: "not-invocable" });
    expect(session.available().map(({ id }) => id)).toEqual(["greeting", "booking"]);
    expect(await open({ filter: "skills/greeting" }).load("booking")).toMatchObject({ code: "filtered" });
    const own = open({ filter: "skills/greeting" }, { filter: "skills/booking" });
    expect(own.available().map(({ id }) => id)).toEqual(["booking"]);
    expect(await own.load("booking")).toMatchObject({ ok: true });
    expect((await carnetPrompt(own)).initialSkills).toEqual([]);
    expect([own.discoveredSkills(), own.exposedTools()]).toEqual([["booking"], ["find_room", "ring_bell"]]);
    expect(await open({ compat: "exact" }).load("payroll")).toMatchObject({ ok: true });
    expect(() => open({}, { agent: { ...agent, skills: ["bookings"] } })).toThrow('"booking"');
  });

  test("reads declared files of loaded skills, with variables", async () => {
    const session = open();
    expect(await session.readFile("booking", "prices.md")).toMatchObject({ code: "not-active" });
    await session.load("booking");
    expect(await session.readFile("booking", "prices.md")).toMatchObject({ content: "From price" });
    expect(await session.readFile("booking", "draft.md")).toMatchObject({ code: "unknown-file" });
    expect(await session.readFile("booking", "./prices.md")).toMatchObject({ code: "unknown-file" });
    expect(await session.readFile("payroll", "x")).toMatchObject({ code: "not-available" });
    expect(await open({ compat: "exact" }).readFile("booking", "prices.md")).toMatchObject({
      content: "From {{ PRICE }}",
    });
  });

  test("continues from its state", async () => {
    const before = open();
    await before.load("booking");
    const after = open();
    expect(after.restoreState(JSON.parse(JSON.stringify(before.exportState())))).toEqual({ ok: true });
    expect(after.exposedTools()).toEqual(["find_room", "ring_bell"]);
    expect(after.restoreState({ version: 1, discovered: ["payroll", "ghost", 4, "booking"] })).toEqual({ ok: true });
    expect(after.discoveredSkills()).toEqual(["booking"]);
    expect(after.restoreState({})).toMatchObject({ code: "state-invalid" });
  });
});

describe("the meta-tools", () => {
  test("answer in Carnet's shapes", async () => {
    const session = open();
    const [loadSkill, loadSkillFile] = carnetTools(session);
    const files = [{ path: "prices.md", description: "Prices" }];
    expect(await loadSkill.execute({ skillName: "booking" })).toEqual({
      success: true,
      content: "Ask for dates.",
      metadata: { name: "booking", description: "Books rooms.", toolsets: ["rooms", "ghost"], files },
      files,
    });
    expect(await loadSkill.execute({ skillName: "bookin" })).toEqual({
      success: false,
      error: "Skill not found: bookin",
      available: ["greeting", "booking"],
    });
    expect(await loadSkill.execute({ skillName: "payroll" })).toMatchObject({
      success: false,
      error: "Skill not found: payroll",
    });
    expect(await loadSkill.execute("{")).toMatchObject({ success: false, error: "Skill not found: " });
    expect(await loadSkillFile.execute({ skillName: "booking", path: "prices.md" })).toEqual({
      success: true,
      content: "From price",
      path: "prices.md",
    });
    expect(await loadSkillFile.execute({ skillName: "booking", path: "x" })).toEqual({
      success: false,
      error: "File not found in skill",
      path: "x",
    });
    expect(await loadSkillFile.execute({ skillName: "nope", path: "x" })).toEqual({
      success: false,
      error: "Skill not found",
      path: "x",
    });
  });

  test("give file contents with the metadata only as it was", async () => {
    const [loadSkill] = carnetTools(open({ compat: "exact" }));
    expect(await loadSkill.execute({ skillName: "booking" })).toMatchObject({
      metadata: { files: [{ path: "prices.md", content: "From {{ PRICE }}" }] },
      files: [{ path: "prices.md", description: "Prices" }],
    });
  });
});

describe("the prompt", () => {
  test("has the agent's text, the initial skills, the list of the others, and how to load them", async () => {
    const { text, initialSkills, onDemandSkills, tokens } = await carnetPrompt(open());
    expect(text.split("\n\n").slice(0, 6)).toEqual([
      "You are hotel.",
      "## Skills",
      "### greeting",
      "Greets guests.",
      "Smile at guest.",
      "## On-Demand Skills",
    ]);
    expect(text).toContain("\n\n- **booking**: Books rooms.\n\n## Loading Skills\n\n");
    expect([initialSkills, onDemandSkills]).toEqual([["greeting"], ["booking"]]);
    expect(tokens).toBeGreaterThan(50);
  });

  test("takes variables of one call, which beat those of the executor", async () => {
    const variables = mergeVariables({ constructed: { HOTEL: "Grand Hotel", GUEST: "you" } });
    const session = createCarnetSession(createExecutor(skills, { profile: "carnet", variables }), { agent, toolsets });
    const promptFor = async (call?: Readonly<Record<string, string>>): Promise<string> =>
      (await carnetPrompt(session, call && { variables: mergeVariables({ call }) })).text;
    expect(await promptFor({ GUEST: "Ada {{ HOTEL }}" })).toMatch(
      /^You are Grand Hotel\.\n[^]*Smile at Ada \{\{ HOTEL \}\}\./,
    );
    expect(await promptFor({ HOTEL: "the Ritz" })).toMatch(/^You are the Ritz\.\n[^]*Smile at you\./);
    expect(await promptFor()).toMatch(/^You are Grand Hotel\.\n[^]*Smile at you\./);
    expect(
      await session.executor.open("greeting", { variables: mergeVariables({ call: { GUEST: "Eve" } }) }),
    ).toMatchObject({ instructions: "Smile at Eve." });
  });

  test("says nothing of what is not there", async () => {
    const { text } = await carnetPrompt(open({}, { agent: { ...agent, initialSkills: [], skills: [] } }));
    expect(text).toBe("You are hotel.");
  });
});

test("the prompt names the files of initial skills, which no answer lists", async () => {
  const { text } = await carnetPrompt(open({}, { agent: { ...agent, initialSkills: ["booking"], skills: [] } }));
  expect(text).toContain("Ask for dates.\n\nFiles, which `loadSkillFile` reads with the name `booking` and a path:");
  expect(text).toContain("\n\n- `prices.md`: Prices");
  expect(text).not.toContain("draft.md");
});
