/** `skillc/esbuild` in esbuild: builds, errors with places, watch mode. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { context, build, type BuildFailure, type BuildOptions, type BuildResult } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import skillc from "../../src/plugins/esbuild.ts";
import { runNode } from "../support/consumer.ts";
import { BROKEN, createPluginProject, skillText, until, type PluginProject } from "./project.ts";

let project: PluginProject;
beforeEach(() => void (project = createPluginProject()));
afterEach(() => project.dispose());

const options = (): BuildOptions => ({
  absWorkingDir: project.dir,
  entryPoints: ["main.js"],
  bundle: true,
  format: "esm",
  outfile: "out.mjs",
  logLevel: "silent",
  plugins: [skillc()],
});

describe("a build", () => {
  test("has the skills, and types for an editor", async () => {
    await build(options());
    expect(JSON.parse(await runNode(["out.mjs"], project.dir))).toEqual([
      ["one", "two"],
      ["Do it well.", "Do it well."],
    ]);
    expect(readFileSync(join(project.dir, "out.mjs"), "utf8")).not.toMatch(/node:|require\(/);
    const types = readFileSync(join(project.dir, "skillc-env.d.ts"), "utf8");
    expect(types).toContain('declare module "virtual:skillc" {\n');
    expect(types).toContain('    | "one"\n    | "two";');
    expect([...types.matchAll(/from "(.*)"/g)].map(([, from]) => from)).toEqual(["skillc/runtime", "skillc/runtime"]);
  });

  test("takes the keys of a config", async () => {
    project.write("vendor/three/SKILL.md", skillText("three"));
    await build({ ...options(), plugins: [skillc({ sources: ["vendor"] })] });
    expect(JSON.parse(await runNode(["out.mjs"], project.dir))).toEqual([["three"], ["Do it well."]]);
  });

  test.each([{ format: "ts" }, { runtime: "import" }, { runtime: "full" }] as const)(
    "takes module: %o of a config file",
    async (module) => {
      project.write("skillc.config.json", JSON.stringify({ module }));
      await build(options());
      expect(JSON.parse(await runNode(["out.mjs"], project.dir))[0]).toEqual(["one", "two"]);
    },
  );

  test("fails at the place of an error", async () => {
    project.write("skills/one/SKILL.md", BROKEN);
    const failure = (await build(options()).catch((error: unknown) => error)) as BuildFailure;
    expect(failure.errors).toEqual([
      expect.objectContaining({
        pluginName: "skillc",
        text: expect.stringContaining("[SKC101 yaml-invalid]"),
        location: expect.objectContaining({ file: "skills/one/SKILL.md", line: 3, column: 13 }),
      }),
    ]);
  });

  test("warns with the place", async () => {
    project.write("skills/one/SKILL.md", skillText("one", "See [it](references/no.md)."));
    const { warnings } = await build(options());
    expect(warnings).toEqual([
      expect.objectContaining({ location: expect.objectContaining({ file: "skills/one/SKILL.md", line: 8 }) }),
    ]);
  });

  test("leaves a skillc-env.d.ts of the user alone", async () => {
    project.write("skillc-env.d.ts", "// mine\n");
    await build(options());
    expect(readFileSync(join(project.dir, "skillc-env.d.ts"), "utf8")).toBe("// mine\n");
  });
});

test("watch mode sees edits, new skills, removed and broken ones, and their repair", async () => {
  const results: BuildResult[] = [];
  const watched = await context({
    ...options(),
    plugins: [skillc(), { name: "log", setup: ({ onEnd }) => onEnd((result) => void results.push(result)) }],
  });
  const output = (): string => {
    const path = join(project.dir, "out.mjs");
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  try {
    await watched.watch();
    await until(() => results.length === 1);
    project.write("skills/one/SKILL.md", skillText("one", "Edited."));
    await until(() => output().includes("Edited."));
    project.write("skills/group/three/SKILL.md", skillText("three"));
    await until(() => output().includes("# three"));
    project.remove("skills/two");
    await until(() => !output().includes("# two"));
    project.write("skills/one/SKILL.md", BROKEN);
    // As for any error, esbuild removes its output until the repair.
    await until(() => results.at(-1)?.errors[0]?.location?.line === 3);
    project.write("skills/one/SKILL.md", skillText("one", "Repaired."));
    await until(() => output().includes("Repaired."));
  } finally {
    await watched.dispose();
  }
});
