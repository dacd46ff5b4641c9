/** Loading with arguments, through the tools of every style and with the built-in rendering. */
import { describe, expect, test } from "vitest";
import { createCarnetSession } from "../../../../src/runtime/systems/carnet/exports.ts";
import { createExecutor, type Executor, type ExecutorOptions } from "../../../../src/runtime/executor/index.ts";
import { mergeVariables, createScope } from "../../../../src/runtime/render/index.ts";
import { carnetTools } from "../../../../src/runtime/systems/carnet/tools.ts";
import { cognesyTools } from "../../../../src/runtime/systems/cognesy/tools.ts";
import { fizeauTools } from "../../../../src/runtime/systems/fizeau/tools.ts";
import { modernTools } from "../../../../src/runtime/tools/modern-tools.ts";
import { promptkitTools } from "../../../../src/runtime/systems/promptkit/tools.ts";
import { skillkitTools } from "../../../../src/runtime/systems/skillkit/tools.ts";
import { callTool } from "../../../../src/runtime/tools/tool.ts";
import { fixtureSkills } from "../../../support/fixture-skills.ts";

const BODY = "\nTune $0, then $ARGUMENTS[1]. Key: $key. See $SKILL_DIR/keys.md, $SESSION_ID, $HALL, {{ HALL }}.\n";
const workshop = fixtureSkills([
  {
    id: "piano",
    instructions: BODY,
    arguments: ["maker", "key"],
    files: { "keys.md": "88", "assets/hammer.md": { text: "felt", description: "A hammer", kind: "asset" } },
  },
  { id: "organ", path: "", instructions: "Pull $0 in $SKILL_DIR." },
]);
const ARGUMENTS = 'Steinway "c sharp"';
const values: ExecutorOptions = {
  sessionId: "s-7",
  scope: createScope({ HALL: "Musikverein" }),
  variables: mergeVariables({ constructed: { HALL: "Scala" } }),
};

const open = (options: ExecutorOptions = {}): Executor => createExecutor(workshop, { ...values, ...options });

describe("a load with arguments", () => {
  test("by the default tools: whatever an argument says, it is inserted once", async () => {
    const tools = modernTools(open());
    expect(await callTool(tools, "load_skill", { name: "piano", arguments: ARGUMENTS })).toMatchObject({
      instructions:
        "Tune Steinway, then c sharp. Key: c sharp. See skills/piano/keys.md, s-7, Musikverein, {{ HALL }}.",
    });
    expect(await callTool(tools, "load_skill", { name: "piano", arguments: "'$1 $HALL' $0" })).toMatchObject({
      instructions: "Tune $1 $HALL, then $0. Key: $0. See skills/piano/keys.md, s-7, Musikverein, {{ HALL }}.",
    });
    expect(await callTool(tools, "load_skill", { name: "piano" })).toMatchObject({
      instructions: "Tune $0, then $ARGUMENTS[1]. Key: $key. See skills/piano/keys.md, s-7, Musikverein, {{ HALL }}.",
    });
  });

  test("of an inline skill, which has no directory unless the application gives it one", async () => {
    const call = { name: "organ", arguments: "flute" };
    expect(await callTool(modernTools(open()), "load_skill", call)).toMatchObject({
      instructions: "Pull flute in $SKILL_DIR.",
    });
    const tools = modernTools(open({ skillDir: ({ id }) => `/mnt/${id}` }));
    expect(await callTool(tools, "load_skill", call)).toMatchObject({ instructions: "Pull flute in /mnt/organ." });
  });

  test("PromptKit knows no arguments: the text is as written", async () => {
    const [activate] = promptkitTools(open({ profile: "promptkit" }));
    expect(await activate.execute({ name: "piano" })).toEqual({ instructions: BODY.trim(), added_tools: [] });
  });

  test("SkillKit splits at single blanks, and asks the scope", async () => {
    const [activate] = skillkitTools(open({ profile: "skillkit" }));
    expect(await activate.execute({ name: "piano", arguments: ARGUMENTS })).toBe(
      'Tune Steinway, then "c. Key: $key. See skills/piano/keys.md, s-7, Musikverein, {{ HALL }}.',
    );
    const call = { name: "piano", arguments: "$HALL x" };
    expect(await activate.execute(call)).toMatch(/^Tune \$HALL, then x\./);
    const [exact] = skillkitTools(open({ profile: "skillkit", compat: "exact" }));
    expect(await exact.execute(call)).toMatch(/^Tune Musikverein, then x\./);
  });

  test("instructor-php frames the text and lists resources", async () => {
    const [load] = cognesyTools(open({ profile: "cognesy" }));
    expect(await load.execute({ skill_name: "piano", arguments: ARGUMENTS })).toBe(
      `<skill name="piano">
Tune Steinway, then "c. Key: $key. See $SKILL_DIR/keys.md, $SESSION_ID, $HALL, {{ HALL }}.

## Available resources
- assets/hammer.md
</skill>`,
    );
    expect(await load.execute({ skill_name: "organ" })).toContain("Pull $0 in $SKILL_DIR.");
  });

  test("fizeau gives the body byte for byte", async () => {
    const [load] = fizeauTools(open({ profile: "fizeau" }));
    expect(await load.execute({ skill_name: "piano", arguments: ARGUMENTS })).toBe(BODY);
  });

  test("Carnet fills variables, in files and in the prompt as well", async () => {
    const executor = open({ profile: "carnet" });
    const agent = { name: "tuner", prompt: "Tune in {{ HALL }}.", initialSkills: [], skills: ["piano"] };
    const session = createCarnetSession(executor, { agent });
    const [load] = carnetTools(session);
    expect(await load.execute({ skillName: "piano" })).toMatchObject({
      content: BODY.replace("{{ HALL }}", "Scala"),
      files: [{ path: "assets/hammer.md", description: "A hammer" }],
    });
    expect(await session.options.fill(agent.prompt)).toBe("Tune in Scala.");
  });
});

describe("rendering", () => {
  test("takes another dialect, or gives way to the application", async () => {
    const call = { arguments: "a" };
    expect(await open({ dialect: "none" }).activate("organ", call)).toMatchObject({
      instructions: "Pull $0 in $SKILL_DIR.",
    });
    expect(await open({ render: ({ id }) => `see ${id}` }).activate("organ", call)).toMatchObject({
      instructions: "see organ",
    });
  });

  test("asks a scope with the names of skill and agent", async () => {
    const asked: unknown[] = [];
    const scope = { resolve: (name: string, context: object) => (asked.push([name, context]), undefined) };
    await open({ scope, agent: "tuner" }).activate("piano");
    expect(asked).toEqual([["HALL", { skill: "piano", agent: "tuner" }]]);
  });

  test("reaches preloaded skills", async () => {
    const skills = fixtureSkills([{ id: "tone", preload: true, instructions: "In $SESSION_ID." }]);
    expect((await createExecutor(skills, { sessionId: "s-8" }).preloadedPrompt()).text).toContain("In s-8.");
  });
});
