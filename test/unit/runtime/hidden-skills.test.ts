/** A model cannot distinguish a skill that it may not know of from one that does not exist; the application can. */
import { describe, expect, test } from "vitest";
import { createCarnetSession } from "../../../src/runtime/systems/carnet/exports.ts";
import { createExecutor, type ExecutorOptions } from "../../../src/runtime/executor/index.ts";
import { isRefusal } from "../../../src/runtime/guard/index.ts";
import { callTool, carnetTools, skillTools, type SkillTool, type ToolStyle } from "../../../src/runtime/tools/index.ts";
import { fixtureSkills, type FixtureSkill } from "../../support/fixture-skills.ts";

const FILES = { "a.md": { text: "A.\n", description: "About a." } };
const OPEN: FixtureSkill = { id: "open-payroll", path: "skills/open/payroll", files: FILES };
const HIDDEN: FixtureSkill = { id: "payroll", path: "skills/closed/payroll", namespace: "hr", files: FILES };
const without = fixtureSkills([OPEN]);

/** Each way to hide a skill: what the skill says, what the application sets, and the code that it gets. */
const HIDING: readonly (readonly [
  way: string,
  skill: Partial<FixtureSkill>,
  options: ExecutorOptions,
  code: string,
])[] = [
  ["a scope", { requiredScope: ["finance:payroll"] }, {}, "unauthorized"],
  ["a scope and a preload", { requiredScope: ["finance:payroll"], preload: true }, {}, "unauthorized"],
  ["the list of an agent", {}, { only: ["open-payroll"] }, "not-available"],
  ["a filter", {}, { filter: "skills/open" }, "filtered"],
  ["a flag", { disableModelInvocation: true }, {}, "not-invocable"],
  [
    "a scope, a filter and a flag",
    { requiredScope: ["x"], disableModelInvocation: true },
    { filter: "skills/open" },
    "unauthorized",
  ],
];
const profiles = ["standard", "promptkit", "skillkit", "cognesy", "carnet", "fizeau"] as const;
const styles = ["modern", "promptkit", "skillkit", "cognesy", "carnet", "fizeau"] as const;
/** As a model may write it: the id, other cases, near misses, a path into it. */
const NAMES = ["payroll", "Payroll", "payrol", "hr:payroll", "payroll ", "open-payroll/../payroll"];
const PATHS = [
  "a.md",
  "SKILL.md",
  "../../closed/payroll/SKILL.md",
  "../../closed/payroll/a.md",
  "../../closed",
  "b.md",
];

/** Everything that a model is told and answered. */
async function talk(tools: readonly SkillTool[]): Promise<string> {
  const answers: unknown[] = [tools];
  for (const name of [...NAMES, "open-payroll"])
    for (const path of PATHS)
      for (const tool of tools) {
        const input = { name, skill: name, skill_name: name, skillName: name, path, query: "payroll closed" };
        answers.push(await callTool(tools, tool.name, input));
      }
  return JSON.stringify(answers);
}

describe.each(HIDING)("%s", (_, hidden, options, code) => {
  const withHidden = fixtureSkills([OPEN, { ...HIDDEN, ...hidden }]);

  test.each(profiles.flatMap((profile) => styles.map((style): [typeof profile, ToolStyle] => [profile, style])))(
    "under the profile %s, in the style %s",
    async (profile, style) => {
      const answersOf = async (skills: typeof without, tool: { onFork?: () => string }): Promise<string> => {
        const executor = createExecutor(skills, { profile, ...options });
        return `${await executor.skillIndex()}${await talk(skillTools(executor, { style, ...tool }))}`;
      };
      for (const tool of [{}, { onFork: () => "done" }])
        expect(await answersOf(withHidden, tool)).toBe(await answersOf(without, tool));
    },
  );

  test("the code tells the application", async () => {
    const executor = createExecutor(withHidden, options);
    const refused = [executor.find("payroll", { by: "model" }), await executor.activate("payroll", { by: "model" })];
    expect(refused.map((one) => isRefusal(one) && one.code)).toEqual([code, code]);
    const missing = createExecutor(without, options).find("payroll", { by: "model" });
    for (const one of refused) expect({ ...one, code: "" }).toEqual({ ...missing, code: "" });
  });
});

test("a filter of the call hides like one of the executor", async () => {
  const withHidden = fixtureSkills([OPEN, HIDDEN]);
  for (const style of styles) {
    const answersOf = (skills: typeof without): Promise<string> =>
      talk(skillTools(createExecutor(skills), { style, filter: "skills/open" }));
    expect(await answersOf(withHidden)).toBe(await answersOf(without));
  }
});

test("a Carnet agent learns nothing of the skills of other agents", async () => {
  const agent = { name: "mate", prompt: "", initialSkills: [], skills: ["open-payroll"] };
  const answersOf = async (skills: typeof without): Promise<string> =>
    talk(carnetTools(createCarnetSession(createExecutor(skills, { profile: "carnet" }), { agent })));
  const withHidden = fixtureSkills([OPEN, HIDDEN]);
  expect(await answersOf(withHidden)).toBe(await answersOf(without));
  const session = createCarnetSession(createExecutor(withHidden, { profile: "carnet" }), { agent });
  expect(await session.load("payroll")).toMatchObject({ code: "not-available" });
});
