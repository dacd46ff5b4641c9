/**
 * Everything that can be wrong with what a build is given. For each: the message says what is wrong, where, and the
 * way out; the exit code is 1 for findings in skills and 2 for everything else; and the output of the build before is
 * as it was, byte for byte and untouched.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { measureOutputs } from "../src/api/platform-budget.ts";
import { createCompiler } from "../src/api/compiler.ts";
import type { Host } from "../src/model/host.ts";
import { faults, warnings, type Fault } from "./support/bad-input-faults.ts";
import { listFiles } from "./support/case-project.ts";
import { diagnosticsOf } from "./support/judged-findings.ts";
import { rightsProblem } from "./support/lesser-rights.ts";
import { createMemoryHost } from "../src/host/index.ts";
import { runCli, type CliResult } from "./support/run-cli.ts";
import {
  builtProject,
  config,
  openToNobody,
  project,
  put,
  snapshot,
  survey,
  SURVEY,
  withClosedDoor,
} from "./support/survey-project.ts";

describe("what is wrong stops the build and leaves the output before as it was", () => {
  for (const { title, damage, exitCode, says } of faults)
    test(title, async () => {
      const dir = await builtProject();
      const before = snapshot(dir);
      damage(dir);
      const result = await runCli(["build"], dir);
      expectMessage(result, says);
      expect(result.exitCode).toBe(exitCode);
      expect(result.stderr).toMatch(/\nNothing was written: \d+ errors?\.\n$/);
      expect(snapshot(dir)).toEqual(before);
    });

  test("wrong usage", async () => {
    const dir = await builtProject();
    const before = snapshot(dir);
    const result = await runCli(["build", "--profle", "spec"], dir);
    expectMessage(result, ["unknown option", "--profle", "did you mean --profile?"]);
    expect(result.exitCode).toBe(2);
    expect(snapshot(dir)).toEqual(before);
  });
});

describe("what is doubtful is left out and named", () => {
  for (const { title, damage, says } of warnings)
    test(title, async () => {
      const dir = await builtProject();
      damage(dir);
      const result = await runCli(["build"], dir);
      expectMessage(result, says);
      expect(result.exitCode).toBe(0);
    });
});

describe("foreign and edited files in the output directory", () => {
  test("a file that skillc did not write is never overwritten", async () => {
    const dir = project();
    put(dir, "generated/skills/index.js", "export const mine = true;\n");
    const before = snapshot(dir);
    const result = await runCli(["build"], dir);
    expectMessage(result, [
      "exists and was not written by skillc",
      "--> generated/skills/index.js",
      "choose a separate output directory",
    ]);
    expect(result.exitCode).toBe(2);
    expect(snapshot(dir)).toEqual(before);
  });

  test("a file beside the output is left alone", async () => {
    const dir = await builtProject();
    put(dir, "generated/skills/NOTES.md", "mine\n");
    survey(SURVEY.replace("Follow", "Carefully follow"))(dir);
    expect((await runCli(["build"], dir)).exitCode).toBe(0);
    expect(readFileSync(join(dir, "generated/skills/NOTES.md"), "utf8")).toBe("mine\n");
  });

  test("a generated file that was edited by hand is kept when it is no longer needed", async () => {
    const dir = await builtProject(["--set", "module.content=per-skill"]);
    const [pack = ""] = listFiles(join(dir, "generated/skills/content"));
    put(dir, `generated/skills/content/${pack}`, "// edited\n");
    const result = await runCli(["build"], dir);
    expectMessage(result, [
      "was edited by hand and is kept",
      `--> generated/skills/content/${pack}`,
      "delete it when you no longer need it",
    ]);
    expect(result.exitCode).toBe(0);
    expect(readFileSync(join(dir, "generated/skills/content", pack), "utf8")).toBe("// edited\n");
  });

  test("a directory at the path of a generated file that is no longer needed is left alone", async () => {
    const dir = await builtProject(["--set", "module.content=per-skill"]);
    const [pack = ""] = listFiles(join(dir, "generated/skills/content"));
    rmSync(join(dir, "generated/skills/content", pack));
    put(dir, `generated/skills/content/${pack}/NOTES.md`, "mine\n");
    const result = await runCli(["build"], dir);
    expectMessage(result, [`"generated/skills/content/${pack}" is no longer part of the output`]);
    expect(result.exitCode).toBe(0);
    expect(readFileSync(join(dir, `generated/skills/content/${pack}/NOTES.md`), "utf8")).toBe("mine\n");
  });

  test("a directory at the path of a generated file stops the build", async () => {
    const dir = await builtProject();
    rmSync(join(dir, "generated/skills/index.js"));
    mkdirSync(join(dir, "generated/skills/index.js"));
    survey(SURVEY.replace("Follow", "Carefully follow"))(dir);
    const before = snapshot(dir);
    const result = await runCli(["build"], dir);
    expectMessage(result, [
      '"generated/skills/index.js" cannot be written (EISDIR)',
      "--> generated/skills",
      "choose another directory",
    ]);
    expect(result.exitCode).toBe(2);
    expect(snapshot(dir)).toEqual(before);
  });

  test("a pipe at the path of a generated file is never opened", async () => {
    const dir = project();
    mkdirSync(join(dir, "generated/skills"), { recursive: true });
    execFileSync("mkfifo", [join(dir, "generated/skills/index.js")]);
    const result = await runCli(["build"], dir);
    expectMessage(result, ["exists and was not written by skillc", "--> generated/skills/index.js"]);
    expect(result.exitCode).toBe(2);
  });

  test("an output directory below a file stops the build", async () => {
    const dir = project();
    put(dir, "generated", "a file\n");
    const result = await runCli(["build"], dir);
    expectMessage(result, ["cannot be written (", "--> generated/skills", "choose another directory"]);
    expect(result.exitCode).toBe(2);
    expect(readFileSync(join(dir, "generated"), "utf8")).toBe("a file\n");
  });
});

// Root passes every door: where it cannot step down, these say so instead of passing for nothing.
describe.skipIf(rightsProblem !== undefined)(
  `without permission${rightsProblem === undefined ? "" : ` (skipped: ${rightsProblem})`}`,
  () => {
    const closed: readonly (Fault & { readonly door: string })[] = [
      {
        title: "an unreadable directory inside of a source",
        damage: (dir) => put(dir, "skills/vault/bird-survey/SKILL.md", SURVEY),
        door: "skills/vault",
        exitCode: 2,
        says: ['the directory "skills/vault" cannot be read (EACCES)', "--> skills/vault", "grant read permission"],
      },
      {
        title: "an unreadable source",
        damage: config({ sources: ["skills"] }),
        door: "skills",
        exitCode: 2,
        says: ['the directory "skills" cannot be read (EACCES)', "--> skills", "grant read permission"],
      },
      {
        title: "a source behind a closed door",
        damage: (dir) => {
          put(dir, "vault/skills/bird-survey/SKILL.md", SURVEY);
          config({ sources: ["vault/skills"] })(dir);
        },
        door: "vault",
        exitCode: 2,
        says: [
          'the source directory "vault/skills" cannot be read (EACCES)',
          "--> skillc.config.json:3:5",
          "grant read permission",
        ],
      },
      {
        title: "an unreadable SKILL.md",
        damage: () => {},
        door: "skills/bird-survey/SKILL.md",
        exitCode: 2,
        says: [
          'the file "skills/bird-survey/SKILL.md" cannot be read (EACCES)',
          "--> skills/bird-survey/SKILL.md",
          "grant read permission",
        ],
      },
      {
        title: "an unreadable resource",
        damage: () => {},
        door: "skills/bird-survey/references/method.md",
        exitCode: 2,
        says: [
          '"references/method.md" cannot be read (EACCES)',
          "--> skills/bird-survey/references/method.md",
          "files.exclude",
        ],
      },
      {
        title: "an unreadable ignore file",
        damage: (dir) => put(dir, "skills/bird-survey/.skillignore", "references\n"),
        door: "skills/bird-survey/.skillignore",
        exitCode: 2,
        says: [
          'the ignore file "skills/bird-survey/.skillignore" cannot be read (EACCES)',
          "--> skills/bird-survey/.skillignore",
          "grant read permission",
        ],
      },
      {
        title: "an unreadable config",
        damage: config({ sources: ["skills"] }),
        door: "skillc.config.json",
        exitCode: 2,
        says: ["the config file cannot be read (EACCES)", "--> skillc.config.json", "grant read permission"],
      },
    ];

    for (const { title, damage, door, exitCode, says } of closed)
      test(title, async () => {
        const dir = await builtProject();
        damage(dir);
        const before = snapshot(dir);
        const result = await withClosedDoor(join(dir, door), 0o000, () => runCli(["build"], dir));
        expectMessage(result, says);
        expect(result.exitCode).toBe(exitCode);
        expect(snapshot(dir)).toEqual(before);
      });

    test.each(["generated/skills", "generated/skills/content"])("an unwritable output: %s", async (door) => {
      const dir = await builtProject(["--set", "module.content=per-skill"]);
      survey(SURVEY.replace("Follow", "Carefully follow"))(dir);
      const before = snapshot(dir);
      openToNobody(join(dir, "generated"));
      const result = await withClosedDoor(join(dir, door), 0o555, () =>
        runCli(["build", "--set", "module.content=per-skill"], dir),
      );
      expectMessage(result, [
        '"generated/skills',
        "cannot be written (EACCES)",
        "choose another directory with outDir or --out",
      ]);
      expect(result.exitCode).toBe(2);
      expect(snapshot(dir)).toEqual(before);
    });

    test.each(["vault", "vault/**", "**/vault"])("an unreadable directory that %s excludes", async (pattern) => {
      const dir = await builtProject();
      put(dir, "skills/vault/bird-survey/SKILL.md", SURVEY);
      config({ sources: [{ dir: "skills", exclude: [pattern] }] })(dir);
      openToNobody(join(dir, "generated"));
      const result = await withClosedDoor(join(dir, "skills/vault"), 0o000, () => runCli(["build", "--json"], dir));
      expect(result.exitCode).toBe(0);
      expect((JSON.parse(result.stdout) as { dropped: unknown }).dropped).toEqual([
        { file: "skills/vault", reason: "unreadable (EACCES) and excluded" },
      ]);
    });

    test("an output directory that cannot be made", async () => {
      const dir = project();
      const result = await withClosedDoor(dir, 0o555, () => runCli(["build"], dir));
      expectMessage(result, ["cannot be written (EACCES)", "--> generated/skills", "choose another directory"]);
      expect(result.exitCode).toBe(2);
      expect(existsSync(join(dir, "generated"))).toBe(false);
    });

    test("an output that is up to date needs no permission to write", async () => {
      const dir = await builtProject();
      const before = snapshot(dir);
      const result = await withClosedDoor(join(dir, "generated/skills"), 0o555, () => runCli(["build"], dir));
      expect([result.exitCode, snapshot(dir)]).toEqual([0, before]);
    });
  },
);

