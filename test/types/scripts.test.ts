/** The types of `skills.script`: those of the source where it is, in every TypeScript; nothing breaks where it is not. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProject, linkPackage, type Project } from "../support/consumer.ts";
import { COMPILERS, compile, expectedMessages, STRICT } from "./compilers.ts";

const SOURCE = `import { agentSkills } from "skillc/agent";
import type { AnySkills } from "skillc/runtime";
import { skills, type SkillScripts } from "../generated/skills/index.js";

export const any: AnySkills = skills;
export const agent = await agentSkills(skills, { scripts: ["scripts/moor.ts"] });
export const paths: readonly (keyof SkillScripts["mooring"])[] = ["scripts/moor.ts", "scripts/old.js"];
const moor = await skills.script("mooring", "scripts/moor.ts");
export const length: number = moor.default({ berth: 4 });
export const wrong: string = moor.default({ berth: 4 }); // TS2322
moor.default({ berth: "4" }); // TS2322
const old = await skills.script("mooring", "scripts/old.js");
export const unknown: unknown = old.free;
export const missing: unknown = old.fre; // TS2551
await skills.script("mooring", "scripts/mor.ts"); // TS2345
await skills.script("till", "scripts/moor.ts"); // TS2345
`;

const FILES = {
  "package.json": '{ "private": true, "type": "module" }',
  "skills/mooring/SKILL.md":
    "---\nname: mooring\ndescription: Chooses lines and knots for a berth. Use when a boat is moored.\n---\n\nRun `scripts/moor.ts` or `scripts/old.js`.\n",
  "skills/mooring/scripts/moor.ts":
    "export interface Input { readonly berth: number }\nexport default function moor(input: Input): number {\n  return input.berth * 10;\n}\n",
  "skills/mooring/scripts/old.js": "export const free = () => 1;\n",
  "src/app.ts": SOURCE,
};

let project: Project;
beforeAll(async () => {
  project = createProject(FILES);
  linkPackage(project);
  await project.build({ module: { scripts: true } });
});
afterAll(() => project.remove());

const configure = (options: object): void =>
  project.write({
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...STRICT, module: "nodenext", ...options },
      files: ["src/app.ts"],
    }),
  });

describe.each(COMPILERS)("TypeScript $version", (compiler) => {
  test("knows the exports of each script, and the skills that have any", async () => {
    configure({ noEmit: true });
    expect((await compile(compiler, project.dir)).map(({ at }) => at)).toEqual(expectedMessages("src/app.ts", SOURCE));
  });

  test("accepts the module where the sources are missing, as in a published package", async () => {
    const published = createProject({ ...FILES, "src/app.ts": SOURCE.replaceAll(/^.*\/\/ TS.*\n/gm, "") });
    try {
      linkPackage(published);
      await published.build({ module: { scripts: true } });
      rmSync(join(published.dir, "skills"), { recursive: true });
      published.write({
        "tsconfig.json": JSON.stringify({
          compilerOptions: { ...STRICT, module: "nodenext", noEmit: true },
          files: ["src/app.ts"],
        }),
      });
      expect(await compile(compiler, published.dir)).toEqual([]);
    } finally {
      published.remove();
    }
  });

  test("compiles only the application with the value untyped", async () => {
    const emitted = createProject({
      ...FILES,
      "src/app.ts":
        'import { skills } from "../generated/skills/index.js";\nexport const moor = (await skills.script("mooring", "scripts/moor.ts")).default as () => number;\n',
      "tsconfig.json": JSON.stringify({
        compilerOptions: { ...STRICT, module: "nodenext", rootDir: "src", outDir: "dist" },
        files: ["src/app.ts"],
      }),
    });
    try {
      await emitted.build({ module: { scripts: "untyped" } });
      expect(await compile(compiler, emitted.dir)).toEqual([]);
      expect(existsSync(join(emitted.dir, "dist/app.js"))).toBe(true);
      expect(existsSync(join(emitted.dir, "skills/mooring/scripts/moor.js"))).toBe(false);
    } finally {
      emitted.remove();
    }
  });
});

test("the value of an index in TypeScript has the same types", async () => {
  await project.build({ module: { scripts: true, format: "ts" } });
  configure({ noEmit: true, allowImportingTsExtensions: true });
  const source = SOURCE.replace("skills/index.js", "skills/index.ts");
  project.write({ "src/app.ts": source });
  const [compiler] = COMPILERS;
  expect((await compile(compiler, project.dir)).map(({ at }) => at)).toEqual(expectedMessages("src/app.ts", source));
});
