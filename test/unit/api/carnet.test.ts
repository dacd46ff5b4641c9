/** Agents and toolsets of Carnet: from their files into the module, and from there into a session. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build, type BuildResult } from "../../../src/index.ts";
import type { AnySkills } from "../../../src/runtime/access.ts";
import { carnetPrompt } from "../../../src/runtime/systems/carnet/carnet-prompt.ts";
import { createCarnetSession } from "../../../src/runtime/systems/carnet/exports.ts";
import { createSkillsFromCatalog } from "../../../src/runtime/catalog/skills-from-catalog.ts";
import { createExecutor } from "../../../src/runtime/executor/index.ts";
import { mergeCatalogs } from "../../../src/runtime/catalog/merge-catalogs.ts";
import { mergeVariables } from "../../../src/runtime/render/index.ts";
import { carnetTools } from "../../../src/runtime/systems/carnet/tools.ts";
import { createProject, type Project } from "../../support/consumer.ts";

const FILES = {
  "hotel/agents/concierge/AGENT.md":
    "---\nname: concierge\ndescription: Helps the guests of the hotel.\ninitialSkills: [house-rules]\nskills: [book-table]\n---\nYou are the concierge of {{ HOTEL }}.\n",
  "hotel/toolsets/restaurant/TOOLSET.md":
    "---\nname: restaurant\ndescription: Tables of the restaurant.\ntools: [findTable, bookTable]\n---\n",
  "hotel/skills/house-rules/SKILL.md":
    "---\nname: house-rules\ndescription: What guests may do and when. Use for questions about the house.\n---\nQuiet after ten in {{HOTEL}}.\n",
  "hotel/skills/book-table/SKILL.md":
    "---\nname: book-table\ndescription: Books a table in the restaurant. Use when a guest wants to dine.\ntoolsets: [restaurant]\nfiles:\n  - path: menu.md\n    description: The menu of the week\n---\nAsk how many they are.\n",
  "hotel/skills/book-table/menu.md": "Soup in {{HOTEL}}.\n",
  "hotel/skills/book-table/cellar.md": "Not for guests.\n",
  "hotel/skills/staff-roster/SKILL.md":
    "---\nname: staff-roster\ndescription: Says who works when. Use when the manager plans a week.\n---\nFor staff.\n",
};

let project: Project;
let built: BuildResult;
let skills: AnySkills;
beforeAll(async () => {
  project = createProject(FILES);
  const overrides = { sources: ["hotel"], profile: "carnet", emit: ["module", "json-full"] } as const;
  built = await build({ cwd: project.dir, overrides });
  ({ skills } = (await import(join(project.dir, "generated/skills/index.js"))) as { skills: AnySkills });
});
afterAll(() => project.remove());

test("the module knows agents and toolsets", () => {
  expect(built.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(skills.agents).toEqual([
    {
      name: "concierge",
      description: "Helps the guests of the hotel.",
      prompt: "You are the concierge of {{ HOTEL }}.\n",
      variables: ["HOTEL"],
      initialSkills: ["house-rules"],
      skills: ["book-table"],
    },
  ]);
  expect(skills.toolsets).toEqual([
    { name: "restaurant", description: "Tables of the restaurant.", tools: ["findTable", "bookTable"] },
  ]);
});

test("a catalog that is loaded at run time, and a merged one, know the same", () => {
  const loaded = createSkillsFromCatalog(JSON.parse(project.read("generated/skills/catalog.full.json")));
  expect(loaded.agents).toEqual(skills.agents);
  expect(loaded.toolsets).toEqual(skills.toolsets);
  expect(mergeCatalogs(skills, loaded, { duplicates: "first" }).agents).toEqual(skills.agents);
});

describe("a session by the name of the agent", () => {
  const open = () => {
    const variables = mergeVariables({ call: { HOTEL: "Grand Hotel" } });
    return createCarnetSession(createExecutor(skills, { variables }), { agent: "concierge" });
  };

  test("has its prompt with the variables filled in", async () => {
    const { text, initialSkills, onDemandSkills } = await carnetPrompt(open());
    expect(text).toContain("You are the concierge of Grand Hotel.");
    expect(text).toContain("Quiet after ten in Grand Hotel.");
    expect({ initialSkills, onDemandSkills }).toEqual({
      initialSkills: ["house-rules"],
      onDemandSkills: ["book-table"],
    });
  });

  test("gets the tools of a toolset with the skill that names it", async () => {
    const session = open();
    expect(session.exposedTools()).toEqual([]);
    const [loadSkill, loadSkillFile] = carnetTools(session);
    expect(await loadSkill.execute({ skillName: "book-table" })).toMatchObject({ success: true });
    expect(session.exposedTools()).toEqual(["bookTable", "findTable"]);
    expect(await loadSkillFile.execute({ skillName: "book-table", path: "menu.md" })).toMatchObject({
      success: true,
      content: "Soup in Grand Hotel.\n",
    });
    // Not declared in the frontmatter.
    expect(await loadSkillFile.execute({ skillName: "book-table", path: "cellar.md" })).toMatchObject({
      success: false,
    });
    expect(await loadSkill.execute({ skillName: "staff-roster" })).toMatchObject({ success: false });
  });

  test("an agent that there is not is named with the nearest one", () => {
    const executor = createExecutor(skills);
    expect(() => createCarnetSession(executor, { agent: "concirge" })).toThrow(
      /Unknown agent "concirge" \(did you mean "concierge"\?\)/,
    );
  });
});
