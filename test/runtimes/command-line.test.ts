/** The published command line in every engine that people start it with: the same answers, and nothing else is printed. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProject, ROOT, run, type Project } from "../support/consumer.ts";
import { findBinary, howToInstall, type BinaryName } from "../support/engine-binaries.ts";

const ENGINES = ["node", "node22", "node24", "bun", "deno"] as const satisfies readonly BinaryName[];
const SKILLC = join(ROOT, "dist/bin/skillc.js");

let project: Project;

beforeAll(() => {
  project = createProject({
    "package.json": "{}",
    "skills/a/SKILL.md": "---\nname: a\ndescription: Mends sails. Use it when a sail is torn.\n---\nMend.\n",
  });
});

afterAll(() => project.remove());

describe.each(ENGINES)("%s", (engine) => {
  const binary = findBinary(engine);
  if (binary === undefined) console.warn(`skipped: ${engine} is not there: ${howToInstall(engine)}`);

  test.skipIf(binary === undefined)("checks and builds, and V8 knows the flags that it is given", async () => {
    const skillc = async (...args: readonly string[]) => {
      const start = engine === "deno" ? ["run", "--allow-all", SKILLC] : [SKILLC];
      const { exitCode, stdout, stderr } = await run(binary as string, [...start, ...args], { cwd: project.dir });
      return { exitCode, stdout, stderr };
    };
    const quiet = { exitCode: 0, stderr: "" };
    expect(await skillc("check", "skills")).toEqual({ ...quiet, stdout: "ok 1 skill, nothing to report\n" });
    const build = ["build", "skills", "--out", `out-${engine}`];
    const written = expect.stringContaining("files written, 0 removed") as string;
    expect(await skillc(...build)).toEqual({ ...quiet, stdout: written });
    expect(await skillc(...build)).toEqual({ ...quiet, stdout: expect.stringContaining("up to date") as string });
  });
});
