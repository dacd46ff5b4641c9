/** Names of any spelling work as ids, as names of files and views, behind a namespace, and as types. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnySkills } from "../../../src/runtime/access.ts";
import { createProject, listFiles, type Project } from "../../support/consumer.ts";
import { COMPILERS, compile, expectedMessages, STRICT } from "../../types/compilers.ts";

const NAMES: readonly string[] = [
  // What every object has.
  ..."__proto__ constructor prototype hasOwnProperty toString valueOf then".split(" "),
  // What the language keeps for itself.
  ..."class default delete null undefined true NaN".split(" "),
  // Numbers come first in an object whatever their place.
  ..."0 8004 007 1e3 -1".split(" "),
  // What a shell, a disk or a browser would take for something else.
  ..."--help -rf con nul.txt .. ../../etc/passwd C:\\temp *.md ~ $HOME %20 #top ?query </script> <!--".split(" "),
  // What ends a string, a comment or a line.
  `"`,
  "'",
  "`${name}`",
  "\\",
  "*/",
  "//",
  "two\nlines",
  "tab\tstop",
  "nul\0byte",
  "line\u2028separator",
  // Alike to people or to disks, but not the same.
  ..."rose Rose ROSE café cafe\u0301 straße STRASSE".split(" "),
  // Far from ASCII.
  ..."園芸 сад حديقة 🌱 𠮷 \u{10ffff} zero\ufeffwidth \ud800".split(" "),
  "a name with blanks",
  "long-".repeat(60),
  "acme:roses",
];

/** A file of each skill; what no disk takes is left out of its name. */
const pathOf = (name: string): string => `references/${name.replaceAll(/[/\0\ud800]/gu, "").slice(0, 50)}.md`;

/** As YAML and as TypeScript, on one line: to TypeScript U+2028 ends a line even in a string. */
const quote = (text: string): string => JSON.stringify(text).replaceAll("\u2028", "\\u2028");

let project: Project;
let skills: AnySkills;

beforeAll(async () => {
  const tree = NAMES.flatMap((name, index) => [
    [`skills/s${index}/SKILL.md`, `---\nname: ${quote(name)}\ndescription: Skill ${index}.\n---\nBody ${index}\n`],
    [`skills/s${index}/${pathOf(name)}`, `File ${index}\n`],
  ]);
  project = createProject({
    ...Object.fromEntries(tree),
    "garden/rake/SKILL.md": "---\nname: rake\ndescription: A rake.\n---\nRake\n",
    "package.json": '{ "type": "module" }\n',
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...STRICT, module: "nodenext", noEmit: true, rootDir: "." },
      include: ["src"],
    }),
    "src/accepted.ts": acceptedSource(),
    "src/rejected.ts": rejectedSource(),
  });
  await project.build({
    profile: "lenient",
    rules: { "SKC*": "off" },
    sources: ["skills", { dir: "garden", namespace: "__proto__" }],
    module: { content: "per-skill" },
    views: Object.fromEntries(NAMES.map((name, index) => [name, `skills/s${index}`])),
  });
  const index = pathToFileURL(join(project.dir, "generated/skills/index.js")).href;
  ({ skills } = (await import(/* @vite-ignore */ index)) as { skills: AnySkills });
});
afterAll(() => project.remove());

describe("at run time", () => {
  test.each(NAMES.map((name, index) => ({ name, index, shown: quote(name) })))("$shown", async ({ name, index }) => {
    expect(skills.has(name)).toBe(true);
    expect(skills.has(`${name}.`)).toBe(false);
    expect(skills.get(name)).toMatchObject({ id: name, name, description: `Skill ${index}.` });
    expect((await skills.load(name)).instructions).toBe(`Body ${index}\n`);
    expect(skills.get(name).files.map(({ path }) => path)).toEqual([pathOf(name)]);
    expect(await skills.readText(name, pathOf(name))).toBe(`File ${index}\n`);
    expect(skills.view(name).map(({ id }) => id)).toEqual([name]);
  });

  test("names are all there, sorted by code units", () => {
    expect(skills.names).toEqual([...NAMES, "__proto__:rake"].sort());
    expect(skills.get("rake").id).toBe("__proto__:rake");
  });

  test("files are named so that every disk keeps them apart", () => {
    const files = listFiles(join(project.dir, "generated/skills/content"));
    expect(files).toHaveLength(NAMES.length + 1);
    for (const file of files) expect(file).toMatch(/^s-[a-z0-9-]{8,80}\.js$/);
  });

  test.each([undefined, null, 8004, 1.5, true, {}, ["roses"]])(
    "%j, which is no text, is no name and no path",
    async (value) => {
      const any = value as string;
      expect(skills.has(any)).toBe(false);
      expect(skills.find(any)).toBeUndefined();
      await expect(skills.load(any)).rejects.toMatchObject({ code: "unknown-skill" });
      await expect(skills.readText("rose", any)).rejects.toMatchObject({ code: "unknown-file" });
      expect(() => skills.view(any)).toThrow(expect.objectContaining({ code: "unknown-view" }));
    },
  );

  test("nothing leaked into the prototype of all objects", () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)["id"]).toBeUndefined();
  });
});

describe.each(COMPILERS)("for TypeScript $version", (compiler) => {
  test("every name and path is a type, and none of the misspelt ones", async () => {
    const messages = await compile(compiler, project.dir);
    expect(messages.map(({ at }) => at)).toEqual(expectedMessages("src/rejected.ts", rejectedSource()));
  });
});

function acceptedSource(): string {
  const uses = NAMES.map((name) => {
    const [id, path] = [quote(name), quote(pathOf(name))];
    return `  skills.get(${id}).id satisfies ${id};
  (await skills.load(${id})).instructions;
  await skills.readText(${id}, ${path});
  await skills.readBytes(${id}, ${path});
  skills.view(${id});\n`;
  });
  return `import { skills, type SkillName } from "../generated/skills/index.js";

export async function useAll(): Promise<readonly SkillName[]> {
${uses.join("")}  return [${NAMES.map(quote).join(", ")}, "__proto__:rake"];
}
`;
}

function rejectedSource(): string {
  const misuses = NAMES.map((name) => {
    const [id, misspelt, path] = [quote(name), quote(`${name}.`), quote(`${pathOf(name)}x`)];
    return `skills.get(${misspelt}); // TS2345
void skills.readText(${id}, ${path}); // TS2345
void skills.readBytes(${id}, ${path}); // TS2345
skills.view(${misspelt}); // TS2345\n`;
  });
  return `import { skills } from "../generated/skills/index.js";\n\n${misuses.join("")}`;
}