test("a file that changes between measuring and writing is never shipped with the wrong hash", async () => {
  // Larger than what a build keeps in memory, so that it is read again to be written.
  const first = new Uint8Array(33 * 1024 * 1024);
  const second = new Uint8Array(first.length).fill(1);
  const memory = createMemoryHost({
    "skills/bird-survey/SKILL.md": SURVEY,
    "skills/bird-survey/references/method.md": first,
  });
  let isChanged = false;
  const host: Host = {
    ...memory,
    readFile: (path) => (path.endsWith("method.md") && isChanged ? second : memory.readFile(path)),
  };
  const overrides = { platform: "node", files: { maxBytes: first.length } } as const;
  const snapshot = await createCompiler({ cwd: "/project", config: false, overrides, host }).build();
  expect(snapshot.exitCode).toBe(0);
  isChanged = true;
  const late = diagnosticsOf(measureOutputs(snapshot));
  const errors = late.filter(({ severity }) => severity === "error");
  expect(errors.map(({ rule, file }) => [rule, file])).toEqual([
    ["file-changed", "skills/bird-survey/references/method.md"],
  ]);
});

function expectMessage({ stdout, stderr }: CliResult, parts: readonly string[]): void {
  for (const part of parts) expect(stdout + stderr).toContain(part);
}
