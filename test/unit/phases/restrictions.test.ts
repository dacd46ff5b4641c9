/** A restriction in frontmatter that nobody reads keeps the skill out. */
import { expect, test } from "vitest";
import { checkTree } from "../../../src/api/check-tree.ts";

test.each(["cognesy", "lenient"])("%s: frontmatter that is too large hides no allowed-tools", async (profile) => {
  const check = async (field: string) => {
    const head = `name: a\ndescription: Files notes. Use it when notes are filed.\n${field}\nx: ${"y".repeat(70_000)}`;
    const { diagnostics } = await checkTree(
      { "skills/a/SKILL.md": `---\n${head}\n---\n\n# A\n\nText.\n` },
      { profile },
    );
    return diagnostics.filter(({ rule }) => rule === "skill-dropped").map(({ message }) => message);
  };
  expect(await check("allowed-tools: Read")).toEqual([
    "the skill is left out: frontmatter-too-large, allowed-tools cannot be applied",
  ]);
  expect(await check("license: MIT")).toEqual([]);
});
