/** Consumers that tsc compiles and plain Node runs: through `#skills`, as ES modules and as CommonJS. */
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createProject, listFiles, runNode, type Files, type Project } from "../support/consumer.ts";
import { COMPILERS, compile, STRICT } from "./compilers.ts";
import { HARBOUR_SKILLS } from "./harbour-skills.ts";

let project: Project;
afterEach(() => project.remove());

async function createConsumer(files: Files, compilerOptions: object, manifest: object): Promise<Project> {
  const created = createProject({
    ...HARBOUR_SKILLS,
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...STRICT, outDir: "dist", rootDir: "src", ...compilerOptions },
      include: ["src"],
    }),
    "package.json": JSON.stringify({ name: "harbour-office", private: true, ...manifest }),
    // Just enough of Node's types, so that the consumer needs no other package.
    "src/node.d.ts": "declare const console: { log(...values: unknown[]): void };\n",
    ...files,
  });
  await created.build();
  return created;
}

const MAIN = (specifier: string): string => `
import { skills } from "${specifier}";

async function main(): Promise<void> {
  const { instructions } = await skills.load("mooring");
  const seal = await skills.readBytes("tide-tables", "assets/seal.bin");
  const refusal: unknown = await skills.load("moor" as "mooring").catch((error: { code: string }) => error.code);
  console.log(instructions.trim(), seal.join(" "), refusal);
}

void main();
`;

const ANSWER = "Stern line first. 0 1 2 255 unknown-skill\n";

describe.each(COMPILERS)("TypeScript $version", (compiler) => {
  test("ES modules in dist find the module through #skills", async () => {
    const imports = { "#skills": "./generated/skills/index.js" };
    const options = { module: "nodenext", moduleResolution: "nodenext" };
    project = await createConsumer({ "src/main.ts": MAIN("#skills") }, options, { type: "module", imports });
    expect(await compile(compiler, project.dir)).toEqual([]);
    // tsc does not copy JavaScript: what runs is the module where skillc wrote it.
    expect(listFiles(join(project.dir, "dist"))).toEqual(["main.js"]);
    expect(await runNode(["dist/main.js"], project.dir)).toBe(ANSWER);
  });

  test("ES modules in dist find it by a relative path that leaves src", async () => {
    const options = { module: "nodenext", moduleResolution: "nodenext" };
    project = await createConsumer({ "src/main.ts": MAIN("../generated/skills/index.js") }, options, {
      type: "module",
    });
    expect(await compile(compiler, project.dir)).toEqual([]);
    expect(await runNode(["dist/main.js"], project.dir)).toBe(ANSWER);
  });

  // TypeScript allows require() of ES modules from 5.8 on, under nodenext; module commonjs never asks.
  test.each(compiler.version === "5.4" ? ["commonjs"] : ["commonjs", "nodenext"])(
    "CommonJS, module %s",
    async (module) => {
      const options = { module, verbatimModuleSyntax: false };
      project = await createConsumer({ "src/main.ts": MAIN("../generated/skills/index.js") }, options, {
        type: "commonjs",
      });
      expect(await compile(compiler, project.dir)).toEqual([]);
      expect(project.read("dist/main.js")).toContain("require(");
      expect(await runNode(["--disable-warning=ExperimentalWarning", "dist/main.js"], project.dir)).toBe(ANSWER);
    },
  );
});

describe("Node without TypeScript", () => {
  test.each(["module", "commonjs"])("an ES module in a package of type %s", async (type) => {
    project = await createConsumer(
      { "main.mjs": `import { skills } from "./generated/skills/index.js";\nconsole.log(skills.names.join(" "));\n` },
      {},
      { type },
    );
    expect(await runNode(["main.mjs"], project.dir)).toBe("fog-signals mooring tide-tables\n");
  });

  test("require() in a package of type commonjs", async () => {
    project = await createConsumer(
      {
        "main.cjs": `const { skills } = require("./generated/skills/index.js");\nconsole.log(skills.get("mooring").path);\n`,
      },
      {},
      { type: "commonjs" },
    );
    expect(await runNode(["--disable-warning=ExperimentalWarning", "main.cjs"], project.dir)).toBe("skills/mooring\n");
  });
});
