/** Files that skills share: what each change of them, of a link or of the config makes, with and without a cache. */
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createCompiler } from "../../src/api/compiler.ts";
import { repeatBuild } from "../../src/api/kept/repeat.ts";
import { build, check, type Diagnostic } from "../../src/index.ts";
import type { AnySkills } from "../../src/runtime/access.ts";
import { agentSkills } from "../../src/runtime/agent/index.ts";
import { createSkillsFromCatalog } from "../../src/runtime/catalog/skills-from-catalog.ts";
import { changingProject, type ChangingProject } from "../support/changing-project.ts";
import { listFiles } from "../support/list-files.ts";

const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Answers questions about ${name}. Use when asked.\n---\n${body}`;

const CONFIG = {
  sources: ["skills"],
  shared: ["skills/_shared"],
  outputs: [
    { outDir: "out", emit: ["module", "json", "json-full"] },
    { outDir: "tree", emit: ["tree"] },
  ],
};
const FILES: Readonly<Record<string, string>> = {
  "package.json": "{}",
  "node_modules/.keep": "",
  "skillc.config.json": JSON.stringify(CONFIG),
  "skills/a/SKILL.md": skill("a", "Read [the rules](../_shared/rules.md).\n"),
  "skills/b/SKILL.md": skill("b", "Read [this](references/x.md).\n"),
  "skills/b/references/x.md": "Look at `../../_shared/data.json`, é, and ![it](../../_shared/rules.md).\n",
  "skills/_shared/rules.md": "See [more](deep/more.md).\n",
  "skills/_shared/deep/more.md": "More.\n",
  "skills/_shared/data.json": "{}\n",
  "skills/_shared/late.md": "Late.\n",
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`skills/still-${at}/SKILL.md`, skill(`still-${at}`, "Read.\n")]),
  ),
};

const project = (): ChangingProject => changingProject(FILES);

const bytesIn = (dir: string): readonly (readonly [string, string])[] =>
  listFiles(dir).map((path) => [path, readFileSync(join(dir, path), "latin1")]);

const placesOf = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ code, file, message }) => `${code} ${file} ${message}`);

const STEPS: Readonly<Record<string, (project: ChangingProject) => void>> = {
  "another content": ({ write }) => write("skills/_shared/rules.md", "See [more](deep/more.md), and `x`.\n"),
  "another link in it": ({ write }) => write("skills/_shared/rules.md", "See [more](late.md).\n"),
  "a link to what is not there": ({ write }) => write("skills/_shared/rules.md", "See [more](none.md).\n"),
  "what was not there": ({ write }) => write("skills/_shared/none.md", "It is.\n"),
  "a file that is gone": ({ cwd }) => rmSync(join(cwd, "skills/_shared/data.json")),
  "another link of a skill": ({ write }) =>
    write("skills/still-3/SKILL.md", skill("still-3", "[x](../_shared/late.md)\n")),
  "a text of a skill that loses it": ({ write }) => write("skills/b/references/x.md", "Nothing.\n"),
  "a skill in it": ({ write }) => write("skills/_shared/deep/SKILL.md", skill("deep", "Read.\n")),
  "no skill in it": ({ cwd }) => rmSync(join(cwd, "skills/_shared/deep/SKILL.md")),
  "a link of the file system": ({ cwd }) => symlinkSync("rules.md", join(cwd, "skills/_shared/linked.md")),
  "none of the file system": ({ cwd }) => rmSync(join(cwd, "skills/_shared/linked.md")),
  "another place": ({ write }) =>
    write("skillc.config.json", JSON.stringify({ ...CONFIG, shared: [{ dir: "skills/_shared", as: "common" }] })),
  "nothing shared": ({ write }) => write("skillc.config.json", JSON.stringify({ ...CONFIG, shared: [] })),
};

test("each change gives what a build and a check without a cache give", async () => {
  const one = project();
  const { cwd } = one;
  await repeatBuild({ cwd });
  for (const [name, change] of Object.entries(STEPS)) {
    change(one);
    const warm = await repeatBuild({ cwd });
    const before = [bytesIn(join(cwd, "out")), bytesIn(join(cwd, "tree"))];
    const cold = await build({ cwd, cache: false });
    const alone = await check({ cwd, cache: false });
    expect([name, warm.diagnostics]).toEqual([name, cold.diagnostics]);
    expect([name, placesOf(alone.diagnostics)]).toEqual([name, placesOf(cold.diagnostics)]);
    expect([name, [bytesIn(join(cwd, "out")), bytesIn(join(cwd, "tree"))]]).toEqual([name, before]);
  }
});

test("a compiler that is told of a shared file compiles no skill", async () => {
  const { cwd, write } = project();
  const compiler = createCompiler({ cwd });
  await compiler.build();
  write("skills/_shared/rules.md", "Other rules.\n");
  const second = await compiler.rebuild([join(cwd, "skills/_shared/rules.md")]);
  expect(second.changed.skills).toEqual([]);
  expect(second.changed.outputs).toContain("tree/a/shared/rules.md");
  expect(second.changed.outputs).not.toContain("tree/still-1/SKILL.md");
  const files = second.catalog()?.skills.find(({ id }) => id === "a")?.files;
  expect(files?.map(({ path, from }) => [path, from])).toEqual([["shared/rules.md", "skills/_shared/rules.md"]]);
});

test("a module reads them by the path as written, and by that among the files; bodies stay", async () => {
  const { cwd } = project();
  await build({ cwd, cache: false });
  const { skills } = (await import(pathToFileURL(join(cwd, "out/index.js")).href)) as { readonly skills: AnySkills };
  expect(await skills.readText("a", "../_shared/rules.md")).toBe(FILES["skills/_shared/rules.md"]);
  expect(await skills.readText("a", "shared/deep/more.md")).toBe("More.\n");
  expect(await skills.readText("b", "../../_shared/data.json")).toBe("{}\n");
  expect([skills.hasFile("a", "../_shared/rules.md", "text"), skills.hasFile("a", "../_shared/data.json")]).toEqual([
    true,
    false,
  ]);
  expect((await skills.load("a")).instructions).toBe("Read [the rules](../_shared/rules.md).\n");
  expect(await skills.readText("b", "references/x.md")).toBe(FILES["skills/b/references/x.md"]);
  for (const path of ["../_shared/late.md", "../_shared/../_shared/rules.md", "../../x"])
    await expect(skills.readText("a", path)).rejects.toMatchObject({ code: "path-traversal" });
  // One content, although two skills have it.
  const packs = listFiles(join(cwd, "out")).filter((path) => path.endsWith(".js"));
  const texts = packs.map((path) => readFileSync(join(cwd, "out", path), "utf8")).join("");
  expect(texts.split("See [more](deep/more.md).").length).toBe(2);
});

test("an agent reads them by both paths, and nothing else of the directory", async () => {
  const { cwd } = project();
  const { outputs } = await build({ cwd, cache: false });
  const text = readFileSync(join(outputs[0]?.outDir ?? "", "catalog.full.json"), "utf8");
  const agent = await agentSkills(createSkillsFromCatalog(JSON.parse(text) as never));
  await agent.call("load_skill", { name: "a" });
  for (const path of ["../_shared/rules.md", "shared/rules.md"])
    expect(JSON.stringify(await agent.call("read_skill_resource", { name: "a", path }))).toContain("See [more]");
  for (const path of ["../_shared/late.md", "../b/SKILL.md"])
    expect(JSON.stringify(await agent.call("read_skill_resource", { name: "a", path }))).not.toMatch(/Late|Answers/);
});

test("in a package, targets of links are escaped as links need it, and code is not", async () => {
  const { cwd, write } = project();
  write("skills/_shared/a (b) 50%.md", "A.\n");
  write(
    "skills/a/SKILL.md",
    skill("a", "[x](<../_shared/a (b) 50%25.md>), [y](../_shared/a%20%28b%29%2050%25.md#z), `../_shared/a b.md`\n"),
  );
  write("skills/_shared/a b.md", "B.\n");
  await build({ cwd, cache: false });
  const path = "shared/a%20%28b%29%2050%25.md";
  expect(readFileSync(join(cwd, "tree/a/SKILL.md"), "utf8")).toBe(
    skill("a", `[x](<${path}>), [y](${path}#z), \`shared/a b.md\`\n`),
  );
  const { diagnostics } = await check({ cwd: join(cwd, "tree/a"), cache: false });
  expect(placesOf(diagnostics).filter((one) => !one.startsWith("SKC411"))).toEqual([]);
});

