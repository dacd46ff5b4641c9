/** `createSkills({ readAsset })`: what an application may return from it, and what it gets, with the types of each platform. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProject, linkPackage, ROOT, type Project } from "../support/consumer.ts";
import { COMPILERS, compile, expectedMessages, STRICT } from "./compilers.ts";

const TYPE_ROOTS = [join(ROOT, "node_modules/@types")];

/** With the DOM, or without any types of a platform. */
const PLATFORMS = {
  dom: {
    options: { lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"], types: [] },
    main: (module: string): string => `import { createSkills, skills, type SkillCatalog } from "${module}";
export const one: SkillCatalog = createSkills({ readAsset: (path) => fetch(new URL(path, "https://example.com/")) });
export const two = createSkills({ readAsset: async (path, file) => new Blob([path, file.mediaType]) });
export const three = createSkills({ readAsset: () => new Response().body });
export const four = createSkills({ readAsset: async () => undefined });
export const none = createSkills({ readAsset: undefined });
export const seal: Promise<Uint8Array> = one.readBytes("tides", "seal.png");
export const answer = async (): Promise<Response> => new Response(await one.readStream("tides", "seal.png"));
export const path: string | undefined = skills.get("tides").files[0]?.asset;
export const wrong = createSkills({ readAsset: () => "text" }); // TS2322
export const noFile = one.readStream("tides", "sale.png"); // TS2345
export const noText = one.readText("tides", "seal.png"); // TS2345
export const noOptions = createSkills(); // TS2554
`,
  },
  node: {
    options: { lib: ["es2023"], types: ["node"] },
    main: (module: string): string => `import { createSkills } from "${module}";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
export const one = createSkills({ readAsset: (path) => readFile(new URL(path, import.meta.url)) });
export const two = createSkills({ readAsset: (path) => createReadStream(path) });
export const three = createSkills({ readAsset: (path) => fetch(path) });
export const answer = async (): Promise<Response> => new Response(await one.readStream("tides", "seal.png"));
`,
  },
  none: {
    options: { lib: ["es2023"], types: [] },
    main: (module: string): string => `import { createSkills } from "${module}";
export const one = createSkills({ readAsset: () => new Uint8Array(2) });
export const two = createSkills({ readAsset: async () => new ArrayBuffer(2) });
export async function count(): Promise<number> {
  let size = 0;
  for await (const chunk of await one.readStream("tides", "seal.png")) size += chunk.length;
  return size;
}
`,
  },
} as const;

let project: Project;
beforeAll(() => {
  project = createProject({
    "skills/tides/SKILL.md": "---\nname: tides\ndescription: Reads tides. Use when asked.\n---\nSee [s](seal.png).\n",
    "skills/tides/seal.png": new Uint8Array([0, 255]),
    "package.json": JSON.stringify({ private: true, type: "module" }),
  });
  linkPackage(project);
});
afterAll(() => project.remove());

describe.each(["js", "ts"] as const)("a module of format %s", (format) => {
  test.each(
    COMPILERS.flatMap((compiler) =>
      Object.keys(PLATFORMS).map((platform) => [compiler.version, platform, compiler] as const),
    ),
  )("TypeScript %s, platform %s", async (_version, name, compiler) => {
    const { options, main } = PLATFORMS[name as keyof typeof PLATFORMS];
    await project.build({ outDir: `generated/${format}`, module: { format, assets: "copy" } });
    const text = main(`../generated/${format}/index${format === "js" ? ".js" : ""}`);
    const compilerOptions = { ...STRICT, ...options, noEmit: true, module: "preserve", moduleResolution: "bundler" };
    // The types of Node itself are not under test.
    const tsconfig = { compilerOptions: { ...compilerOptions, skipLibCheck: name === "node", typeRoots: TYPE_ROOTS } };
    project.write({ "src/main.ts": text, "tsconfig.json": JSON.stringify({ ...tsconfig, include: ["src"] }) });
    const messages = await compile(compiler, project.dir);
    expect(messages.map(({ at }) => at)).toEqual(expectedMessages("src/main.ts", text));
  });
});
