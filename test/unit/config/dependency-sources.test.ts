/** `{ "package": "*" }`: the skills of all direct dependencies. */
import { expect, test } from "vitest";
import { build } from "../../../src/api/build.ts";
import type { SourceConfig } from "../../../src/config/user-config.ts";
import { withFiles } from "../../support/fix-skill.ts";

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when asked for ${name}.\n---\n# ${name}\n`;

const FILES = {
  "package.json": JSON.stringify({
    dependencies: { "@harbor/pilot": "1", plain: "1", "../../etc": "1", absent: "1" },
    devDependencies: { cranes: "1" },
  }),
  "node_modules/@harbor/pilot/skills/moor/SKILL.md": skill("moor"),
  "node_modules/@harbor/pilot/templates/other/SKILL.md": skill("other"),
  "node_modules/cranes/skills/lift/SKILL.md": skill("lift"),
  "node_modules/indirect/skills/far/SKILL.md": skill("far"),
  "node_modules/plain/index.js": "",
};

async function built(source: SourceConfig, files: Readonly<Record<string, string>> = FILES) {
  let result: { skills: readonly (readonly [string, string])[]; faults: readonly string[] } = {
    skills: [],
    faults: [],
  };
  await withFiles({ ...files, "skillc.config.json": JSON.stringify({ sources: [source] }) }, async (cwd) => {
    const { outputs, diagnostics } = await build({ cwd });
    const skills = outputs[0]?.catalog.skills ?? [];
    const faults = diagnostics.map(({ rule, message }) => `${rule}: ${message}`);
    result = { skills: skills.map(({ id, path }) => [id, path] as const), faults };
  });
  return result;
}

test("takes skills/ of each dependency that has one, and nothing of theirs", async () => {
  expect(await built({ package: "*" })).toEqual({
    skills: [
      ["lift", "cranes/skills/lift"],
      ["moor", "@harbor/pilot/skills/moor"],
    ],
    faults: [],
  });
});

test("with the namespace *, under the name of the package", async () => {
  const { skills } = await built({ package: "*", namespace: "*" });
  expect(skills.map(([id]) => id)).toEqual(["cranes:lift", "pilot:moor"]);
});

test.each([[{}], [{ "package.json": "{" }], [{ "package.json": '{ "dependencies": [] }' }]])(
  "with %j is an error, unless it is optional",
  async (files) => {
    const { faults } = await built({ package: "*" }, files);
    expect(faults).toEqual([expect.stringContaining("config-invalid-value: sources[0].package must be")]);
    const more = { ...files, "skills/x/SKILL.md": skill("x") };
    const lenient = await built({ package: "*", optional: true }, more);
    expect(lenient.faults.filter((fault) => fault.startsWith("config-"))).toEqual([]);
  },
);
