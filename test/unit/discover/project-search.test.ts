/** What a check without a config looks at: `.gitignore` as git reads it, test data, nested repositories, the root. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { check } from "../../../src/api/check.ts";
import { createNodeHost } from "../../../src/host/index.ts";
import { createGitIgnore } from "../../../src/discover/git-ignore.ts";
import fc from "../../support/fast-check.ts";

let root = "";
beforeEach(() => void (root = realpathSync(mkdtempSync(join(tmpdir(), "skillc-search-")))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, text = ""): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const skill = (dir: string, about = dir): void => {
  const name = dir.split("/").at(-1) ?? "";
  const description = `Keeps ${about}. Use when somebody asks for ${about}.`;
  write(`${dir}/SKILL.md`, `---\nname: ${name}\ndescription: ${description}\n---\n\n# Steps\n\nRead the log.\n`);
};
const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
const searched = async (cwd = root, dirs: readonly string[] = []) => {
  const result = await check({ cwd, sources: dirs.map((dir) => ({ dir })) });
  return { ...result.searched, skills: result.summary.skills, errors: result.summary.errors };
};

describe("without arguments", () => {
  test("skills are found wherever they are, from the root of the repository down", async () => {
    git("init", "--quiet");
    for (const dir of ["plugins/sea/skills/ebb", "plugins/air/skills/ebb", ".claude/skills/log", "skills/.curated/map"])
      skill(dir);
    const schema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";
    write("plugins/sea/.claude-plugin/plugin.json", JSON.stringify({ name: "sea" }));
    write("plugins/air/plugin.json", JSON.stringify({ $schema: schema, name: "air" }));
    mkdirSync(join(root, "docs"));
    expect(await searched()).toMatchObject({
      skills: 4,
      errors: 0,
      places: [
        { dir: "plugins/", skills: 2 },
        { dir: ".claude/skills", skills: 1 },
        { dir: "skills/.curated", skills: 1 },
      ],
    });
    expect(await searched(join(root, "docs"))).toMatchObject({ skills: 4, places: [{}, {}, {}, {}] });
  });

  test("links and copies count as mirrors, without a finding", async () => {
    skill(".claude/skills/ebb", "tides");
    skill(".agents/skills/ebb", "tides");
    mkdirSync(join(root, ".codex/skills"), { recursive: true });
    symlinkSync("../../.claude/skills/ebb", join(root, ".codex/skills/ebb"));
    const { diagnostics } = await check({ cwd: root });
    expect(diagnostics).toEqual([]);
    expect(await searched()).toMatchObject({
      skills: 1,
      places: [{ dir: ".agents/skills", skills: 1 }],
      mirrors: [
        { dir: ".claude/skills", skills: 1 },
        { dir: ".codex/skills", skills: 1 },
      ],
    });
  });

  test("what git ignores, test data and nested repositories are left out and named", async () => {
    git("init", "--quiet");
    for (const dir of ["skills/a", "dist/skills/b", ".claude/skills/c", "tests/fixtures/d", "vendor/e", "examples/f"])
      skill(dir);
    write("vendor/.git/HEAD", "ref: refs/heads/main\n");
    write("venv/pyvenv.cfg");
    skill("venv/lib/g");
    write(".gitignore", "dist/\n\n.claude\n");
    expect(await searched()).toMatchObject({
      skills: 2,
      testData: [{ dir: "tests/fixtures", skills: 1 }],
      ignored: [{ dir: ".claude", skills: 1, by: ".gitignore:3" }],
      pruned: [
        { kind: "nested repositories", directories: 1 },
        { kind: "virtual environments", directories: 1 },
      ],
    });
    // Whoever names a directory means it.
    for (const dir of ["dist", ".claude/skills", "tests/fixtures", "vendor", "venv"])
      expect(await searched(root, [dir]), dir).toMatchObject({ skills: 1 });
  });

  test("a repository that is a skill itself is checked without its git directory and what git ignores", async () => {
    git("init", "--quiet");
    write(
      "SKILL.md",
      "---\nname: ebb\ndescription: Keeps tides. Use when somebody asks for tides.\n---\n\n# Steps\n\nRead.\n",
    );
    write(".gitignore", "/dist\n");
    write("dist/notes.md", "[gone](gone.md)\n");
    write("node_modules/x/index.js", "");
    for (const sources of [[], [{ dir: "." }]]) {
      const { diagnostics } = await check({ cwd: root, sources });
      expect(diagnostics.map(({ rule }) => rule)).toEqual([]);
    }
  });
});

const hasGit = (() => {
  try {
    return execFileSync("git", ["--version"]).length > 0;
  } catch {
    return false;
  }
})();

/** Asks both about each path, from the top: below an ignored directory nothing else is asked. */
function disagreements(paths: readonly string[]): readonly string[] {
  const ignore = createGitIgnore(root, createNodeHost(root));
  const ours = new Set<string>();
  const dirs = new Set(
    paths.flatMap((path) =>
      path
        .split("/")
        .slice(0, -1)
        .map((_, at, all) => all.slice(0, at + 1).join("/")),
    ),
  );
  const isIgnored = (path: string): boolean => {
    const parent = dirname(path);
    return (
      (parent !== "." && isIgnored(parent)) ||
      ignore.ruleFor(dirname(`${root}/${path}`), basename(path), dirs.has(path)) !== undefined
    );
  };
  for (const dir of [...dirs].toSorted()) if (!isIgnored(dir)) ignore.read(`${root}/${dir}`);
  for (const path of paths) if (isIgnored(path)) ours.add(path);
  let answer = "";
  try {
    answer = execFileSync("git", ["-c", "core.excludesFile=/dev/null", "check-ignore", "--no-index", "-z", "--stdin"], {
      cwd: root,
      encoding: "utf8",
      input: `${paths.join("\0")}\0`,
      stdio: ["pipe", "pipe", "ignore"],
    });
  } catch {
    // Exit code 1: git ignores none of them.
  }
  const theirs = new Set(answer.split("\0").filter((path) => path !== ""));
  return paths.filter((path) => ours.has(path) !== theirs.has(path));
}

