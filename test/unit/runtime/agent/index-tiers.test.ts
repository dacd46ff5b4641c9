/** How tiers list skills: the exact prompts of each tier at each step, and what search and loading make of them. */
import { describe, expect, test } from "vitest";
import { agentSkills, type AgentSkills, type AgentSkillsOptions } from "../../../../src/runtime/agent/index.ts";
import type { IndexTier } from "../../../../src/runtime/access.ts";
import type { SearchOutput } from "../../../../src/runtime/tools/index.ts";
import { fixtureSkills } from "../../../support/fixture-skills.ts";

const HEAD = "## Skills\n\nCall load_skill before working on a task that a skill covers.";
const LONG =
  "Draws charts of harbours with their depths and lights, and marks each rock that a keel could touch at low water.";

const skills = (
  tiers: Readonly<Record<string, IndexTier>> = {},
  hidden: readonly string[] = [],
  preload: readonly string[] = [],
) =>
  fixtureSkills(
    ["charts", "logs", "tides"].map((id) => ({
      id,
      description: `${id}: ${LONG}`,
      instructions: `Do ${id}.`,
      preload: preload.includes(id),
      disableModelInvocation: hidden.includes(id),
      ...(tiers[id] && { index: tiers[id] }),
    })),
  );
const toolNames = ({ tools }: AgentSkills): readonly string[] => tools.map(({ name }) => name);
const make = (tiers: Readonly<Record<string, IndexTier>>, options: AgentSkillsOptions = {}): Promise<AgentSkills> =>
  agentSkills(skills(tiers), options);
/** The same with descriptions of three sentences. */
const makeLong = (tiers: Readonly<Record<string, IndexTier>>, options: AgentSkillsOptions): Promise<AgentSkills> =>
  agentSkills(
    fixtureSkills(
      ["charts", "logs", "tides"].map((id) => ({
        id,
        description: `${id}: ${LONG} ${LONG} ${LONG}`,
        ...(tiers[id] && { index: tiers[id] }),
      })),
    ),
    options,
  );
describe("with room for everything", () => {
  test.each<readonly [tier: IndexTier, prompt: string]>([
    ["pinned", `${HEAD}\n\n- tides: tides: ${LONG}\n- charts: charts: ${LONG}\n- logs: logs: ${LONG}`],
    ["name-only", `${HEAD}\n\n- charts: charts: ${LONG}\n- logs: logs: ${LONG}\n- tides`],
    ["deferred", `${HEAD}\n\n- charts: charts: ${LONG}\n- logs: logs: ${LONG}\nand 1 more: search_skills`],
  ])("%s", async (tier, prompt) => {
    const agent = await make({ tides: tier });
    expect(agent.systemPrompt).toBe(prompt);
    expect(agent.shortened).toMatchObject({
      step: tier === "deferred" ? 2 : 1,
      nameOnly: tier === "name-only" ? ["tides"] : [],
      leftOut: [],
      deferred: tier === "deferred" ? ["tides"] : [],
    });
    expect(toolNames(agent).includes("search_skills")).toBe(tier === "deferred");
  });

  test("all are deferred", async () => {
    const agent = await make({ charts: "deferred", logs: "deferred", tides: "deferred" });
    expect(agent.systemPrompt).toBe(`${HEAD}\n\nand 3 more: search_skills`);
  });
});

describe("with less room", () => {
  const SEARCH = `${HEAD} search_skills finds skills by words.`;
  const GROUPS = `${HEAD} These are groups, with their sizes and some names: search_skills finds the others by words.`;
  const WHOLE = `${LONG} ${LONG} ${LONG}`;
  const CUT = "Draws charts of harbours with their depths and lights…";

  test.each<readonly [tier: IndexTier, budget: number, step: number, prompt: string]>([
    ["pinned", 445, 2, `${HEAD}\n\n- tides: tides: ${WHOLE}\n- charts: charts: ${WHOLE}\n- logs: logs: ${WHOLE}`],
    ["pinned", 430, 3, `${SEARCH}\n\n- tides: tides: ${WHOLE}\n- charts: charts: ${LONG}\n- logs: logs: ${LONG}`],
    ["pinned", 360, 5, `${GROUPS}\n\n- tides: tides: ${LONG} ${LONG}\n- other (2): …`],
    ["name-only", 375, 2, `${HEAD}\n\n- charts: charts: ${WHOLE}\n- logs: logs: ${WHOLE}\n- tides`],
    ["name-only", 360, 3, `${SEARCH}\n\n- charts: charts: ${LONG} ${CUT}\n- logs: logs: ${LONG}\n- tides`],
    ["name-only", 300, 4, `${SEARCH}\n\n- charts\n- logs\n- tides`],
    ["name-only", 290, 5, `${GROUPS}\n\n- other (3): …`],
    ["deferred", 440, 2, `${HEAD}\n\n- charts: charts: ${WHOLE}\n- logs: logs: ${WHOLE}\nand 1 more: search_skills`],
    ["deferred", 360, 3, `${SEARCH}\n\n- charts: charts: ${LONG}\n- logs: logs: ${LONG}\nand 1 more: search_skills`],
    ["deferred", 305, 4, `${SEARCH}\n\n- charts\n- logs\nand 1 more: search_skills`],
    ["deferred", 290, 5, `${GROUPS}\n\n- other (2): …\nand 3 more: search_skills`],
  ])("%s in %i tokens", async (tier, budget, step, prompt) => {
    const { systemPrompt, shortened } = await makeLong({ tides: tier }, { budget });
    expect([shortened.step, systemPrompt]).toEqual([step, prompt]);
    if (step < 5) expect(shortened.tokens).toBeLessThanOrEqual(budget);
  });
});

