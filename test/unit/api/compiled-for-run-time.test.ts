/** What is computed while building so that nothing has to be at run time: places of tokens, the search index. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "../../support/fast-check.ts";
import { afterEach, describe, expect, test } from "vitest";
import { build } from "../../../src/index.ts";
import type { AnySkills } from "../../../src/runtime/access.ts";
import { createSkillsFromCatalog } from "../../../src/runtime/catalog/skills-from-catalog.ts";
import { createExecutor } from "../../../src/runtime/executor/index.ts";
import { trimInstructions } from "../../../src/runtime/executor/instructions.ts";
import { mergeCatalogs } from "../../../src/runtime/catalog/merge-catalogs.ts";
import { renderSkill } from "../../../src/runtime/render/index.ts";
import { tokenizeBody } from "../../../src/runtime/render/tokenize.ts";
import { buildSearchIndex, searchIndexOf } from "../../../src/runtime/select/search-index.ts";
import { modernTools } from "../../../src/runtime/tools/modern-tools.ts";
import { callTool } from "../../../src/runtime/tools/tool.ts";
import { createProject, type Files, type Project } from "../../support/consumer.ts";
import { compileToCatalog } from "../../support/compile-project.ts";
import { plainNames } from "../../support/emitted-files.ts";

const projects: Project[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.remove();
});

async function compiled(files: Files): Promise<{ readonly skills: AnySkills; readonly dir: string }> {
  const project = createProject(files);
  projects.push(project);
  const { ok } = await build({ cwd: project.dir, overrides: { emit: ["module"] } });
  expect(ok).toBe(true);
  const { skills } = (await import(join(project.dir, "generated/skills/index.js"))) as { skills: AnySkills };
  return { skills, dir: join(project.dir, "generated/skills") };
}

const document = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Looks after the ${name} of the lighthouse. Use when it needs care.\n---\n${body}`;

describe("places of tokens", () => {
  test("are those of the instructions, whatever precedes them", async () => {
    const body = "\r\n\r\n# 🗼 Trim $0\r\n\r\n`echo $1` then $ARGUMENTS, {{ KEEPER }} and ${SKILL_DIR}\r\n";
    const { skills } = await compiled({
      "skills/lamp/SKILL.md": document("lamp", body),
      "skills/log/SKILL.md": document("log", "Write.\n"),
    });
    const lamp = await skills.load("lamp");
    expect(lamp.places).toEqual(tokenizeBody(body));
    expect(lamp.places).toHaveLength(5);
    expect((await skills.load("log")).places).toEqual([]);
    // The profile drops the white space around a body: the places move along.
    const opened = await createExecutor(skills).open("lamp", { arguments: "wick glass" });
    expect(opened).toMatchObject({
      instructions: "# 🗼 Trim wick\r\n\r\n`echo $1` then wick glass, {{ KEEPER }} and skills/lamp",
    });
  });

  test("of a catalog that is loaded at run time are the same", async () => {
    const body = "Trim $0, `$1`\n";
    const { catalog } = await compileToCatalog({ "skills/lamp/SKILL.md": document("lamp", body) }, {});
    expect((await createSkillsFromCatalog(catalog).load("lamp")).places).toEqual(tokenizeBody(body));
  });

  test("rendering reads them and looks at nothing else", () => {
    const { text, substitutions } = renderSkill({ body: "Trim $0 and $1", tokens: [12], arguments: "wick glass" });
    expect({ text, found: substitutions.length }).toEqual({ text: "Trim $0 and glass", found: 1 });
  });

  test("stay right when a body is trimmed", () => {
    const piece = fc.constantFrom(
      "$0",
      "$1",
      "$ARGUMENTS",
      "`$0`",
      "\n```\n$1\n```\n",
      " ",
      "\n",
      "\t",
      "\u00A0",
      "🗼",
      "\\",
      "{{ A }}",
      "x",
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join("")),
        (instructions) => {
          const skill = trimInstructions({ instructions, places: tokenizeBody(instructions) } as Parameters<
            typeof trimInstructions
          >[0]);
          const input = { body: skill.instructions, arguments: "wick glass" };
          expect(renderSkill({ ...input, tokens: skill.places }).text).toBe(
            renderSkill({ body: instructions, trim: true, arguments: "wick glass" }).text,
          );
        },
      ),
    );
  });
});

describe("the search index", () => {
  const many = (count: number): Files =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `skills/buoy-${at}/SKILL.md`,
        document(`buoy-${at}`, `Paint buoy ${at}.\n`),
      ]),
    );

  test("is not written, and made once for each catalog", async () => {
    const { skills, dir } = await compiled({ ...many(60), "skills/foghorn/SKILL.md": document("foghorn", "Blow.\n") });
    expect(readdirSync(dir).map(plainNames)).not.toContain("search.js");
    expect(searchIndexOf(skills)).toEqual(buildSearchIndex(skills.listForDir("")));
    expect(searchIndexOf(skills)).toBe(searchIndexOf(skills));
    expect(await callTool(modernTools(createExecutor(skills)), "search_skills", { query: "foghorn" })).toMatchObject({
      skills: [{ name: "foghorn" }],
    });
  });

  test("of merged catalogs covers both", async () => {
    const [bay, tower] = await Promise.all([
      compiled(many(50)),
      compiled({ "skills/lamp/SKILL.md": document("lamp", "Trim.\n") }),
    ]);
    const { ids } = searchIndexOf(mergeCatalogs(bay.skills, tower.skills));
    expect(ids).toHaveLength(51);
  });
});
