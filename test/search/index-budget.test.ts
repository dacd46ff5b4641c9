/** The default index of real skills: which step a budget allows, and how much of it is spent. */
import { encode } from "gpt-tokenizer";
import { expect, test } from "vitest";
import { agentSkills, type AgentSkills } from "../../src/runtime/agent/index.ts";
import { describedSkills, findCorpus } from "../support/corpus.ts";
import { fixtureSkills } from "../support/fixture-skills.ts";

const indexOf = ({ systemPrompt }: AgentSkills): string => systemPrompt.split("\n\n<skill_content")[0] as string;

const definitions = ({ tools }: AgentSkills): string =>
  JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })));

const corpus = findCorpus();

test.skipIf(corpus === undefined).each([
  [50, 4000, 2],
  [50, 1500, 3],
  [229, 400, 5],
  [229, 1000, 5],
  [229, 2000, 3],
  [229, 4000, 3],
  [229, 6000, 3],
  [229, 12_000, 3],
  [229, 20_000, 2],
])(
  "%i real skills in %i tokens end at step %i, and what is cut leaves at most a tenth",
  async (count, budget, step) => {
    const skills = fixtureSkills(describedSkills(corpus as string).slice(0, count));
    const agent = await agentSkills(skills, { budget });
    const { shortened } = agent;
    const real = encode(indexOf(agent)).length + encode(definitions(agent)).length;
    expect(shortened.step).toBe(step);
    expect(real).toBeLessThanOrEqual(shortened.tokens * 1.05);
    expect(shortened.tokens).toBeLessThanOrEqual(budget);
    if (step > 2) expect(shortened.tokens).toBeGreaterThan(budget * 0.9);
  },
);
