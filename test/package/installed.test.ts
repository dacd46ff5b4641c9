/** The packed package, installed by npm in an empty project whose path has a blank: what a newcomer does first. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INSTALL_LIMITS, installedSize, installedText } from "../bench/installed-size.mjs";
import { createProject, run, runNode, type Project } from "../support/consumer.ts";
import { COMPILERS, compile, STRICT } from "../types/compilers.ts";
import { packInto, readManifest } from "./pack.ts";

const FILES = {
  "package.json": JSON.stringify({ name: "harbour-office", private: true, type: "module" }),
  "skills/mooring/SKILL.md":
    "---\nname: mooring\ndescription: Chooses lines and knots for a berth.\n---\nStern line first.\n",
  "skills/mooring/assets/seal.bin": Uint8Array.of(0, 255),
  "skillc.config.ts": `import { defineConfig, type UserConfig } from "skillc/config";

const runtime: NonNullable<UserConfig["module"]>["runtime"] = process.env["ACCESS"] === "import" ? "import" : "inline";
export default defineConfig({ sources: [{ dir: "skills", mountAs: "harbour" }], module: { runtime }, platform: "node" });
`,
  "script.js": `import { skills } from "./generated/skills/index.js";
const { instructions, path } = await skills.load("mooring");
console.log(path, instructions.trim(), (await skills.readBytes("mooring", "assets/seal.bin")).join(" "));
`,
  "library.js": `import { build, check, MAX_NAME_LENGTH, parseSkill } from "skillc";
const { ok, catalog } = await build();
const { frontmatter } = parseSkill(new TextEncoder().encode("---\\nname: knots\\ndescription: Ties knots.\\n---\\n"));
console.log(ok, catalog?.skills.length, (await check()).exitCode, MAX_NAME_LENGTH, JSON.stringify(frontmatter));
`,
  "library.ts": `import { build, check, type BuildResult, type Catalog, type Diagnostic } from "skillc";
import { defineConfig, type UserConfig } from "skillc/config";
import { compileFilter, SkillError, type AnySkills, type LoadedSkill } from "skillc/runtime";
import { renderSkill } from "skillc/runtime/render";
import type { SkillFilter } from "skillc/runtime/select";
import { skills, type SkillName } from "./generated/skills/index.js";

export const config: UserConfig = defineConfig({ sources: ["skills"], emit: ["module"] });
export async function report(): Promise<[BuildResult, readonly Diagnostic[], Catalog | undefined]> {
  const result = await build({ overrides: config });
  return [result, (await check()).diagnostics, result.catalog];
}
export const any: AnySkills = skills;
export const filter: SkillFilter = compileFilter("harbour");
export const rendered: string = renderSkill({ body: "Moor at $0.", arguments: "berth 4" }).text;
export const loaded: Promise<LoadedSkill<SkillName>> = skills.load("mooring");
export const isOurs = (error: unknown): boolean => error instanceof SkillError && compileFilter("harbour/*").matches("harbour/mooring");
defineConfig({ outdir: "generated" }); // a misspelt key
`,
  "tsconfig.json": JSON.stringify({
    compilerOptions: { ...STRICT, module: "nodenext", noEmit: true },
    files: ["library.ts"],
  }),
};

let project: Project;

/** Runs the installed command; gives its stdout, and fails with all that it said when it does. */
async function skillc(args: readonly string[], env = {}): Promise<string> {
  const { exitCode, stdout, stderr } = await run("npx", ["--no-install", "skillc", ...args], { cwd: project.dir, env });
  if (exitCode !== 0) throw new Error(`skillc ${args.join(" ")} ended with ${exitCode}:\n${stdout}${stderr}`);
  return stdout;
}

beforeAll(async () => {
  project = createProject(FILES, "skillc harbour office ");
  const tarball = await packInto(project.dir);
  const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const { exitCode, stderr } = await run("npm", ["install", ...flags, tarball], { cwd: project.dir });
  if (exitCode !== 0) throw new Error(`npm install ended with ${exitCode}:\n${stderr}`);
});
afterAll(() => project.remove());

test("takes little of a disk", () => {
  const size = installedSize(join(project.dir, "node_modules"));
  console.log(installedText(size));
  for (const key of ["own", "all", "packages"] as const)
    expect(size[key], key).toBeLessThanOrEqual(INSTALL_LIMITS[key]);
  expect(size.own).toBeGreaterThan(2 ** 20);
});

describe("the command line", () => {
  test("tells its version", async () => {
    expect(await skillc(["--version"])).toContain(readManifest().version);
  });

  test.each(["inline", "import"])("builds from a config in TypeScript, runtime %s", async (runtime) => {
    await skillc(["build"], { ACCESS: runtime });
    expect(project.read("generated/skills/index.js").includes('from "skillc/runtime"')).toBe(runtime === "import");
    expect(await runNode(["script.js"], project.dir)).toBe("harbour/mooring Stern line first. 0 255\n");
  });

  test("makes a new skill out of the templates that ship", async () => {
    await skillc(["new", "knots"]);
    expect(project.read("skills/knots/SKILL.md")).toContain("name: knots");
    await skillc(["check", "--quiet"]);
  });
});

describe("the library", () => {
  test("builds, checks and parses", async () => {
    expect(await runNode(["library.js"], project.dir)).toMatch(
      /^true \d 0 64 \{"name":"knots","description":"Ties knots."\}\n$/,
    );
  });

  test.each(COMPILERS)("TypeScript $version accepts the types, also with skipLibCheck off", async (compiler) => {
    const messages = await compile(compiler, project.dir);
    const misspelt = FILES["library.ts"].split("\n").findIndex((line) => line.endsWith("a misspelt key")) + 1;
    expect(messages.map(({ at }) => at)).toEqual([`library.ts:${misspelt} TS2561`]);
  });

  test("resolves each room of the runtime by name, and gives what skillc/runtime has under that name", async () => {
    const rooms = Object.keys(readManifest().exports).filter((path) => path.startsWith("./runtime/"));
    const script = `import * as runtime from "skillc/runtime";
for (const path of ${JSON.stringify(rooms)}) {
  const room = Object.entries(await import(path.replace(".", "skillc")));
  // Verifying, assets and live skills are not part of the whole runtime.
  const own = /verify|assets|live/.test(path) ? Object.fromEntries(room) : runtime;
  console.log(path, room.length > 0 && room.every(([name, value]) => own[name] === value));
}`;
    expect(await runNode(["--input-type=module", "-e", script], project.dir)).toBe(
      rooms.map((path) => `${path} true\n`).join(""),
    );
  });

  test("resolves the schemas by name", async () => {
    const script =
      'for (const name of ["catalog", "config"]) console.log(require(`skillc/${name}.schema.json`).title);';
    expect(await runNode(["--input-type=commonjs", "-e", script], project.dir)).toBe(
      "skillc catalog\nskillc configuration\n",
    );
  });
});
