/** The rename of a skill changes everything that names it, and nothing that only has the same letters. */
import { expect, test } from "vitest";
import { nameValueOf, renameSkill } from "../../../src/api/rename-skill.ts";
import type { SnapshotSkill } from "../../../src/api/snapshot-skills.ts";

const FILES: Readonly<Record<string, string>> = {
  "skills/pdf/SKILL.md":
    "---\nname: pdf\ndescription: Reads a pdf.\n---\nRead the pdf, then [forms](references/forms.md), see `pdf`.\n",
  "skills/pdf/references/forms.md": "Back to [it](../../pdf/SKILL.md) or ``pdf``.\n",
  "skills/notes/SKILL.md":
    '---\nname: notes\ndescription: Takes notes.\n---\nLoad `pdf` or [read](<../pdf/references/forms.md> "pdf"), not [this](pdf/x.md).\n',
  "skillc.config.json": `{
    "sources": ["skills/pdf", "skills/pdf-more", { "dir": "skills", "include": ["pdf", "pdf/**", "notes"], "exclude": ["**/pdf"] }],
    "tools": ["pdf"], "views": { "pdf": ["skills/pdf", "skills/*"] }, "overrides": [{ "files": "skills/pdf/**", "rules": {} }]
}\n`,
  "skillc.config.yaml": "sources:\n  - skills/pdf # pdf\n  - dir: skills\n    include: [pdf, 'pdf']\nprofile: pdf\n",
  "skillc.config.ts":
    'export default defineConfig({ sources: ["./skills/pdf"], tools: ["pdf"], views: { pdf: "**/pdf" } }); // "a/pdf"\n',
};

const skill = (name: string, files: readonly string[] = []): SnapshotSkill => ({
  dir: `skills/${name}`,
  file: `skills/${name}/SKILL.md`,
  name,
  id: name,
  files,
});
const pdf = skill("pdf", ["references/forms.md"]);
const skills = [pdf, skill("notes")];
const rename = (to: string, config?: string) =>
  renameSkill({ skill: pdf, to, skills, config, readText: (path) => FILES[path] });

/** A text with what a rename makes of it. */
async function renamed(file: string): Promise<string> {
  const planned = await rename("forms", /config/.test(file) ? file : undefined);
  if (typeof planned === "string") throw new Error(planned);
  const own = planned.edits.filter((edit) => edit.file === file).toSorted((one, two) => two.start - one.start);
  return own.reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), FILES[file] ?? "");
}

test.each([
  [
    "skills/pdf/SKILL.md",
    "---\nname: forms\ndescription: Reads a pdf.\n---\nRead the pdf, then [forms](references/forms.md), see `forms`.\n",
  ],
  ["skills/pdf/references/forms.md", "Back to [it](../../forms/SKILL.md) or ``pdf``.\n"],
  [
    "skills/notes/SKILL.md",
    '---\nname: notes\ndescription: Takes notes.\n---\nLoad `forms` or [read](<../forms/references/forms.md> "pdf"), not [this](pdf/x.md).\n',
  ],
  [
    "skillc.config.json",
    `{
    "sources": ["skills/forms", "skills/pdf-more", { "dir": "skills", "include": ["forms", "forms/**", "notes"], "exclude": ["**/forms"] }],
    "tools": ["pdf"], "views": { "pdf": ["skills/forms", "skills/*"] }, "overrides": [{ "files": "skills/forms/**", "rules": {} }]
}\n`,
  ],
  [
    "skillc.config.yaml",
    "sources:\n  - skills/forms # pdf\n  - dir: skills\n    include: [forms, 'forms']\nprofile: pdf\n",
  ],
  [
    "skillc.config.ts",
    'export default defineConfig({ sources: ["./skills/forms"], tools: ["pdf"], views: { pdf: "**/forms" } }); // "a/pdf"\n',
  ],
])("in %s", async (file, after) => {
  expect(await renamed(file)).toBe(after);
});

test("the directory is moved if it is called as the skill", async () => {
  expect(await rename("forms")).toMatchObject({ move: { from: "skills/pdf", to: "skills/forms" } });
  const other = { ...pdf, dir: "skills/acrobat", file: "skills/pdf/SKILL.md" };
  const planned = await renameSkill({ skill: other, to: "forms", skills: [other], readText: (path) => FILES[path] });
  expect(planned).not.toHaveProperty("move");
});

test("a skill of the config is renamed there", async () => {
  const config = "skillc.config.json";
  const text = '{ "sources": [{ "name": "pdf", "description": "pdf", "instructions": "pdf" }], "tools": ["pdf"] }';
  const inline = { ...pdf, dir: "", file: config, files: [] };
  const planned = await renameSkill({ skill: inline, to: "forms", skills: [inline], config, readText: () => text });
  expect(planned).toEqual({ edits: [{ file: config, start: 25, end: 28, text: "forms" }] });
});

test.each([
  ["Forms", "is not a skill name"],
  ["forms--2", "is not a skill name"],
  ["notes", "another skill is named"],
])("to %s: says why not", async (to, why) => {
  expect(await rename(to)).toContain(why);
});

test.each([
  ['---\ndescription: x\nname: "pdf" # it\n---\n', "pdf"],
  ["\uFEFF---\r\nname:  a:b\r\n---\r\n", "a:b"],
  ["---\nname: PDF Forms  # both\n---\n", "PDF Forms"],
  ["---\nname: 'c#'\n---\n", "c#"],
  ["---\nname:\n  pdf\n---\n", undefined],
  ["---\nname: >\n  pdf\n---\n", undefined],
  ["---\ndescription: x\n---\nname: pdf\n", undefined],
])("the value of name in %j", (text, value) => {
  const found = nameValueOf(text);
  expect(found && text.slice(found.start, found.end)).toBe(value);
});

test("a single file is renamed as a file", async () => {
  const files: Readonly<Record<string, string>> = {
    "skills/pdf.md": "---\nname: pdf\ndescription: Reads.\n---\n",
    "skills/notes.md": "---\ndescription: Notes.\n---\nSee [it](pdf.md#top), `pdf`.\n",
  };
  const single = (name: string): SnapshotSkill => {
    const file = `skills/${name}.md`;
    return { dir: file, file, name, id: name, files: [] };
  };
  const [own, other] = [single("pdf"), single("notes")];
  const request = { skill: own, skills: [own, other], readText: (path: string) => files[path] };
  expect(await renameSkill({ ...request, to: "notes" })).toBe('another skill is named "notes"');
  expect(await renameSkill({ ...request, skills: [own], to: "notes" })).toBe('"skills/notes.md" already exists');
  const planned = await renameSkill({ ...request, to: "forms" });
  if (typeof planned === "string") throw new Error(planned);
  expect(planned.move).toEqual({ from: "skills/pdf.md", to: "skills/forms.md" });
  const texts = Object.entries(files).map(([path, text]) =>
    planned.edits
      .filter(({ file }) => file === path)
      .toSorted((one, two) => two.start - one.start)
      .reduce((all, { start, end, text: by }) => all.slice(0, start) + by + all.slice(end), text),
  );
  expect(texts).toEqual([
    "---\nname: forms\ndescription: Reads.\n---\n",
    "---\ndescription: Notes.\n---\nSee [it](forms.md#top), `forms`.\n",
  ]);
});
