/** The published types of a config say what the validator accepts: both are made from one table. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProject, linkPackage, ROOT, type Project } from "../support/consumer.ts";
import { COMPILERS, compile, STRICT } from "./compilers.ts";

const NAMES = [
  "BudgetsConfig",
  "FilesConfig",
  "ModuleConfig",
  "OutputConfig",
  "PrepareConfig",
  "RuleOverrideConfig",
  "ShellConfig",
  "SourceConfig",
  "UserConfig",
];

const inferred = JSON.stringify(join(ROOT, "dist/config/user-config.js"));
const SAME = [
  `import type * as inferred from ${inferred};`,
  'import type * as published from "skillc/config";',
  "type Deep<T> = T extends readonly (infer I)[] ? Deep<I>[] : T extends object ? { -readonly [K in keyof T]: Deep<T[K]> } : T;",
  "type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;",
  ...NAMES.map((name) => `export const is${name}: Same<Deep<inferred.${name}>, Deep<published.${name}>> = true;`),
  "export const isOther: Same<Deep<inferred.FilesConfig>, Deep<published.BudgetsConfig>> = true; // TS2322",
].join("\n");

let project: Project;
beforeAll(() => {
  project = createProject({
    "package.json": JSON.stringify({ name: "harbour", type: "module" }),
    "same.ts": SAME,
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        ...STRICT,
        module: "nodenext",
        moduleResolution: "nodenext",
        noEmit: true,
        skipLibCheck: true,
      },
      files: ["same.ts"],
    }),
  });
  linkPackage(project);
});
afterAll(() => project.remove());

test("each named part has the type that the schema infers", async () => {
  const messages = await compile(COMPILERS[0], project.dir);
  expect(messages.map(({ at }) => at)).toEqual([`same.ts:${SAME.split("\n").length} TS2322`]);
});
