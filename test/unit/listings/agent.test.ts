/** The listing of `agentSkills` is what it sends. */
import { beforeAll, describe, expect, test } from "vitest";
import { createCompiler, createMemoryHost, simulateListing } from "../../../src/index.ts";
import { agentSkills } from "../../../src/runtime/agent/index.ts";
import { createSkillsFromCatalog, type Catalog } from "../../../src/runtime/catalog/index.ts";

const skill = (at: number): string => {
  const hidden = at % 13 === 4 ? "disable-model-invocation: true\n" : at % 17 === 3 ? "required_scope: money\n" : "";
  const tools = at % 19 === 5 ? "disallowed-tools: Bash\n" : "";
  const text = "Reads tide tables, merges them and draws charts. ".repeat(1 + (at % 9));
  return `---\nname: skill-${at}\ndescription: Skill ${at}. ${text}Use it for ${at}.\n${hidden}${tools}---\n\nDo ${at}.\n`;
};

let catalog: Catalog;
beforeAll(async () => {
  const files = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [`/srv/skills/group-${at % 7}/skill-${at}/SKILL.md`, skill(at)]),
  );
  const host = createMemoryHost(files, { base: "/srv" });
  const compiler = createCompiler({ cwd: "/srv", config: false, host, overrides: { emit: ["json-full"] } });
  const [file] = (await compiler.build()).outputs();
  let text = "";
  for (const chunk of file?.chunks() ?? [])
    text += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk as Uint8Array);
  catalog = JSON.parse(text) as Catalog;
});

// Names without any description, step 4, need a budget that is right to a few tokens.
describe.each([
  [1, 100_000],
  [2, 9000],
  [3, 4000],
  [5, 700],
] as const)("step %i", (step, budget) => {
  // More than a hundred ids are never in the schema of a tool.
  const skills = () => (step === 1 ? catalog.skills.slice(0, 80) : catalog.skills);

  test("lines, sizes and groups are those of the agent", async () => {
    const agent = await agentSkills(createSkillsFromCatalog({ ...catalog, skills: skills() }), { budget });
    const listing = simulateListing(skills(), `agent@${budget}`);
    expect(agent.shortened.step).toBe(step);
    expect(listing.lines.join("\n")).toBe(agent.systemPrompt);
    expect(listing.budget).toMatchObject({ used: agent.shortened.tokens, limit: agent.shortened.budget });
    expect([listing.nameOnly, listing.omitted]).toEqual([agent.shortened.nameOnly, agent.shortened.leftOut]);
    expect(listing.agent).toMatchObject({ step, deferred: [] });
    expect(Math.max(0, ...listing.shortened.map(({ to }) => to + 1))).toBe(agent.shortened.cutAt ?? 0);
  });
});

test("tiers are those of the agent: pinned skills first, deferred ones apart, and nothing is missing", async () => {
  const tiers = { "skill-0": "deferred", "skill-1": "name-only", "skill-101": "pinned" } as const;
  const skills = catalog.skills
    .slice(0, 40)
    .map((skill) => ({ ...skill, index: tiers[skill.id as keyof typeof tiers] }))
    .filter(({ disableModelInvocation }) => !disableModelInvocation);
  const agent = await agentSkills(createSkillsFromCatalog({ ...catalog, skills }));
  const listing = simulateListing(skills, "agent");
  expect(listing.lines.join("\n")).toBe(agent.systemPrompt);
  expect(listing.agent).toEqual({ step: 2, toolTokens: expect.any(Number), deferred: ["skill-0"] });
  expect([listing.omitted, listing.nameOnly, listing.whole[0]]).toEqual([[], ["skill-1"], "skill-101"]);
  // The tools are what is left of the tokens without the index.
  expect(listing.agent?.toolTokens).toBeGreaterThan(100);
  expect(listing.agent?.toolTokens).toBeLessThan(listing.budget.used);
});
