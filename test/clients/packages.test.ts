/** Clients list the skills of a package under the names that it has, and none that is hidden from their model. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../../src/api/build.ts";
import { listFiles } from "../support/case-project.ts";
import { createProject, type Project } from "../support/consumer.ts";
import type { Driver } from "./drivers.d.mts";
import { drivers } from "./drivers.mjs";
import { installedBinary, listedBy } from "./run-client.ts";

const skill = (name: string, fields = ""): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when asked for ${name}.\n${fields}---\n# ${name}\n`;

/** Whoever runs them by hand has installed the clients. */
const isSkipped = (driver: Driver): boolean =>
  installedBinary(driver) === undefined && process.env["EVERY_CLIENT"] === undefined;

let project: Project;

beforeAll(async () => {
  project = createProject({
    "skillc.config.json": JSON.stringify({
      sources: ["skills", { dir: "crane", namespace: "crane" }, { dir: "dock", namespace: "dock" }],
      package: { name: "pilot", version: "1.2.0", description: "Skills of the pilots.", author: "Harbor" },
      outputs: [
        { outDir: "tree", emit: ["tree"] },
        { outDir: "plugin", emit: ["plugin"] },
      ],
    }),
    "skills/moor/SKILL.md": skill("moor", "argument-hint: <berth>\nallowed-tools: Read\n"),
    "skills/moor/lines/SKILL.md": skill("lines"),
    "skills/salvage/SKILL.md": skill("salvage", "disable-model-invocation: true\n"),
    "crane/refunds/SKILL.md": skill("refunds"),
    "dock/refunds/SKILL.md": skill("refunds"),
  });
  expect((await build({ cwd: project.dir })).exitCode).toBe(0);
});
afterAll(() => project.remove());

const visible = ["crane-refunds", "dock-refunds", "lines", "moor"];
const all = [...visible, "salvage"];

/** The names of our skills in a listing, with what is before them. */
async function namesIn(
  driver: Driver,
  files: Readonly<Record<string, string>>,
  prefix = "",
): Promise<readonly string[]> {
  const { lines } = await listedBy(driver, installedBinary(driver) ?? "", files, { budget: undefined, bundled: false });
  const names = lines.map((line) => /^- ((?:[\w-]+:)?[\w-]+)/.exec(line)?.[1] ?? line);
  return names.filter((name) => all.some((one) => name === `${prefix}${one}`)).sort();
}

const filesIn = (dir: string): Record<string, string> =>
  Object.fromEntries(
    listFiles(join(project.dir, dir)).map((path) => [path, readFileSync(join(project.dir, dir, path), "utf8")]),
  );

describe.each(drivers.map((driver) => ({ name: driver.name, driver })))("$name", ({ driver }) => {
  test.skipIf(isSkipped(driver))("lists a tree in its own directory", async () => {
    expect(await namesIn(driver, filesIn("tree"))).toEqual(visible);
  });
});

const claudeCode = drivers.find(({ name }) => name === "claude-code") as Driver;

test.skipIf(isSkipped(claudeCode))("claude-code lists a plugin with its name before each skill", async () => {
  const run: Driver["run"] = (options) => {
    const { args, env } = claudeCode.run(options);
    return { args: [...args, "--plugin-dir", join(project.dir, "plugin")], env };
  };
  expect(await namesIn({ ...claudeCode, run }, {}, "pilot:")).toEqual(visible.map((name) => `pilot:${name}`));
});

test.skipIf(isSkipped(claudeCode))("claude-code accepts its manifest, with --strict", () => {
  const args = ["plugin", "validate", "--strict", join(project.dir, "plugin")];
  const env = { PATH: process.env["PATH"] ?? "", HOME: project.dir };
  const { status, stdout } = spawnSync(installedBinary(claudeCode) ?? "", args, { encoding: "utf8", env });
  // Without a manifest it accepts anything.
  expect([status, stdout]).toEqual([0, expect.stringContaining("Validating plugin manifest")]);
});
