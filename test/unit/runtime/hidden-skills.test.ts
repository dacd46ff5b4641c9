/** A model cannot distinguish a skill that it may not know of from one that does not exist. */
import { expect, test } from "vitest";
import { createExecutor } from "../../../src/runtime/executor/index.ts";
import { cognesyTools } from "../../../src/runtime/tools/cognesy-tools.ts";
import { fizeauTools } from "../../../src/runtime/tools/fizeau-tools.ts";
import { callTool, modernTools, promptkitTools, skillkitTools } from "../../../src/runtime/tools/index.ts";
import { fixtureSkills } from "../../support/fixture-skills.ts";

const OPEN = { id: "open-payroll" };
const HIDDEN = { id: "payroll", requiredScope: ["finance:payroll"] };
const withHidden = fixtureSkills([OPEN, HIDDEN]);
const without = fixtureSkills([OPEN]);

const styles = { modernTools, promptkitTools, skillkitTools, cognesyTools, fizeauTools };

test.each(Object.entries(styles))("%s answers alike", async (_, create) => {
  const answers = async (executor: ReturnType<typeof createExecutor>): Promise<unknown> => {
    const tools = create(executor);
    const input = { skill_name: "payroll", name: "payroll", skill: "payroll", path: "a.md", file_path: "a.md" };
    return Promise.all(tools.map(async ({ name }) => [name, await callTool(tools, name, input)]));
  };
  const missing = JSON.stringify(await answers(createExecutor(without)));
  expect(JSON.stringify(await answers(createExecutor(withHidden)))).toBe(missing);
  expect(JSON.stringify(await answers(createExecutor(withHidden, { only: ["open-payroll"] })))).toBe(missing);
  expect(missing).not.toContain("finance");
});

test("the code tells the application", () => {
  expect(createExecutor(withHidden).find("payroll")).toMatchObject({
    code: "unauthorized",
    message: 'Unknown skill "payroll" (did you mean "open-payroll"?)',
  });
  const granted = { grants: ["finance:*"], only: ["open-payroll"] };
  expect(createExecutor(withHidden, granted).find("payroll")).toMatchObject({ code: "not-available" });
});
