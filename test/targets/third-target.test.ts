/** A target is one directory and one line of the table: config, output, ownership and figures follow from these. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { build, type BuildResult } from "../../src/api/build.ts";
import { configJsonSchema } from "../../src/schemas/config-json-schema.ts";
import { listFiles } from "../support/case-project.ts";
import { createProject, type Project } from "../support/consumer.ts";
import { runCli } from "../support/run-cli.ts";

vi.mock("../../src/targets/table.ts", async (original) => {
  const { targets } = await original<typeof import("../../src/targets/table.ts")>();
  const { feedTarget } = await import("./feed/target.ts");
  return { targets: [...targets, feedTarget] };
});

const descriptions: Readonly<Record<string, string>> = {
  ebb: "Says when the water falls. Use before a landing.",
  flood: "Predicts rising tides from tables. Use to plan a departure.",
  gull: "Counts birds on a cliff. Use for a survey.",
};

const skill = (name: string, body = "Look."): string =>
  `---\nname: ${name}\ndescription: ${descriptions[name]}\n---\n${body}\n`;

let project: Project;
const out = (path = ""): string => join(project.dir, "generated/skills", path);

beforeEach(() => {
  project = createProject({
    "skillc.config.json": '{ "emit": ["feed"], "feed": { "order": "down" } }',
    "skills/ebb/SKILL.md": skill("ebb"),
    "skills/flood/SKILL.md": skill("flood"),
  });
});

afterEach(() => project.remove());

async function buildFeed(): Promise<BuildResult> {
  const result = await build({ cwd: project.dir });
  expect(result.diagnostics).toEqual([]);
  return result;
}

/** Archives, uploads and ignore rules often leave dot files out. */
function checkOut(): void {
  for (const path of listFiles(out())) if (path.startsWith(".")) rmSync(out(path));
}

describe("a third target", () => {
  test("has its name and its options in the config and its schema", async () => {
    expect(JSON.stringify(configJsonSchema())).toContain('"npm","tree","feed"');
    await buildFeed();
    expect(readFileSync(out("feed.xml"), "utf8")).toMatch(/<skill>flood ☁<\/skill>\n {2}<skill>ebb/);
    const { stderr } = await runCli(["build", "--emit", "fed"], project.dir);
    expect(stderr).toContain('emit[0] must be one of 9 names, but it is "fed"');
    expect(stderr).toContain('did you mean "feed"?');
    project.write({
      "skillc.config.json": '{ "outputs": [{ "outDir": "o", "emit": ["feed"], "feed": { "order": "x" } }] }',
    });
    const wrong = await runCli(["build"], project.dir);
    expect(wrong.stderr).toContain('outputs[0].feed.order must be "up" or "down"');
  });

  test("writes bytes as they are", async () => {
    await buildFeed();
    expect(readFileSync(out("ebb.bin"))).toEqual(Buffer.concat([Buffer.from([0, 0xff]), Buffer.from(skill("ebb"))]));
  });

  test("counts in the figures, by role and in bytes", async () => {
    const { figures } = await buildFeed();
    const sizeOf = (path: string): number => readFileSync(out(path)).length;
    const lazy = sizeOf("ebb.bin") + sizeOf("flood.bin");
    expect(figures).toMatchObject({
      rawBytes: lazy,
      eagerBytes: 0,
      gzipEstimated: false,
      bytesByRole: { startup: 0, lazy, types: 0, data: sizeOf("feed.xml") },
    });
  });

  test("owns its files after a checkout without dot files", async () => {
    await buildFeed();
    expect(listFiles(out())).toEqual(["ebb.bin", "feed.xml", "flood.bin", "skillc-manifest.json"]);
    checkOut();
    project.write({ "skills/ebb/SKILL.md": skill("ebb", "Look twice.") });
    const { changes } = await buildFeed();
    expect(changes).toEqual({ added: [], changed: ["ebb.bin"], removed: [], unchanged: 2 });
  });

  test("is cleaned up after a checkout: what is no longer part of the output goes", async () => {
    await buildFeed();
    checkOut();
    rmSync(join(project.dir, "skills/ebb"), { recursive: true });
    expect((await buildFeed()).changes?.removed).toEqual(["ebb.bin"]);
    project.write({ "skillc.config.json": '{ "emit": ["json"] }' });
    expect((await buildFeed()).changes?.removed).toEqual(["feed.xml", "flood.bin"]);
    expect(listFiles(out())).toEqual([".skillc-manifest.json", "catalog.json"]);
  });

  test("never replaces a file that nothing proves to be ours", async () => {
    await buildFeed();
    rmSync(out("skillc-manifest.json"));
    project.write({ "skills/ebb/SKILL.md": skill("ebb", "Look twice."), "skills/gull/SKILL.md": skill("gull") });
    const { diagnostics, outputs } = await build({ cwd: project.dir });
    expect(diagnostics.map(({ rule, file }) => [rule, file])).toEqual([
      ["output-foreign-file", "generated/skills/ebb.bin"],
    ]);
    expect(outputs).toEqual([]);
    expect(readFileSync(out("ebb.bin"), "utf8")).toContain("Look.");
    // The mark proves the feed, but nothing of a build with an error is written.
    expect(readFileSync(out("feed.xml"), "utf8")).not.toContain("gull");
    expect(existsSync(out("gull.bin"))).toBe(false);
  });

  test("never replaces a manifest that is not one", async () => {
    project.write({ "generated/skills/skillc-manifest.json": '{ "mine": true }' });
    const { diagnostics } = await build({ cwd: project.dir });
    expect(diagnostics.map(({ rule, file }) => [rule, file])).toEqual([
      ["output-foreign-file", "generated/skills/skillc-manifest.json"],
    ]);
    expect(listFiles(out())).toEqual(["skillc-manifest.json"]);
  });

  test("says what it cannot write", async () => {
    project.write({
      "skills/ebb/assets/chart.csv": "1,2\n",
      "skills/ebb/SKILL.md": skill("ebb", "Read assets/chart.csv."),
    });
    expect((await runCli(["check"], project.dir)).stdout).toContain("target-loss");
    const { stderr, exitCode } = await runCli(["build"], project.dir);
    expect(stderr).toContain('warning[SKC670] target-loss: the target "feed" cannot write the files of a skill');
    expect(exitCode).toBe(0);
  });
});
