/** A file that was meant as a SKILL.md is named, whatever its name became; a text about skills is not. */
import { describe, expect, test } from "vitest";
import { compileMemory } from "../../support/compile-project.ts";

const TEXT = "---\nname: tides\ndescription: Reads tides. Use when asked.\n---\nRead.\n";

async function missing(name: string, text = TEXT): Promise<readonly unknown[]> {
  const files = {
    [`/project/skills/tides/${name}`]: text,
    "/project/skills/ebb/SKILL.md": TEXT.replace("tides", "ebb"),
  };
  const { diagnostics } = await compileMemory({ files, config: { sources: ["skills"] } });
  return diagnostics.filter(({ rule }) => rule === "skill-md-missing").map(({ args }) => args["found"]);
}

describe("a file with the frontmatter of a skill", () => {
  test.each([
    ..."SKILL|Skill.md|SKILLS.md|SKIL.md|SKILLL.md|SKILL.markdown|SKILL.mdx|SKILL.txt|SKILL.md.txt|SKILL.md.bak".split(
      "|",
    ),
    ..."SKILL.md.old|SKILL.md~|SKILL.md.disabled|SKILL (1).md|SKILL(2).md|SKILL.md (1)|SKILL copy.md|SKILL-2.md".split(
      "|",
    ),
    ..."SKILL - Copy.md|SKILL.md copy|SKILL-old.md|SKILL_backup.md|SKILLmd|SKILL,md|SKILL-md|skill_md| SKILL.md|SKILL.md ".split(
      "|",
    ),
    "SKILL.md\u200b",
    "\ufeffSKILL.md",
    "SKILL\u00ad.md",
    "SKILL.md\n",
  ])("called %j is named", async (name) => {
    expect(await missing(name)).toEqual([name]);
  });

  test.each(
    "skills-overview.md|my-skill.md|SKILL.md.tmpl|skillful.md|skill-tree.md|skills.json|SKILL.py|skill-levels.txt|README.md".split(
      "|",
    ),
  )("called %j is not", async (name) => {
    expect(await missing(name)).toEqual([]);
  });
});

test.each(["SKILL.txt", "SKILL (1).md", "skills.md", "SKILL"])(
  "%s without frontmatter is a text about skills",
  async (name) => {
    expect(await missing(name, "# Skills\n\nWhat our skills are: name them well.\n")).toEqual([]);
  },
);
