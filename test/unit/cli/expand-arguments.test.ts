/** What people, shells and hooks name to `check`, `list` and `show`. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "../../support/run-cli.ts";

const BIN = join(import.meta.dirname, "../../../dist/cli/bin.js");
let root = "";

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const skill = (dir: string): void =>
  write(
    `${dir}/SKILL.md`,
    `---\nname: ${dir.replace(/.*[/[]|]/g, "")}\ndescription: Keeps ${dir}. Use when asked for ${dir}.\n---\n\n# Steps\n\nRead.\n`,
  );

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "skillc-arguments-")));
  for (const dir of ["app/plugins/sea/skills/ebb", "app/plugins/air/skills/gust", "app/my skills/[log]", "other/map"])
    skill(dir);
  write("app/plugins/sea/skills/ebb/references/ports.md", "# Ports\n");
  write("app/readme.md", "# App\n");
  write("app/node_modules/x/skills/y/SKILL.md", "");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const listed = async (...args: readonly string[]): Promise<readonly string[]> => {
  const { stdout, stderr } = await runCli(["list", "--json", ...args], join(root, "app"));
  return stdout === "" ? [stderr] : (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
};

describe("an argument can be", () => {
  test.each([
    ["a directory", "plugins/sea", ["ebb"]],
    ["a SKILL.md", "plugins/sea/skills/ebb/SKILL.md", ["ebb"]],
    ["a file of a skill", "plugins/sea/skills/ebb/references/ports.md", ["ebb"]],
    ["a pattern of directories", "plugins/*/skills", ["ebb", "gust"]],
    ["a pattern of files", "**/SKILL.md", ["ebb", "gust", "log"]],
    ["a pattern with braces", "plugins/{sea,land}", ["ebb"]],
    ["an absolute pattern", "<root>/*/map", ["map"]],
    ["a directory whose name looks like a pattern", "my skills/[log]", ["log"]],
    ["a directory outside", "../other", ["map"]],
    ["an absolute path outside", "<root>/other/map/SKILL.md", ["map"]],
  ])("%s", async (_title, argument, ids) => {
    expect(await listed(argument.replace("<root>", root), "--set", "onInvalid=body")).toEqual(ids);
  });

  test("several files of one skill, as a hook names them", async () => {
    const files = ["SKILL.md", "references/ports.md"].map((file) => `plugins/sea/skills/ebb/${file}`);
    expect(await listed(...files)).toEqual(["ebb"]);
  });

  test("standard input, with the name of the file that it is", () => {
    const check = (text: string, file: string) =>
      spawnSync(process.execPath, [BIN, "check", "-", "--stdin-filename", file, "--format", "concise"], {
        cwd: join(root, "app"),
        input: text,
        encoding: "utf8",
      });
    const draft = check("---\nname: ebb\n---\n\n# Steps\n", "plugins/sea/skills/ebb/SKILL.md");
    expect([draft.status, draft.stdout]).toEqual([1, expect.stringContaining("description-missing")]);
    const file = check("[gone](gone.md)\n", "plugins/sea/skills/ebb/references/ports.md");
    expect([file.status, file.stdout]).toEqual([0, expect.stringContaining("ports.md:1:")]);
    const fresh = check("---\nname: new\n---\n", "skills/new/SKILL.md");
    expect([fresh.status, fresh.stdout]).toEqual([1, expect.stringContaining("skills/new/SKILL.md:1:1")]);
  });
});

describe("refused with a sentence, not with success", () => {
  test.each([
    [["https://github.com/acme/skills"], "clone the repository"],
    [["git@github.com:acme/skills.git"], "clone the repository"],
    [["github:acme/skills"], "clone the repository"],
    [["plugins/*/nothing"], "no directory and no file of a skill matches"],
    [["plugins/["], "never closed"],
    [["readme.md"], "belongs to no skill"],
    [["-"], "--stdin-filename skills/pdf/SKILL.md"],
    [["--stdin-filename", "x/SKILL.md"], "needs -"],
    [["-", "plugins", "--stdin-filename", "x/SKILL.md"], "cannot be combined with directories"],
    [["-", "--fix", "--stdin-filename", "x/SKILL.md"], "--fix"],
  ])("%j", async (args, reason) => {
    const { exitCode, stderr, stdout } = await runCli(["check", ...args], join(root, "app"));
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(reason);
  });
});

test("since a commit without changes, nothing is called well", async () => {
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@y.z", ...args], { cwd: root, stdio: "ignore" });
  git("init");
  git("add", "other");
  git("commit", "--message", "all");
  const { exitCode, stdout } = await runCli(["check", "map", "--since", "HEAD"], join(root, "other"));
  expect([exitCode, stdout]).toEqual([0, "0 of 1 skill changed since HEAD\n"]);
  const { stdout: next } = await runCli(["check", "--since", "HEAD"], join(root, "app"));
  expect(next).toContain("3 of 4 skills changed since HEAD");
});
