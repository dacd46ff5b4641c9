/** The prompts that docs/agents.md shows are those of `agentSkills`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentSkills } from "../../src/runtime/agent/index.ts";
import { fixtureSkills } from "../support/fixture-skills.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/agents.md"), "utf8");
const [filled = "", grouped = ""] = [...PAGE.matchAll(/^```md\n(.*?)\n```$/gms)].map(([, text]) => text as string);

const WORK: Readonly<Record<string, string>> = {
  billing:
    "Refunds payments, changes subscriptions and writes credit notes. Use it when a customer asks for money back.",
  contracts: "Comprehensive guide for reviewing supplier contracts: terms, liability, renewal dates and signatures.",
  inventory:
    "Use this skill when the user asks to count stock, plan deliveries or find what is missing in a warehouse.",
};
const skillsOf = (perTeam: number) =>
  fixtureSkills(
    Object.entries(WORK).flatMap(([team, description]) =>
      Array.from({ length: perTeam }, (_, at) => {
        const id = `${team}-${["eu", "us", "uk", "jp"][at % 4]}${at < 4 ? "" : `-${at}`}`;
        return { id, path: `skills/${team}/${id}`, description };
      }),
    ),
  );

test("a prompt whose descriptions are cut", async () => {
  const { systemPrompt, shortened } = await agentSkills(skillsOf(4), { budget: 430 });
  expect(shortened.step).toBe(3);
  expect(filled).toBe(systemPrompt);
});

test("a prompt of groups", async () => {
  const { systemPrompt, shortened } = await agentSkills(skillsOf(100), { budget: 430 });
  expect(shortened.step).toBe(5);
  expect(grouped).toBe(systemPrompt);
});
