/** `check --staged` reads what the next commit will have, as a git hook needs it; the hook of the documentation runs it. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";

const skill = (name: string, description = `Does ${name}. Use when asked about it.`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\nSteps.\n`;
const BROKEN = skill("tides", "Bad: x");

type Git = (...args: string[]) => string;

async function inRepository(run: (dir: string, git: Git) => Promise<void>): Promise<void> {
  await withFiles({ "skills/tides/SKILL.md": skill("tides"), "skills/moons/SKILL.md": skill("moons") }, async (dir) => {
    const git: Git = (...args) =>
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], {
        cwd: dir,
        encoding: "utf8",
        stdio: "pipe",
      });
    git("init", "--quiet");
    await run(dir, git);
  });
}

const put = (dir: string, path: string, text: string): void => {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
};

test("what is staged counts, not what is on the disk; other skills are left out", async () => {
  await inRepository(async (dir, git) => {
    const check = (...more: string[]) => runCli(["check", "--staged", "--format", "concise", ...more], dir);
    // A commit may have no skills at all; before the first one, all that is staged is new.
    expect(await check()).toMatchObject({ exitCode: 0, stdout: "" });
    git("add", "skills/tides");
    expect((await check("--format", "pretty=out.txt")).exitCode).toBe(0);
    rmSync(join(dir, "out.txt"));
    git("add", ".");
    git("commit", "--quiet", "--message", "all");
    expect((await runCli(["check", "--staged"], dir)).stdout).toContain("0 of 2 skills changed in the index");
    put(dir, "skills/tides/SKILL.md", BROKEN);
    expect((await check()).exitCode).toBe(0);
    git("add", ".");
    put(dir, "skills/tides/SKILL.md", skill("tides"));
    const broken = await check();
    expect([broken.exitCode, broken.stdout]).toEqual([1, expect.stringMatching(/^skills\/tides\/SKILL\.md:3:/)]);
    // A file that is gone from the disk, and one that the commit will not have.
    rmSync(join(dir, "skills/tides/SKILL.md"));
    expect((await check()).stdout).toBe(broken.stdout);
    git("rm", "--quiet", "--cached", "skills/tides/SKILL.md");
    put(dir, "skills/tides/SKILL.md", BROKEN);
    put(dir, "skills/stars/SKILL.md", BROKEN);
    expect(await check()).toMatchObject({ exitCode: 0, stdout: "" });
    put(dir, "skills/moons/SKILL.md", `${skill("moons")}See [notes](references/notes.md).\n`);
    put(dir, "skills/moons/references/notes.md", "Io\n");
    git("add", "skills/moons/SKILL.md");
    expect((await check()).stdout).toContain("skills/moons/SKILL.md:");
    git("add", "skills/moons");
    expect((await check()).stdout).toBe("");
    // From another directory of the repository as well.
    expect(await runCli(["check", "--staged", "."], join(dir, "skills"))).toMatchObject({ exitCode: 0 });
  });
});

test("without a repository, or with an unknown revision, nothing but that is reported", async () => {
  await withFiles({ "skills/tides/SKILL.md": BROKEN }, async (dir) => {
    process.env["GIT_CEILING_DIRECTORIES"] = dirname(dir);
    const outside = await runCli(["check", "--staged", "--format", "concise"], dir);
    delete process.env["GIT_CEILING_DIRECTORIES"];
    expect([outside.exitCode, outside.stdout.split("\n").length]).toEqual([2, 2]);
    expect(outside.stdout).toContain("not a git repository");
  });
  await inRepository(async (dir, git) => {
    put(dir, "skills/tides/SKILL.md", BROKEN);
    git("add", ".");
    git("commit", "--quiet", "--message", "all");
    const { exitCode, stdout } = await runCli(["check", "--since", "origin/main"], dir);
    expect(exitCode).toBe(2);
    expect(stdout).toContain("= help: fetch it first: git fetch origin main; in GitHub Actions set fetch-depth: 0\n");
    expect(stdout).not.toContain("tides");
    for (const flag of ["--fix", "--watch", "--since=HEAD"])
      expect(await runCli(["check", "--staged", flag], dir)).toMatchObject({ exitCode: 2, stdout: "" });
  });
});

test("--quiet prints nothing if all is well", async () => {
  await inRepository(async (dir, git) => {
    git("add", ".");
    for (const args of [["check"], ["check", "--staged"], ["build"]])
      expect(await runCli([...args, "--quiet"], dir)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    put(dir, "skills/tides/SKILL.md", BROKEN);
    expect((await runCli(["check", "--quiet"], dir)).stdout).toContain("error[");
  });
});

test("the hook of docs/ci.md stops a commit, and is silent otherwise", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/ci.md"), "utf8");
  const recipe = /## A git hook without a tool\n[^]*?```sh\n([^]*?)```/.exec(page)?.[1] ?? "";
  await inRepository(async (dir, git) => {
    git("add", ".");
    git("commit", "--quiet", "--message", "all");
    const bin = join(import.meta.dirname, "../../dist/cli/bin.js");
    put(dir, "bin/npx", `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${bin}' "$@"\n`);
    chmodSync(join(dir, "bin/npx"), 0o755);
    const made = spawnSync("sh", ["-c", recipe], { cwd: dir, encoding: "utf8" });
    expect([made.status, made.stderr]).toEqual([0, ""]);
    const hook = join(dir, ".git/hooks/pre-commit");
    expect(existsSync(hook) && (statSync(hook).mode & 0o111) !== 0).toBe(true);
    const commit = () =>
      spawnSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "--message", "x"], {
        cwd: dir,
        encoding: "utf8",
        env: { ...process.env, PATH: `${join(dir, "bin")}:${process.env["PATH"] ?? ""}` },
      });
    put(dir, "skills/tides/SKILL.md", BROKEN);
    git("add", "skills");
    put(dir, "skills/tides/SKILL.md", skill("tides"));
    const stopped = commit();
    expect([stopped.status, `${stopped.stdout}${stopped.stderr}`]).toEqual([1, expect.stringContaining("SKILL.md:3:")]);
    put(dir, "skills/tides/SKILL.md", skill("tides", "Reads tables. Use when asked about tides."));
    git("add", "skills");
    const passed = commit();
    expect([passed.status, `${passed.stdout}${passed.stderr}`]).toEqual([0, ""]);
  });
});

test("--print-config says what decides the level of each rule", async () => {
  await inRepository(async (dir) => {
    put(
      dir,
      "skillc.config.json",
      JSON.stringify({
        sources: ["skills"],
        rules: { "file-*": "warning", "name-missing": "off" },
        overrides: [{ files: "skills/tides/**", rules: { "file-orphan": "off" } }],
      }),
    );
    const levels = async (...args: string[]): Promise<readonly { rule: string; level: string; why: string }[]> =>
      (JSON.parse((await runCli(["check", "--json", "--print-config", ...args], dir)).stdout) as { rules: [] }).rules;
    const of = async (rule: string, ...args: string[]) => (await levels(...args)).find((one) => one.rule === rule);
    expect(await of("file-orphan", "skills/tides/SKILL.md")).toMatchObject({
      level: "off",
      why: 'overrides[0]: "file-orphan"',
    });
    expect(await of("file-orphan", "skills/moons/SKILL.md")).toMatchObject({
      level: "warning",
      why: 'rules: "file-*"',
    });
    expect(await of("name-missing", "skills/moons/SKILL.md")).toMatchObject({
      level: "error",
      ignored: 'rules: "name-missing"',
    });
    expect(await of("license-empty", "skills/moons/SKILL.md")).toMatchObject({ why: "profile standard" });
    expect(await of("file-orphan", "skills/tides/SKILL.md", "--rule", "file-orphan=error")).toMatchObject({
      level: "error",
      why: '--rule: "file-orphan"',
    });
    const { stdout } = await runCli(["check", "--print-config", "skills/tides/SKILL.md"], dir);
    expect(stdout.split("\n")[0]).toBe("skills/tides/SKILL.md: profile standard, skillc.config.json");
    expect(stdout).toMatch(/^off {6}SKC\d+ {2}file-orphan {2,}overrides\[0\]: "file-orphan"$/m);
  });
});
