/** The budget of the default index: what is shortened first, and that a model still reaches every skill. */
import { encode } from "gpt-tokenizer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agentSkills, type AgentSkills } from "../../../../src/runtime/agent/index.ts";
import type { SearchOutput } from "../../../../src/runtime/tools/index.ts";
import { fixtureSkills } from "../../../support/fixture-skills.ts";

const verbs = ["Extracts", "Reviews", "Deploys", "Translates", "Summarizes", "Audits", "Migrates", "Charts"];
const things = ["invoices", "contracts", "worker scripts", "release notes", "support tickets", "database schemas"];

/** Skills as people write them: a name of three words, a description of some 230 characters. */
const manySkills = (count: number) =>
  fixtureSkills(
    Array.from({ length: count }, (_, at) => {
      const verb = verbs[at % verbs.length] as string;
      const thing = things[at % things.length] as string;
      return {
        id: `${verb.toLowerCase()}-${thing.replace(" ", "-")}-${at}`,
        description: `${verb} ${thing} for team number ${at}: checks every field, explains what changed and why, and writes a short report in Markdown. Use it when the user mentions ${thing}, asks for a second opinion, or uploads a new file.`,
        instructions: `Do task ${at}.\n`,
        preload: at === count - 1,
      };
    }),
  );

const definitions = ({ tools }: AgentSkills): string =>
  JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })));
const indexOf = ({ systemPrompt }: AgentSkills): string => systemPrompt.split("\n\n<skill_content")[0] as string;

describe("within 4,000 tokens", () => {
  test.each([
    [10, 1],
    [50, 1],
    [60, 2],
    [120, 3],
    [150, 4],
    [300, 4],
    [800, 5],
  ])("%i skills end at step %i", async (count, step) => {
    const agent = await agentSkills(manySkills(count));
    expect(agent.shortened).toMatchObject({ step, budget: 4000 });
    expect(agent.shortened.tokens).toBeLessThanOrEqual(4000);
    const real = encode(indexOf(agent)).length + encode(definitions(agent)).length;
    expect(real).toBeLessThanOrEqual(4000);
    expect(agent.shortened.tokens / real).toBeGreaterThan(0.9);
    expect(agent.shortened.tokens / real).toBeLessThan(1.1);
  });

  test.each([10, 60, 150, 300, 800])(
    "a model reaches each of %i skills, by search where names were cut",
    async (count) => {
      const skills = manySkills(count);
      const agent = await agentSkills(skills);
      const index = indexOf(agent);
      for (const id of skills.names) {
        let name = id;
        if (agent.shortened.leftOut.includes(id)) {
          expect(index).toContain(`and ${agent.shortened.leftOut.length} more: search_skills`);
          const query = skills.get(id).description.slice(0, 60);
          const found = (await agent.call("search_skills", { query })) as SearchOutput;
          name = found.skills.find((skill) => skill.name === id)?.name ?? "not found";
        } else expect(index).toMatch(new RegExp(`^- ${id}(?::|$)`, "m"));
        expect(await agent.call("load_skill", { name })).toMatchObject({ name: id });
      }
    },
  );
});

describe("the steps", () => {
  test("2 drops the ids of the schema before it cuts a word", async () => {
    const skills = manySkills(66);
    const whole = await agentSkills(skills, { budget: 100_000 });
    const agent = await agentSkills(skills, { budget: whole.shortened.tokens - 1 });
    expect([whole.shortened.step, agent.shortened.step]).toEqual([1, 2]);
    expect(indexOf(agent)).toBe(indexOf(whole));
    expect(definitions(agent)).not.toContain("enum");
    expect(await agent.call("load_skill", { name: "reviews-contracts-11" })).toMatchObject({ code: "unknown-skill" });
    expect((await agentSkills(manySkills(101), { budget: 100_000 })).shortened.step).toBe(2);
  });

  test("3 cuts all descriptions alike, and says where", async () => {
    const { shortened, systemPrompt, tools } = await agentSkills(manySkills(100));
    const descriptions = [...systemPrompt.matchAll(/^- [^:]+: (.*)$/gm)].map(([, text]) => (text as string).length);
    expect(shortened).toMatchObject({ step: 3, nameOnly: [], leftOut: [] });
    expect(Math.max(...descriptions)).toBe(shortened.cutAt);
    expect(Math.min(...descriptions)).toBeGreaterThan((shortened.cutAt ?? 0) - 15);
    expect(tools.map(({ name }) => name)).toContain("search_skills");
  });

  test("4 keeps the descriptions of preloaded and ranked skills while they fit", async () => {
    const skills = manySkills(300);
    const rank = skills.names.slice(100, 104).toReversed();
    const { shortened, systemPrompt } = await agentSkills(skills, { rank });
    expect(shortened).toMatchObject({ step: 4, leftOut: [] });
    const described = [...systemPrompt.matchAll(/^- ([^:\n]+): /gm)].map(([, id]) => id);
    const preloaded = skills.names.filter((id) => skills.get(id).preload);
    expect(described).toEqual(skills.names.filter((id) => [...rank, ...preloaded].includes(id)));
    expect(shortened.nameOnly).toHaveLength(300 - described.length);
  });

  test("5 keeps ranked names, in the order of the catalog", async () => {
    const skills = manySkills(800);
    const last = skills.names.slice(-3);
    const { shortened, systemPrompt } = await agentSkills(skills, { rank: last });
    expect(shortened.step).toBe(5);
    for (const id of last) expect(systemPrompt).toContain(`\n- ${id}\n`);
    expect(shortened.leftOut).toEqual(skills.names.slice(-3 - shortened.leftOut.length, -3));
  });

  test("a budget is tokens, or two percent of a window", async () => {
    const skills = manySkills(60);
    expect((await agentSkills(skills, { budget: { contextWindow: 100_000 } })).shortened.budget).toBe(2000);
    expect((await agentSkills(skills, { budget: 1234 })).shortened.budget).toBe(1234);
  });
});

test("any skills stay within any budget that holds the bare tools, and no skill is lost from sight", async () => {
  const skill = fc.record({
    id: fc.stringMatching(/^[a-z]{1,12}$/),
    description: fc.string({ unit: "grapheme", maxLength: 600 }),
  });
  const lists = fc.uniqueArray(skill, { selector: ({ id }) => id, maxLength: 150 });
  await fc.assert(
    fc.asyncProperty(lists, fc.integer({ min: 350, max: 6000 }), async (list, budget) => {
      const skills = fixtureSkills(list);
      const agent = await agentSkills(skills, { budget });
      const { shortened, systemPrompt, tools } = agent;
      expect(shortened.tokens).toBeLessThanOrEqual(budget);
      const listed = systemPrompt.match(/^- [a-z]+/gm) ?? [];
      expect(listed.length + shortened.leftOut.length).toBe(list.length);
      if (shortened.leftOut.length > 0) expect(tools.map(({ name }) => name)).toContain("search_skills");
    }),
    { numRuns: 60 },
  );
});
