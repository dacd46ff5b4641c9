/** Names and paths of any spelling are types, too: legal keys, never look-ups in a prototype. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProject, runNode, type Project } from "../support/consumer.ts";
import { COMPILERS, compile, expectedMessages, STRICT } from "./compilers.ts";

const NAMES = [
  "--help",
  "8004",
  "__proto__",
  "class",
  "constructor",
  'the "old" pier',
  "toString",
  "line\nbreak",
  "潮汐表",
  "🚢",
];

/** A path per skill, as awkward as the name. */
const pathOf = (index: number): string =>
  `references/${["__proto__", "constructor", "8004", "a'b`${c}", "潮"][index % 5]}.md`;

let project: Project;
beforeAll(async () => {
  const skills = NAMES.flatMap((name, index) => [
    [
      `skills/s${index}/SKILL.md`,
      `---\nname: ${JSON.stringify(name)}\ndescription: Skill number ${index}.\n---\nBody ${index}\n`,
    ],
    [`skills/s${index}/${pathOf(index)}`, `File ${index}\n`],
  ]);
  const reads = NAMES.map(
    (name, index) => `  await skills.readText(${JSON.stringify(name)}, ${JSON.stringify(pathOf(index))}),\n`,
  );
  project = createProject({
    ...Object.fromEntries(skills),
    "package.json": JSON.stringify({ private: true, type: "module" }),
    "src/main.ts": `import { skills, type SkillName } from "../generated/skills/index.js";
declare const console: { log(...values: unknown[]): void };
const texts: string[] = [
${reads.join("")}];
const bodies: string[] = [];
for (const name of skills.names) bodies.push((await skills.load(name)).instructions);
const misspelt: SkillName = "hasOwnProperty"; // TS2322
console.log(JSON.stringify([texts, bodies, misspelt, skills.has("hasOwnProperty"), skills.find("valueOf")]));
`,
  });
  const compilerOptions = { ...STRICT, module: "nodenext", outDir: "dist", rootDir: "src" };
  project.write({ "tsconfig.json": JSON.stringify({ compilerOptions, include: ["src"] }) });
  await project.build({ profile: "lenient", rules: { "SKC*": "off" } });
});
afterAll(() => project.remove());

describe.each(COMPILERS)("TypeScript $version", (compiler) => {
  test("finds the misspelt one among them, and the compiled program reads all", async () => {
    const messages = await compile(compiler, project.dir);
    expect(messages.map(({ at }) => at)).toEqual(expectedMessages("src/main.ts", project.read("src/main.ts")));
    const sorted = NAMES.map((name, index) => ({ name, index })).sort((one, two) => (one.name < two.name ? -1 : 1));
    expect(JSON.parse(await runNode(["dist/main.js"], project.dir))).toEqual([
      NAMES.map((_, index) => `File ${index}\n`),
      sorted.map(({ index }) => `Body ${index}\n`),
      "hasOwnProperty",
      false,
      null,
    ]);
  });
});
