/** What a further request costs: nothing is planned that an earlier request of the module has planned. */
import { describe, expect, test } from "vitest";
import type { AnySkills, Skill } from "../../../../src/runtime/access.ts";
import { agentSkills, type AgentSkillsOptions } from "../../../../src/runtime/agent/index.ts";
import { compileFilter } from "../../../../src/runtime/select/filter.ts";
import { createToolGate } from "../../../../src/runtime/tools/tool-gate.ts";
import { fixtureSkills } from "../../../support/fixture-skills.ts";

const manySkills = (count: number): AnySkills =>
  fixtureSkills(
    Array.from({ length: count }, (_, at) => ({
      id: `skill-${at}`,
      path: `skills/${["tax", "law", "art"][at % 3]}/skill-${at}`,
      description: `Does the work of team ${at}, explains what changed and why, and writes a report. Use it for files of team ${at}.`,
      requiredScope: at % 5 === 0 ? [`team:${at % 4}`] : [],
      ...(at % 7 === 0 && { disallowedTools: ["Bash"] }),
    })),
  );

/** Counts how often the description of any skill is read, which planning does. */
function counted(skills: AnySkills): { readonly skills: AnySkills; readonly plans: () => number } {
  let reads = 0;
  const watch = (skill: Skill): Skill =>
    new Proxy(skill, {
      get: (target, key) => {
        if (key === "description" && target.id === "skill-1") reads++;
        return Reflect.get(target, key) as unknown;
      },
    });
  const proxy = { ...skills, listForDir: (dir: string) => skills.listForDir(dir).map(watch) };
  return { skills: proxy, plans: () => reads };
}

describe("a further request", () => {
  const different: readonly (readonly [string, AgentSkillsOptions])[] = [
    ["no options", {}],
    ["grants", { grants: ["team:1"] }],
    ["other grants", { grants: ["team:*"] }],
    ["only some", { only: ["skill-1", "skill-2"] }],
    ["a budget", { budget: 700 }],
    ["a share of a window", { budget: { contextWindow: 40_000 } }],
    ["a rank", { rank: ["skill-79"], budget: 2500 }],
    ["a filter", { filter: compileFilter("skills/tax") }],
    ["another filter", { filter: compileFilter("skills/law,skills/tax") }],
    ["a gate", { gate: createToolGate }],
    ["restricted skills", { unrestricted: ["skill-7"] }],
  ];

  test.each(different)("with %s gets what the first one got, and plans nothing", async (_name, options) => {
    const { skills, plans } = counted(manySkills(200));
    const first = await agentSkills(skills, options);
    const planned = plans();
    const further = await agentSkills(skills, { ...options });
    expect(plans()).toBe(planned);
    expect(further.systemPrompt).toBe(first.systemPrompt);
    expect(further.shortened).toEqual(first.shortened);
    expect(further.leftOut).toEqual(first.leftOut);
    expect(further.tools.map(({ name }) => name)).toEqual(first.tools.map(({ name }) => name));
  });

  test("never gets what others may see", async () => {
    const skills = manySkills(200);
    const seen = (options: AgentSkillsOptions) =>
      agentSkills(skills, options).then((agent) => [agent.systemPrompt, agent.visible().length, agent.leftOut.length]);
    const alone = await Promise.all(
      different.map(async ([, options]) => {
        const agent = await agentSkills(manySkills(200), options);
        return [agent.systemPrompt, agent.visible().length, agent.leftOut.length];
      }),
    );
    for (let round = 0; round < 2; round++)
      for (const [at, [, options]] of different.entries()) expect(await seen(options)).toEqual(alone[at]);
    expect(alone.map(([prompt]) => alone.findIndex(([other]) => other === prompt))).toEqual([...alone.keys()]);
  });

  test("shares no active skill", async () => {
    const skills = manySkills(20);
    const [one, two] = [await agentSkills(skills), await agentSkills(skills)];
    await one.call("load_skill", { name: "skill-1" });
    expect([one.activeSkills(), two.activeSkills()]).toEqual([["skill-1"], []]);
  });

  test("is refused again what the first one was refused", async () => {
    const skills = manySkills(20);
    for (const options of [{ rank: ["ghost"] }, { only: ["ghost"] }, { unrestricted: ["ghost"] }])
      for (let round = 0; round < 2; round++)
        await expect(agentSkills(skills, options)).rejects.toMatchObject({ code: "unknown-skill" });
  });
});

// What decides whether `unload_skill` is among the tools, whose definitions count against the budget.
test.each([{ maxActive: 1 }, { maxActive: Infinity }, { allowedTools: "restrict" as const }])(
  "with %o is planned apart from one without",
  async (options) => {
    const skills = manySkills(200);
    const without = await agentSkills(skills, { budget: 700 });
    const { shortened } = await agentSkills(skills, { budget: 700, ...options });
    const fresh = await agentSkills(manySkills(200), { budget: 700, ...options });
    expect(shortened).toEqual(fresh.shortened);
    expect(shortened).not.toEqual(without.shortened);
  },
);

test("16 plans are kept, and the least used goes", async () => {
  const { skills, plans } = counted(manySkills(60));
  const plan = async (budget: number): Promise<boolean> => {
    const before = plans();
    await agentSkills(skills, { budget });
    return plans() > before;
  };
  for (let budget = 1000; budget < 1016; budget++) expect(await plan(budget)).toBe(true);
  expect(await plan(1000)).toBe(false);
  expect(await plan(2000)).toBe(true);
  // The first was used again, the second was not.
  expect([await plan(1000), await plan(1002), await plan(1001)]).toEqual([false, false, true]);
});

test("a filter that is a function is asked once for each skill and request, also by the tools", async () => {
  const skills = manySkills(200);
  const asked: string[] = [];
  const matches = (path: string): boolean => {
    asked.push(path);
    return path.includes("/tax/");
  };
  for (let request = 1; request <= 3; request++) {
    const agent = await agentSkills(skills, { filter: { matches }, unrestricted: skills.names });
    await agent.call("search_skills", { query: "team" });
    await agent.call("load_skill", { name: "skill-3" });
    agent.visible();
    expect(new Set(asked.splice(0)).size).toBe(160);
  }
  const agent = await agentSkills(skills, { filter: { matches }, unrestricted: skills.names });
  expect(asked).toHaveLength(160);
  agent.visible("user");
  expect(asked).toHaveLength(160);
});

test("a filter may change its mind for the next request", async () => {
  const skills = manySkills(200);
  let wanted = "/tax/";
  const filter = { matches: (path: string) => path.includes(wanted) };
  const first = await agentSkills(skills, { filter });
  wanted = "/law/";
  const second = await agentSkills(skills, { filter });
  expect(first.visible().every(({ path }) => path.includes("/tax/"))).toBe(true);
  expect(second.visible().every(({ path }) => path.includes("/law/"))).toBe(true);
  expect(second.systemPrompt).not.toBe(first.systemPrompt);
});