describe.skipIf(!hasGit)("ignore files are read as git reads them", () => {
  const PATHS = [
    "a",
    "ab",
    "a b",
    "b/a",
    "b/c/a",
    "b/c/ab.log",
    "build/x/a",
    "build/keep",
    "d/{e}",
    "d/!f",
    "d/#g",
    "d/[h]",
    "d/x,y",
  ];

  test.each([
    ["names, paths and directories", "a\n/b/c\nbuild/\n*.log\n"],
    ["negation", "build/*\n!build/keep\n*\n!*/\n!ab\n"],
    ["stars", "**/a\nb/**\n/d/**/x,y\n**\n!b/**/ab.log\n"],
    ["characters with a meaning of their own", "\\#g\n\\!f\n{e}\nx,y\n\\[h\\]\na\\ b\n[a-b]?\n"],
    ["spaces, comments, line ends", "# a\na \r\n\n   \nab\\ \n"],
    ["what is malformed matches nothing", "[a\nab\\\n[z-a]\n"],
  ])("%s", (_title, text) => {
    git("init", "--quiet");
    for (const path of PATHS) write(path);
    write(".gitignore", text);
    expect(disagreements(PATHS)).toEqual([]);
  });

  test("the nearest file decides, and a directory that it takes back is entered", () => {
    git("init", "--quiet");
    write(".git/info/exclude", "c\n");
    write(".gitignore", "build\nkeep\n!c\n");
    write("b/.gitignore", "!build\n/keep\n");
    for (const path of ["b/build/x", "b/build/keep", "b/keep", "build/x", "c"]) write(path);
    expect(disagreements(["b/build/x", "b/build/keep", "b/keep", "build/x", "c"])).toEqual([]);
  });

  test("for any patterns", () => {
    git("init", "--quiet");
    for (const path of PATHS) write(path);
    const piece = fc.constantFrom(
      "a",
      "b",
      "c",
      "build",
      "keep",
      "*",
      "?",
      "**",
      "/",
      "!",
      "ab",
      ".log",
      "[a-c]",
      "\\a",
      "x",
    );
    const line = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        // Three stars in a row are undocumented, and their meaning in git depends on its version.
        fc.pre(lines.every((one) => !one.includes("***") && !one.includes("//")));
        write(".gitignore", lines.join("\n"));
        expect(disagreements(PATHS)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