describe("step 5", () => {
  const many = (tiers: Readonly<Record<string, IndexTier>>) =>
    fixtureSkills(
      Array.from({ length: 400 }, (_, at) => {
        const id = `${at % 2 === 0 ? "sea" : "sky"}-skill-number-${at}`;
        return {
          id,
          description: `${id} does what skill ${at} does.`,
          instructions: "",
          ...(tiers[id] && { index: tiers[id] }),
        };
      }),
    );

  test("a pinned skill keeps its line, name-only names come before the others, deferred ones are counted", async () => {
    const tiers = {
      "sky-skill-number-399": "pinned",
      "sea-skill-number-100": "name-only",
      "sea-skill-number-102": "deferred",
    } as const;
    const { systemPrompt, shortened, tools } = await agentSkills(many(tiers), { budget: 900 });
    expect(shortened).toMatchObject({ step: 5, deferred: ["sea-skill-number-102"] });
    expect(shortened.tokens).toBeLessThanOrEqual(900);
    const lines = systemPrompt.split("\n").slice(4);
    expect(lines.slice(0, 2)).toEqual([
      "- sky-skill-number-399: sky-skill-number-399 does what skill 399 does.",
      "- sea-skill-number-100",
    ]);
    expect(lines.at(-1)).toBe(`and ${shortened.leftOut.length + 1} more: search_skills`);
    expect(systemPrompt).not.toContain("sea-skill-number-102");
    expect(tools.map(({ name }) => name)).toContain("search_skills");
  });

  test("pinned skills that are over the budget alone are cut alike, to no less than 80 characters", async () => {
    const agent = await makeLong({ charts: "pinned", logs: "pinned", tides: "pinned" }, { budget: 300 });
    expect(agent.shortened.step).toBe(3);
    const texts = Array.from(agent.systemPrompt.matchAll(/^- \w+: (.*)$/gm), ([, text = ""]) => text);
    expect(texts).toHaveLength(3);
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(81);
      expect(text.length).toBeGreaterThan(40);
    }
  });
});

describe("a deferred skill", () => {
  const deferred = { tides: "deferred" } as const;

  test("is found by search and loaded by its id, and is in no schema", async () => {
    const agent = await make(deferred);
    const { skills: found } = (await agent.call("search_skills", { query: "tides" })) as SearchOutput;
    expect(found[0]?.name).toBe("tides");
    expect(await agent.call("load_skill", { name: "tides" })).toMatchObject({
      name: "tides",
      instructions: "Do tides.",
    });
    expect(JSON.stringify(agent.tools)).not.toContain('"tides"');
  });

  test("is listed if it is preloaded", async () => {
    const agent = await agentSkills(skills(deferred, [], ["tides"]));
    expect(agent.systemPrompt).toContain(`- tides: tides: ${LONG}`);
    expect(agent.shortened.deferred).toEqual([]);
  });

  test.each([
    ["only", { only: ["charts", "logs"] }],
    ["filter", { filter: { matches: (path: string) => !path.endsWith("tides") } }],
  ] as const)("is not found past %s", async (_name, options) => {
    const agent = await agentSkills(skills({ ...deferred, logs: "deferred" }), options as AgentSkillsOptions);
    expect(agent.shortened.deferred).toEqual(["logs"]);
    const { skills: found } = (await agent.call("search_skills", { query: "tides logs" })) as SearchOutput;
    expect(found.map(({ name }) => name)).not.toContain("tides");
  });

  test("is not found if no model sees it", async () => {
    const agent = await agentSkills(skills({ ...deferred, logs: "deferred" }, ["tides"]));
    expect(agent.shortened.deferred).toEqual(["logs"]);
    expect(
      ((await agent.call("search_skills", { query: "tides" })) as SearchOutput).skills.map(({ name }) => name),
    ).not.toContain("tides");
  });
});

describe("tiers of the application", () => {
  test("win over those of the catalog, and the plan of one agent is not that of another", async () => {
    const all = skills({ tides: "deferred", logs: "pinned" });
    const first = await agentSkills(all, { tiers: { tides: "listed", logs: "deferred" } });
    const second = await agentSkills(all);
    expect([first.shortened.deferred, second.shortened.deferred]).toEqual([["logs"], ["tides"]]);
    expect(second.systemPrompt.indexOf("- logs")).toBeLessThan(second.systemPrompt.indexOf("- charts"));
  });

  test("come before rank", async () => {
    const agent = await makeLong({}, { tiers: { tides: "pinned" }, rank: ["logs"], budget: 420 });
    expect(agent.systemPrompt).toContain(`- tides: tides: ${LONG} ${LONG} ${LONG}`);
    expect(agent.systemPrompt).not.toContain(`- logs: logs: ${LONG} ${LONG} ${LONG}`);
  });

  test("an unknown name is an error", async () => {
    await expect(agentSkills(skills(), { tiers: { tide: "pinned" } })).rejects.toMatchObject({
      code: "unknown-skill",
    });
  });
});
