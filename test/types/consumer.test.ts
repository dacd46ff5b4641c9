/** A consumer under strict settings: what it may write, and which mistakes the compiler finds for it. */
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import skillc from "../../src/plugins/esbuild.ts";
import { createProject, linkPackage, type Project } from "../support/consumer.ts";
import { COMPILERS, compile, expectedMessages, STRICT } from "./compilers.ts";
import { HARBOUR_SKILLS } from "./harbour-skills.ts";

const ACCEPTED = `
import { skills } from "../generated/skills/index.js";
import type { AnySkills, LoadedSkill, Skill, SkillErrorCode, SkillFile, SkillFiles, SkillName, SkillTexts, ViewName } from "../generated/skills/index.js";

export const names: readonly SkillName[] = skills.names;
export const named: Skill<"mooring"> = skills.get("mooring");
export const name: "mooring" = named.id;
export const license: string | undefined = named.license;
export const hook: unknown = named.hooks["PreToolUse"];
export const sizes: number[] = named.files.map((file: SkillFile) => file.bytes);
export const perhaps: Skill<SkillName> | undefined = skills.find("anything at all");
export const view: ViewName = "safety";
export const inView: SkillName[] = skills.view(view).map(({ id }) => id);
export const below: readonly Skill<SkillName>[] = skills.listForDir("skills");
export const required: readonly Skill<SkillName>[] = skills.closure("mooring");
export const withRequired: Promise<readonly LoadedSkill<SkillName>[]> = skills.loadWithDependencies("mooring");
export const file: SkillFiles["tide-tables"] = "assets/seal.bin";
export const text: SkillTexts["tide-tables"] = "references/ports.md";
export const code: SkillErrorCode = "unknown-skill";

export async function read(): Promise<[LoadedSkill<"tide-tables">, string, Uint8Array, Uint8Array]> {
  const loaded = await skills.load("tide-tables");
  const ports = await skills.readText("tide-tables", "references/ports.md");
  const portsAsBytes = await skills.readBytes("tide-tables", "references/ports.md");
  const seal = await skills.readBytes("tide-tables", "assets/seal.bin");
  return [loaded, ports, portsAsBytes, seal];
}

export async function answerModel(wanted: string): Promise<string | undefined> {
  if (!skills.has(wanted)) return undefined;
  const narrowed: SkillName = wanted;
  return (await skills.load(narrowed)).instructions;
}

export async function readForModel(name: SkillName, path: string): Promise<string | Uint8Array | undefined> {
  if (skills.hasFile("tide-tables", path, "text")) return skills.readText("tide-tables", path);
  if (skills.hasFile("tide-tables", path)) return skills.readBytes("tide-tables", path);
  return skills.hasFile(name, path) ? skills.readBytes(name, path) : undefined;
}

export async function firstOfAll(): Promise<SkillName | undefined> {
  return (await skills.preloaded())[0]?.id;
}

// Libraries are written against plain strings; a typed set fits, and a generic keeps its type.
const describeAll = (set: AnySkills): string[] => set.names.map((id) => set.get(id).description);
export const descriptions: string[] = describeAll(skills);
const withLogging = <S extends AnySkills>(set: S): S => set;
export const kept: Skill<"mooring"> = withLogging(skills).get("mooring");
`;

const REJECTED = `
import { skills, type AnySkills, type SkillName } from "../generated/skills/index.js";

skills.get("tide-table"); // TS2345
void skills.load("Mooring"); // TS2345
void skills.readText("tide-tables", "references/port.md"); // TS2345
void skills.readText("tide-tables", "scripts/pull.sh"); // TS2345
void skills.readText("tide-tables", "assets/seal.bin"); // TS2345
void skills.readBytes("tide-tables", "assets/seal.png"); // TS2345
void skills.readBytes("fog-signals", "references/ports.md"); // TS2345
void skills.readText("fog-signal", "references/ports.md"); // TS2345
skills.view("danger"); // TS2345
skills.closure("moorings"); // TS2345
declare const fromModel: string;
void skills.load(fromModel); // TS2345
if (!skills.has(fromModel)) void skills.load(fromModel); // TS2345
if (skills.hasFile("tide-tables", fromModel)) void skills.readText("tide-tables", fromModel); // TS2345
if (!skills.hasFile("tide-tables", fromModel)) void skills.readBytes("tide-tables", fromModel); // TS2345
export const unchecked: SkillName = fromModel; // TS2322
skills.get("mooring").description = "changed"; // TS2540
skills.get("mooring").homepage; // TS2339
const anyone = <S extends AnySkills>(set: S): S => set;
anyone(skills).get("tide-table"); // TS2345
`;

const RESOLUTIONS = [
  { resolution: "nodenext", options: { module: "nodenext", moduleResolution: "nodenext" } },
  { resolution: "bundler", options: { module: "esnext", moduleResolution: "bundler" } },
] as const;

/** Writes the generated module in one of its formats, or the types that a plugin writes for an editor. */
const MODULES = [
  { module: "module.format js", write: (project: Project) => project.build({ module: { format: "js" } }) },
  { module: "module.format ts", write: (project: Project) => project.build({ module: { format: "ts" } }) },
  { module: "virtual:skillc", write: bundleOnce },
] as const;

async function bundleOnce(project: Project): Promise<void> {
  linkPackage(project);
  const stdin = { contents: 'import "virtual:skillc";' };
  await build({ absWorkingDir: project.dir, stdin, bundle: true, write: false, plugins: [skillc()] });
}

describe.each(MODULES)("$module", ({ module, write }) => {
  const inModule = (source: string): string =>
    module === "virtual:skillc" ? source.replaceAll("../generated/skills/index.js", module) : source;
  let project: Project;
  beforeAll(async () => {
    project = createProject({
      ...HARBOUR_SKILLS,
      "package.json": JSON.stringify({ name: "harbour-office", private: true, type: "module" }),
      "src/accepted.ts": inModule(ACCEPTED),
      "src/rejected.ts": inModule(REJECTED),
    });
    for (const { resolution, options } of RESOLUTIONS) {
      const compilerOptions = { ...STRICT, ...options, noEmit: true };
      const include = ["src", "generated", "skillc-env.d.ts"];
      project.write({ [`tsconfig.${resolution}.json`]: JSON.stringify({ compilerOptions, include }) });
    }
    await write(project);
  });
  afterAll(() => project.remove());

  describe.each(COMPILERS)("TypeScript $version", (compiler) => {
    test.each(RESOLUTIONS)(
      "$resolution: accepts the module, finds every mistake and nothing else",
      async ({ resolution }) => {
        const messages = await compile(compiler, project.dir, ["-p", `tsconfig.${resolution}.json`]);
        expect(messages.map(({ at }) => at)).toEqual(expectedMessages("src/rejected.ts", REJECTED));
        const [name, , path] = messages;
        expect(name?.text).toBe(`Argument of type '"tide-table"' is not assignable to parameter of type 'SkillName'.`);
        expect(path?.text).toBe(
          `Argument of type '"references/port.md"' is not assignable to parameter of type '"references/ports.md"'.`,
        );
      },
    );
  });
});
