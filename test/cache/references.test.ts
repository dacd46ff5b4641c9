/** A skill whose name changes: what refers to it is judged again, and no other skill is compiled. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCompiler } from "../../src/api/compiler.ts";
import { repeatBuild } from "../../src/api/kept/repeat.ts";
import { build } from "../../src/index.ts";
import { changingProject, type ChangingProject } from "../support/changing-project.ts";

const skill = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Answers questions about ${name}. Use when asked.\n${more}---\nRead.\n`;

const FILES: Readonly<Record<string, string>> = {
  "package.json": "{}",
  "node_modules/.keep": "",
  "skillc.config.json": JSON.stringify({
    sources: ["skills"],
    outDir: "out",
    views: { one: "skills/a" },
    dependencies: { views: "include" },
  }),
  "skills/a/SKILL.md": skill("a", "metadata:\n  requires-skills: b?, c\n"),
  "skills/b/SKILL.md": skill("b"),
  "skills/c/SKILL.md": skill("c", 'metadata:\n  requires-skills: "b?"\n'),
  ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`skills/still-${at}/SKILL.md`, skill(`still-${at}`)])),
};

const project = (): ChangingProject => changingProject(FILES);

const STEPS: Readonly<Record<string, readonly [path: string, text: string]>> = {
  "a name that is gone": ["skills/b/SKILL.md", skill("beta")],
  "a name that is back": ["skills/b/SKILL.md", skill("b")],
  "a skill that requires it": ["skills/b/SKILL.md", skill("b", "metadata:\n  requires-skills: still-3\n")],
  "a cycle": ["skills/still-3/SKILL.md", skill("still-3", "metadata:\n  requires-skills: b\n")],
  "a hidden skill": ["skills/c/SKILL.md", skill("c", "disable-model-invocation: true\n")],
};

test("each change gives what a build without a cache gives", async () => {
  const { cwd, write } = project();
  await repeatBuild({ cwd });
  for (const [name, [path, text]] of Object.entries(STEPS)) {
    write(path, text);
    const warm = await repeatBuild({ cwd });
    const cold = await build({ cwd, cache: false, overrides: { outDir: "made" } });
    expect([name, warm.diagnostics, warm.outputs[0]?.catalog.hash]).toEqual([
      name,
      cold.diagnostics,
      cold.outputs[0]?.catalog.hash,
    ]);
    rmSync(join(cwd, "made"), { recursive: true });
  }
});

test("a compiler compiles only the skill whose name changed, and judges again what requires it", async () => {
  const { cwd, write } = project();
  const compiler = createCompiler({ cwd });
  const first = await compiler.build();
  expect(first.diagnostics().filter(({ code }) => code === "SKC750")).toEqual([]);
  write("skills/c/SKILL.md", skill("ce", 'metadata:\n  requires-skills: "b?"\n'));
  const second = await compiler.build({ changed: [join(cwd, "skills/c/SKILL.md")] } as never);
  expect(second.diagnostics().map(({ code, file }) => `${code} ${file}`)).toContain("SKC750 skills/a/SKILL.md");
  expect(second.changed.skills).toEqual(["c", "ce"]);
  const dependencies = second.catalog()?.skills.find(({ id }) => id === "a")?.dependencies;
  expect(dependencies?.map(({ name, id }) => `${name} ${id}`)).toEqual(["b b", "c undefined"]);
});
