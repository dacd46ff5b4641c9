/** Who imports nothing from the module, or only its types, pays nothing for it. */
import { join } from "node:path";
import { build } from "esbuild";
import { rollup } from "rollup";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build as viteBuild } from "vite";
import { createHarbour, type Harbour } from "./harbour.ts";

const PORTER = `export const porter = "on duty";\n`;

/** Importers that use no skill; those with types are for tools that know TypeScript. */
const IMPORTERS: Readonly<Record<string, string>> = {
  "unused.js": `import { skills } from "./generated/skills/index.js";\n${PORTER}`,
  "barrel.js": `export { porter } from "./everything.js";\n`,
  "everything.js": `export { skills } from "./generated/skills/index.js";\n${PORTER}`,
  "types.ts": `import type { SkillName } from "./generated/skills/index.js";\nexport const favourite: SkillName = "tide-tables";\n${PORTER}`,
  "inline-type.ts": `import { type SkillName } from "./generated/skills/index.js";\nexport const favourite: SkillName = "tide-tables";\n${PORTER}`,
};

describe.each([
  { size: "small", module: {} },
  { size: "large", module: {} },
  { size: "small", module: { runtime: "import" } },
  { size: "small", module: { format: "ts" } },
] as const)("$size, $module", ({ size, module }) => {
  let harbour: Harbour;
  beforeAll(async () => {
    harbour = await createHarbour(size, module);
    harbour.write(IMPORTERS);
  });
  afterAll(() => harbour.remove());

  const isTypeScript = (name: string): boolean => name.endsWith(".ts");
  // From JavaScript, TypeScript needs its own extension.
  const importers = Object.keys(IMPORTERS).filter(
    (name) => name !== "everything.js" && (isTypeScript(name) || !("format" in module)),
  );

  const expectNoSkills = (code: string): void => {
    expect(code).toContain("on duty");
    for (const trace of ["One long blast", "Chooses sound signals", "createSkills", "SkillError"])
      expect(code).not.toContain(trace);
  };

  test.each(importers)("esbuild: %s", async (importer) => {
    const { outputFiles, warnings } = await build({
      entryPoints: [join(harbour.dir, importer)],
      bundle: true,
      format: "esm",
      write: false,
      logLevel: "silent",
    });
    expect(warnings).toEqual([]);
    expectNoSkills(outputFiles.map(({ text }) => text).join(""));
  });

  test.each(importers.filter((name) => !isTypeScript(name)))("rollup: %s", async (importer) => {
    const bundle = await rollup({ input: join(harbour.dir, importer), external: ["skillc/runtime"], onwarn: () => {} });
    const { output } = await bundle.generate({ format: "es" });
    expect(output).toHaveLength(1);
    expectNoSkills(output.map((chunk) => (chunk.type === "chunk" ? chunk.code : "")).join(""));
  });

  test.each(importers)("Vite: %s", async (importer) => {
    const outDir = `out-${importer}`;
    const lib = { entry: importer, formats: ["es" as const], fileName: "main" };
    await viteBuild({ root: harbour.dir, configFile: false, logLevel: "silent", build: { lib, outDir } });
    expectNoSkills(harbour.read(`${outDir}/main.js`));
  });
});
