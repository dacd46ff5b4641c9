/** The budget of the default index: what is shortened first, and that a model still reaches every skill. */
import { encode } from "gpt-tokenizer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agentSkills, type AgentSkills } from "../../../../src/runtime/agent/index.ts";
import type { SearchOutput } from "../../../../src/runtime/tools/index.ts";
import { fixtureSkills, type FixtureSkill } from "../../../support/fixture-skills.ts";

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
/** The ids that have a description in an index, and that. */
const describedIn = (prompt: string): [string, string][] =>
  [...prompt.matchAll(/^- ([^: \n]+): (.+)$/gm)].map(([, id, text]) => [id as string, text as string]);
/** The ids in an index of groups. */
const namesIn = (prompt: string): Set<string> =>
  new Set(
    [...prompt.matchAll(/^- (?:(\S+)|\S+ \(\d+\): (.*))$/gm)].flatMap(([, id, names]) =>
      id === undefined ? (names as string).split(", ").filter((name) => name !== "…") : [id],
    ),
  );
const indexOf = ({ systemPrompt }: AgentSkills): string => systemPrompt.split("\n\n<skill_content")[0] as string;

describe("within 4,000 tokens", () => {
  test.each([
    [10, 1],
    [50, 1],
    [60, 2],
    [120, 3],
    [150, 3],
    [300, 3],
    [400, 3],
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
      const named = namesIn(index);
      for (const id of skills.names) {
        let name = id;
        if (agent.shortened.leftOut.includes(id)) {
          expect(index).toContain("search_skills finds the others");
          const query = skills.get(id).description.slice(0, 60);
          const found = (await agent.call("search_skills", { query })) as SearchOutput;
          name = found.skills.find((skill) => skill.name === id)?.name ?? "not found";
        } else if (agent.shortened.step === 5) expect(named).toContain(id);
        else expect(index).toMatch(new RegExp(`^- ${id}(?::|$)`, "m"));
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

  test("3 cuts descriptions at words, and says where", async () => {
    const skills = manySkills(100);
    const { shortened, systemPrompt, tools } = await agentSkills(skills);
    expect(shortened).toMatchObject({ step: 3, nameOnly: [], leftOut: [] });
    const cut = describedIn(systemPrompt)
      .map(([id, text]) => [skills.get(id).description, text] as const)
      .filter(([whole, text]) => text !== whole);
    expect(cut.length).toBeGreaterThan(90);
    expect(Math.max(...cut.map(([, text]) => text.length))).toBe(shortened.cutAt);
    for (const [whole, text] of cut) expect(`${whole} `).toMatch(new RegExp(`^${text.replace("…", "")}[ ,:]`));
    expect(cut.some(([, text]) => text.endsWith("."))).toBe(true);
    expect(tools.map(({ name }) => name)).toContain("search_skills");
  });

  test("3 gives the shortest descriptions whole, and what they leave to the others", async () => {
    const skills = fixtureSkills(
      Array.from({ length: 60 }, (_, at) => ({
        id: `skill-${at}`,
        description: at % 2 === 0 ? `Counts to ${at}.` : `Counts ${"sheep, cows and birds, ".repeat(30)}and ${at}.`,
      })),
    );
    const { shortened, systemPrompt } = await agentSkills(skills, { budget: 2000 });
    expect(shortened).toMatchObject({ step: 3, nameOnly: [] });
    const texts = new Map(describedIn(systemPrompt));
    for (let at = 0; at < 60; at += 2) expect(texts.get(`skill-${at}`)).toBe(`Counts to ${at}.`);
    expect(
      Math.min(...[...texts.values()].filter((text) => text.endsWith("…")).map(({ length }) => length)),
    ).toBeGreaterThan(80);
  });

  test("3 gives preloaded skills, then ranked ones, whole descriptions while they fit", async () => {
    const skills = manySkills(300);
    const rank = skills.names.slice(100, 104).toReversed();
    const { shortened, systemPrompt } = await agentSkills(skills, { rank });
    expect(shortened).toMatchObject({ step: 3, leftOut: [] });
    const described = describedIn(systemPrompt);
    const kept = skills.names.filter((id) => rank.includes(id) || skills.get(id).preload);
    expect(kept).toHaveLength(5);
    expect(described.filter(([id, text]) => text === skills.get(id).description).map(([id]) => id)).toEqual(kept);
    expect(shortened.nameOnly).toHaveLength(300 - described.length);
    const all = describedIn((await agentSkills(skills, { rank: skills.names.toReversed() })).systemPrompt);
    expect(all.map(([id]) => id).toSorted()).toEqual(skills.names.filter((id) => all.some(([one]) => one === id)));
    expect(
      all
        .map(([id]) => skills.names.indexOf(id))
        .filter((at) => at < 250 && skills.get(skills.names[at] as string).preload === false),
    ).toEqual([]);
  });

  test("4 has names only, where not one description fits", async () => {
    const skills = manySkills(60);
    const { shortened } = await agentSkills(skills, { budget: 10_000, only: skills.names.slice(0, 0) });
    expect(shortened).toMatchObject({ step: 1, nameOnly: [] });
    const names = fixtureSkills(
      Array.from({ length: 60 }, (_, at) => ({ id: `s${at}`, description: "x".repeat(900) })),
    );
    const budgets = Array.from({ length: 400 }, (_, at) => 300 + at);
    const steps = await Promise.all(budgets.map(async (budget) => (await agentSkills(names, { budget })).shortened));
    expect(steps.map(({ step }) => step)).toEqual(steps.map(({ step }) => step).toSorted((one, two) => two - one));
    const four = steps.find(({ step }) => step === 4);
    expect(four?.nameOnly).toHaveLength(60);
    expect(four).not.toHaveProperty("cutAt");
  });

  test("5 has ranked names and groups, never the beginning of the alphabet", async () => {
    const skills = manySkills(800);
    const last = skills.names.slice(-3);
    const { shortened, systemPrompt } = await agentSkills(skills, { rank: last });
    expect(shortened.step).toBe(5);
    for (const id of last) expect(systemPrompt).toContain(`\n- ${id}\n`);
    for (const verb of verbs)
      expect(systemPrompt).toMatch(new RegExp(`^- ${verb.toLowerCase()} \\(\\d+\\): .*, …$`, "m"));
    expect(shortened.nameOnly.length + shortened.leftOut.length).toBe(800);
    expect(namesIn(systemPrompt)).toEqual(new Set(shortened.nameOnly));
  });

  const numbered = (count: number, of: (at: number) => Partial<FixtureSkill>): FixtureSkill[] =>
    Array.from({ length: count }, (_, at) => ({
      id: `s${at}x`,
      description: "Does what it says. ".repeat(9),
      ...of(at),
    }));

  test.each<[string, FixtureSkill[], RegExp[]]>([
    [
      "namespaces",
      numbered(600, (at) => ({ id: `${["tax", "law"][at % 2]}:s${at}`, namespace: ["tax", "law"][at % 2] as string })),
      [/^- law \(300\): law:s1, /m, /^- tax \(300\): tax:s0, /m],
    ],
    [
      "directories, without those that are named skills",
      numbered(600, (at) => ({ path: `plugins/${["tax", "law"][at % 2]}/skills/s${at}x` })),
      [/^- tax \(300\): s0x, /m, /^- law \(300\): s1x, /m],
    ],
    [
      "tags, and others without one",
      numbered(600, (at) => ({ tags: at % 3 === 0 ? [] : [["tax", "law"][at % 2] as string, "all"] })),
      [/^- tax \(200\): /m, /^- law \(200\): /m, /^- other \(200\): /m],
    ],
    [
      "first words",
      numbered(600, (at) => ({ id: `${["tax", "law", "a", "b"][at % 4]}-${at % 4 < 2 ? "" : "z"}${at}` })),
      [/^- tax \(150\): /m, /^- b \(150\): /m],
    ],
    ["nothing, if they have nothing in common", numbered(600, () => ({})), [/^- other \(600\): s0x, /m]],
  ])("5 groups by %s", async (_what, list, expected) => {
    const { shortened, systemPrompt } = await agentSkills(fixtureSkills(list), { budget: 900 });
    expect(shortened.step).toBe(5);
    for (const line of expected) expect(systemPrompt).toMatch(line);
  });

  test("5 counts what is in no shown group as other, in the smallest budget too", async () => {
    const skills = fixtureSkills(numbered(900, (at) => ({ path: `skills/group-${at % 90}/s${at}x` })));
    const { shortened, systemPrompt } = await agentSkills(skills, { budget: 420 });
    expect(shortened.tokens).toBeLessThanOrEqual(420);
    const sizes = [...systemPrompt.matchAll(/^- \S+ \((\d+)\): /gm)].map(([, size]) => Number(size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(900);
    expect(systemPrompt).toMatch(/^- other \(\d+\): /m);
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
      const listed =
        shortened.step === 5 ? namesIn(systemPrompt).size : (systemPrompt.match(/^- [a-z]+/gm) ?? []).length;
      expect(listed + shortened.leftOut.length).toBe(list.length);
      const cut = describedIn(systemPrompt).filter(([, text]) => text.endsWith("…"));
      if (cut.length >= 20) expect(shortened.tokens).toBeGreaterThan(budget * 0.9);
      if (shortened.leftOut.length > 0) expect(tools.map(({ name }) => name)).toContain("search_skills");
    }),
    { numRuns: 60 },
  );
});
