/** `hasFile`: the paths that `readText` and `readBytes` accept. */
import { expect, test } from "vitest";
import { mergeCatalogs } from "../../../src/runtime/catalog/index.ts";
import { fixtureSkills } from "../../support/fixture-skills.ts";

const pdf = fixtureSkills([{ id: "pdf", files: { "notes/a.md": "A", "logo.png": { base64: "iVBORwA=" } } }]);
const inline = fixtureSkills([{ id: "greet", path: "" }]);

test.each([
  ["pdf", "notes/a.md", true, true],
  ["pdf", "./notes/../notes/a.md", true, true],
  ["pdf", "SKILL.md", true, true],
  ["pdf", "logo.png", true, false],
  ["pdf", "notes", false, false],
  ["pdf", "", false, false],
  ["pdf", "../pdf/SKILL.md", false, false],
  ["pfd", "notes/a.md", false, false],
  ["greet", "SKILL.md", false, false],
])("of %s: %j is a file %s, a text %s", async (name, path, isFile, isText) => {
  const skills = mergeCatalogs(pdf, inline);
  expect([skills.hasFile(name, path), skills.hasFile(name, path, "text")]).toEqual([isFile, isText]);
  const bytes = skills.readBytes(name, path).then(
    () => true,
    () => false,
  );
  const text = skills.readText(name, path).then(
    () => true,
    () => false,
  );
  expect(await Promise.all([bytes, text])).toEqual([isFile, isText]);
});
