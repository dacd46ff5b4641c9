/** Archives have the same bytes whatever Node makes them, whatever the time zone, the locale and the modes of new files. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProject, type Project } from "../support/consumer.ts";
import { findBinary, howToInstall, type BinaryName } from "../support/engine-binaries.ts";
import { listFiles } from "../support/list-files.ts";

const CLI = join(import.meta.dirname, "../../dist/bin/skillc.js");
const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when asked for ${name}.\n---\n${body}`;

let project: Project;
beforeAll(() => {
  const text = readFileSync(join(import.meta.dirname, "../../CHANGELOG.md"), "utf8");
  project = createProject({
    "skills/moor/SKILL.md": skill("moor", text),
    "skills/moor/notes/all.md": text.repeat(20),
    "skills/moor/run.sh": "#!/bin/sh\n",
    "skills/tides/SKILL.md": skill("tides", "# Tides\n"),
    "skills/tides/data.json": JSON.stringify(Array.from({ length: 5000 }, (_, at) => at * at)),
  });
});
afterAll(() => project.remove());

function digestsOf(node: string, out: string, environment: Readonly<Record<string, string>>): Record<string, string> {
  const emit = ["well-known", "zip"].flatMap((target) => {
    const args = [CLI, "build", "skills", "--no-config", "--no-cache", "--emit", target, "--out", `${out}-${target}`];
    const { status, stderr } = spawnSync(node, args, {
      cwd: project.dir,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", ...environment },
    });
    expect([status, stderr.split("\n").filter((line) => line.startsWith("error"))]).toEqual([0, []]);
    const root = join(project.dir, `${out}-${target}`);
    return listFiles(root).map((path) => [`${target}/${path}`, readFileSync(join(root, path))] as const);
  });
  return Object.fromEntries(emit.map(([path, bytes]) => [path, createHash("sha256").update(bytes).digest("hex")]));
}

const here = findBinary("node") as string;
const nodes = ["node22", "node24"] as const satisfies readonly BinaryName[];

describe("archives of this Node", () => {
  test.each([
    ["another time zone", { TZ: "Asia/Kathmandu" }],
    ["another locale", { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" }],
  ])("have the same bytes in %s", (name, environment) => {
    const other = digestsOf(here, name.replaceAll(" ", "-"), environment);
    expect(other).toEqual(digestsOf(here, "here", {}));
    expect(Object.keys(other)).toContain("well-known/.well-known/agent-skills/moor.tar.gz");
  });

  test.each(nodes.map((name) => ({ name })))("have the bytes of $name", ({ name }) => {
    const binary = findBinary(name);
    if (binary === undefined) return console.warn(`skipped: ${name} is not installed: ${howToInstall(name)}`);
    expect(digestsOf(binary, name, {})).toEqual(digestsOf(here, "here", {}));
  });
});
