/** `--since`: findings about skills that changed in git, and no others. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { check } from "../../src/api/check.ts";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";

const hasGit = ((): boolean => {
  try {
    execFileSync("git", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
beforeAll(() => {
  if (!hasGit) process.stderr.write("SKIPPED: git is not installed\n");
});

const skill = (name: string, about: string): string =>
  `---\nname: ${name}\ndescription: ${about}. Use when asked about it.\nlicense: ""\n---\nSee references/notes.md.\n`;
const files = {
  "skills/tides/SKILL.md": skill("tides", "Reads tables of high and low water"),
  "skills/tides/references/notes.md": "Nord\n",
  "skills/moons/SKILL.md": skill("moons", "Names the moons of each planet"),
  "skills/moons/references/notes.md": "Io\n",
  "skills/moons/inner/phobos/SKILL.md": skill("phobos", "Describes the largest satellite of Mars"),
  "skills/moons/inner/phobos/references/notes.md": "Stickney\n",
};

/** A repository with everything committed. */
async function inRepository(run: (dir: string, git: (...args: string[]) => void) => Promise<void>): Promise<void> {
  await withFiles(files, async (dir) => {
    const git = (...args: string[]): void =>
      void execFileSync("git", ["-c", "user.name=Nord", "-c", "user.email=nord@example.org", ...args], {
        cwd: dir,
        stdio: "pipe",
      });
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "all");
    await run(dir, git);
  });
}

const write = (dir: string, path: string, text: string): void => {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
};
/** Files with a finding. */
const reported = async (cwd: string, since = "HEAD", dir?: string): Promise<string[]> => {
  const { diagnostics } = await check({
    cwd,
    since,
    ...(dir === undefined ? {} : { sources: [{ dir }] }),
    overrides: { rules: { "*": "off", "license-empty": "warning" } },
  });
  return diagnostics.map(({ file }) => file);
};

describe.skipIf(!hasGit)("since a commit", () => {
  test("nothing changed", () =>
    inRepository(async (dir) => {
      expect(await reported(dir)).toEqual([]);
    }));

  test.each([
    [
      "a SKILL.md changed",
      (dir: string) => write(dir, "skills/tides/SKILL.md", `${files["skills/tides/SKILL.md"]}More.\n`),
      ["skills/tides/SKILL.md"],
    ],
    [
      "a file of a skill changed",
      (dir: string) => write(dir, "skills/tides/references/notes.md", "Süd\n"),
      ["skills/tides/SKILL.md"],
    ],
    [
      "a file is new",
      (dir: string) => write(dir, "skills/tides/assets/neue karte.svg", "<svg/>\n"),
      ["skills/tides/SKILL.md"],
    ],
    [
      "a file is gone",
      (dir: string) => rmSync(join(dir, "skills/tides/references/notes.md")),
      ["skills/tides/SKILL.md"],
    ],
    [
      "an inner skill changed",
      (dir: string) => write(dir, "skills/moons/inner/phobos/references/notes.md", "Deimos\n"),
      ["skills/moons/SKILL.md", "skills/moons/inner/phobos/SKILL.md"],
    ],
    ["something else changed", (dir: string) => write(dir, "readme.md", "Hello\n"), []],
  ])("%s", (_title, change, expected) =>
    inRepository(async (dir) => {
      change(dir);
      expect(await reported(dir)).toEqual(expected);
    }),
  );

  test("what was committed since counts, too", () =>
    inRepository(async (dir, git) => {
      write(dir, "skills/tides/references/notes.md", "Süd\n");
      git("commit", "--quiet", "--all", "--message", "south");
      expect(await reported(dir)).toEqual([]);
      expect(await reported(dir, "HEAD~1")).toEqual(["skills/tides/SKILL.md"]);
    }));

  test("in a directory of the repository, reached by a link", () =>
    inRepository(async (dir) => {
      write(dir, "skills/tides/references/notes.md", "Süd\n");
      expect(await reported(join(dir, "skills"), "HEAD", ".")).toEqual(["tides/SKILL.md"]);
      await withFiles({}, async (elsewhere) => {
        symlinkSync(dir, join(elsewhere, "link"));
        expect(await reported(join(elsewhere, "link"))).toEqual(["skills/tides/SKILL.md"]);
      });
    }));

  test("an accepted finding of another skill is not forgotten", () =>
    inRepository(async (dir) => {
      const run = (...args: string[]) => runCli(["check", "--baseline", "known.json", ...args], dir);
      await run("--update-baseline", "--since", "HEAD");
      const all = await run("--fail-on", "info");
      expect([all.exitCode, all.stderr]).toEqual([0, ""]);
    }));

  test.each([["--output=stolen"], ["no-such-branch"], ["HEAD~99"]])("%s is not a commit", (ref) =>
    inRepository(async (dir) => {
      const { exitCode, diagnostics } = await check({ cwd: dir, since: ref });
      expect(exitCode).toBe(2);
      expect(diagnostics.some(({ rule }) => rule === "since-unreadable")).toBe(true);
    }),
  );

  test("a shallow clone is named, with the setting that fetches its history", () =>
    inRepository(async (dir, git) => {
      write(dir, "skills/tides/references/notes.md", "South\n");
      git("commit", "--quiet", "--all", "--message", "more");
      const clone = `${dir}/clone`;
      git("clone", "--quiet", "--depth", "1", `file://${dir}`, clone);
      const { exitCode, stdout } = await runCli(["check", "--since", "HEAD~1"], clone);
      expect(exitCode).toBe(2);
      expect(stdout).toContain("this clone is shallow; in GitHub Actions set fetch-depth: 0 for actions/checkout");
      expect((await runCli(["check", "--since", "HEAD~1"], dir)).exitCode).toBe(0);
      expect((await runCli(["check", "--since", "HEAD~9"], dir)).stdout).not.toContain("fetch-depth");
    }));

  test("outside a repository", () =>
    withFiles(files, async (dir) => {
      const { exitCode, stdout } = await runCli(["check", "--since", "main"], dir);
      expect(exitCode).toBe(2);
      expect(stdout).toContain("SKC650");
    }));
});
