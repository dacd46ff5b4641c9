/** A failure in the middle of the moves: the message says that something was changed, and the next build repairs it. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { build } from "../../src/api/build.ts";
import { createProject, type Project } from "../support/consumer.ts";

const skill = (text: string): string =>
  `---\nname: ebb\ndescription: Says when the water falls. Use before a landing.\n---\n${text}\n`;
const outputs = [{ outDir: "out/a" }, { outDir: "out/b", emit: ["json-full" as const] }];

let project: Project;
const at = (path: string): string => join(project.dir, path);
const run = () => build({ cwd: project.dir, overrides: { outputs } });

beforeEach(() => {
  project = createProject({ "skills/ebb/SKILL.md": skill("Look.") });
});

afterEach(() => project.remove());

describe("a failure after the first move", () => {
  test.each([
    ["in one output", "out/a"],
    ["in the second output", "out/b"],
  ])("%s is reported as what it is, and the next build completes the output", async (_title, dir) => {
    await run();
    writeFileSync(at("skills/ebb/SKILL.md"), skill("Look again."));
    // A directory with something in it: nothing can be renamed onto it. No manifest is read behind it.
    rmSync(at(`${dir}/.skillc-manifest.json`));
    mkdirSync(at(`${dir}/.skillc-manifest.json/x`), { recursive: true });
    const { exitCode, diagnostics } = await run();
    expect(exitCode).toBe(2);
    expect(diagnostics.map(({ rule }) => rule)).toEqual(["output-incomplete"]);
    expect(diagnostics[0]?.message).toMatch(
      new RegExp(
        `^"${dir}/.skillc-manifest.json" cannot be written \\(\\w+\\), after (1 file was|\\d+ files were) changed$`,
      ),
    );
    rmSync(at(`${dir}/.skillc-manifest.json`), { recursive: true });
    expect((await run()).ok).toBe(true);
    expect(readdirSync(at(dir)).filter((name) => /staging|lock/.test(name))).toEqual([]);
    expect((await build({ cwd: project.dir, overrides: { outputs }, verify: true })).ok).toBe(true);
  });
});