test("a skill of a package is whole alone", async () => {
  const { cwd } = project();
  await build({ cwd, cache: false });
  expect(readFileSync(join(cwd, "tree/a/SKILL.md"), "utf8")).toBe(skill("a", "Read [the rules](shared/rules.md).\n"));
  expect(readFileSync(join(cwd, "tree/b/references/x.md"), "utf8")).toBe(
    "Look at `../shared/data.json`, é, and ![it](../shared/rules.md).\n",
  );
  expect(listFiles(join(cwd, "tree/a"))).toEqual(["SKILL.md", "shared/deep/more.md", "shared/rules.md"]);
  for (const name of ["a", "b"]) {
    const { diagnostics } = await check({ cwd: join(cwd, "tree", name), cache: false, overrides: { profile: "spec" } });
    expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
  }
});

test("a watch sees a file that is shared, and one that comes", async () => {
  const { cwd, write } = project();
  const compiler = createCompiler({ cwd });
  const seen: string[] = [];
  const watch = compiler.watch((snapshot) => {
    const files = snapshot.catalog()?.skills.find(({ id }) => id === "a")?.files ?? [];
    seen.push(files.map(({ path, bytes }) => `${path} ${bytes}`).join());
  });
  const until = async (text: string): Promise<void> => {
    for (let round = 0; round < 500 && seen.at(-1) !== text; round++) await delay(20);
    expect(seen.at(-1)).toBe(text);
  };
  try {
    await until("shared/deep/more.md 6,shared/rules.md 26");
    await delay(300);
    write("skills/_shared/rules.md", "See [new](new.md).\n");
    await until("shared/rules.md 19");
    await delay(300);
    write("skills/_shared/new.md", "New.\n");
    await until("shared/new.md 5,shared/rules.md 19");
  } finally {
    watch.close();
    await watch.finished;
    await compiler.dispose();
  }
});
