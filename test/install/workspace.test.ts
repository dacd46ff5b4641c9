/**
 * A workspace of three packages and two repositories through the command line: added, locked, cloned elsewhere, installed
 * and built without a network. Every single change afterwards is named.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGitHost, skillDocument, type GitSource } from "../support/git-source.ts";
import { listFiles } from "../support/list-files.ts";
import { runCli, type CliResult } from "../support/run-cli.ts";

const remote = createGitHost();
const before = { ...process.env };
let tools: GitSource;
let forms: GitSource;
let app: string;
let packages: string;

const CONFIG = {
  sources: [
    { package: "@acme/one" },
    { package: "@acme/two", mountAs: "two" },
    { package: "@acme/three#skills" },
    { dir: "@acme/tools@v1", mountAs: "tools", preload: true },
    { ref: "acme/forms/skills/pdf@main", namespace: "forms" },
  ],
};

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** What `npm install` makes of a workspace. */
function linkPackages(root: string): void {
  for (const name of ["one", "two", "three"]) {
    mkdirSync(join(root, "node_modules/@acme"), { recursive: true });
    symlinkSync(join(root, "packages", name), join(root, "node_modules/@acme", name));
  }
}

const skillc = (dir: string, ...args: string[]): Promise<CliResult> => runCli([...args], dir);
const builtFiles = (dir: string): readonly string[] =>
  listFiles(join(dir, "generated/skills")).map(
    (path) => `${path}\n${readFileSync(join(dir, "generated/skills", path), "utf8")}`,
  );

beforeAll(async () => {
  Object.assign(process.env, remote.environment);
  tools = remote.repository("acme/tools");
  forms = remote.repository("acme/forms");
  tools.commit({ "hammer/SKILL.md": skillDocument("hammer"), "saw/SKILL.md": skillDocument("saw") }, { tags: ["v1"] });
  forms.commit({ "skills/pdf/SKILL.md": skillDocument("pdf"), "skills/pdf/references/sizes.md": "# Sizes\n" });
  packages = remote.directory("workspace");
  app = packages;
  put(join(app, "packages/one/skills/tide/SKILL.md"), skillDocument("tide"));
  put(join(app, "packages/two/log/SKILL.md"), skillDocument("log"));
  put(join(app, "packages/three/skills/map/SKILL.md"), skillDocument("map"));
  put(join(app, "skillc.config.json"), JSON.stringify(CONFIG));
  linkPackages(app);
  for (const ref of ["@acme/tools@v1", "acme/forms/skills/pdf@main"]) {
    const added = await skillc(app, "add", ref, "--allow-file");
    expect([added.exitCode, added.stderr]).toEqual([0, ""]);
  }
  expect((await skillc(app, "build")).exitCode).toBe(0);
});

afterAll(() => {
  process.env = before;
  remote.remove();
});

let count = 0;

/** A clone without what git ignores, on a machine that has never fetched anything. */
function cloneElsewhere(): string {
  const dir = join(remote.root, `clone-${++count}`);
  const isIgnored = (path: string): boolean =>
    /(?:^|\/)(?:\.skillc|node_modules|generated)(?:\/|$)/.test(path.slice(app.length));
  cpSync(app, dir, { recursive: true, filter: (path) => !isIgnored(path) });
  linkPackages(dir);
  process.env["XDG_CACHE_HOME"] = join(dir, "no-cache");
  return dir;
}

test("a clone installs and builds the same bytes, the build without a network", async () => {
  const clone = cloneElsewhere();
  const early = await skillc(clone, "build");
  expect([early.exitCode, early.stderr]).toEqual([2, expect.stringContaining("ref-not-installed")]);
  const installed = await skillc(clone, "install", "--frozen", "--allow-file");
  expect([installed.exitCode, installed.stderr]).toEqual([0, ""]);
  // Any fetch from here on would fail.
  process.env["GIT_CONFIG_GLOBAL"] = "/dev/null";
  expect(await skillc(clone, "build")).toMatchObject({ exitCode: 0 });
  process.env["GIT_CONFIG_GLOBAL"] = remote.environment["GIT_CONFIG_GLOBAL"];
  expect(builtFiles(clone)).toEqual(builtFiles(app));
  expect(builtFiles(clone).join("")).not.toContain(remote.root);
  expect(readFileSync(join(clone, "skillc.lock"))).toEqual(readFileSync(join(app, "skillc.lock")));
  expect(await skillc(clone, "verify")).toMatchObject({ exitCode: 0 });
  // Everything is in the cache now: a new clone of this machine needs no remote.
  rmSync(join(clone, ".skillc"), { recursive: true });
  expect(await skillc(clone, "install", "--frozen", "--offline")).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await skillc(clone, "build")).toMatchObject({ exitCode: 0 });
});

const lockEdit = (dir: string, edit: (text: string) => string): void => {
  writeFileSync(join(dir, "skillc.lock"), edit(readFileSync(join(dir, "skillc.lock"), "utf8")));
};
const HAMMER = ".skillc/skills/acme/tools/hammer/SKILL.md";

test.each<readonly [what: string, change: (dir: string) => void, names: string]>([
  ["a file", (dir) => writeFileSync(join(dir, HAMMER), "x"), "hammer/SKILL.md changed"],
  ["a file that is gone", (dir) => rmSync(join(dir, HAMMER)), "hammer/SKILL.md is missing"],
  ["a new file", (dir) => put(join(dir, ".skillc/skills/acme/pdf/new.md"), "x"), "new.md was added"],
  ["a link", (dir) => symlinkSync("/etc/passwd", join(dir, ".skillc/skills/acme/pdf/link")), "link was added"],
  [
    "a digest in the lock",
    (dir) => lockEdit(dir, (text) => text.replace(/("hammer\/SKILL.md": ")../, "$100")),
    "was edited",
  ],
  ["a commit in the lock", (dir) => lockEdit(dir, (text) => text.replace(/("commit": ")../, "$1zz")), "wrong commit"],
  [
    "a path in the lock",
    (dir) => lockEdit(dir, (text) => text.replace(".skillc/skills/acme/tools", "../tools")),
    "no usable path",
  ],
  [
    "an entry of the lock",
    (dir) => lockEdit(dir, (text) => text.replace("@acme/tools@v1", "@acme/tools@v2")),
    "@acme/tools@v1",
  ],
  [
    "a reference of the config",
    (dir) => writeFileSync(join(dir, "skillc.config.json"), JSON.stringify(CONFIG).replace("@v1", "@v3")),
    "@acme/tools@v3",
  ],
])("%s that changed is named by build, verify and install --frozen", async (_what, change, names) => {
  const clone = cloneElsewhere();
  expect(await skillc(clone, "install", "--allow-file")).toMatchObject({ exitCode: 0 });
  const outputs = await skillc(clone, "build");
  expect(outputs.exitCode).toBe(0);
  const built = builtFiles(clone);
  change(clone);
  const lock = readFileSync(join(clone, "skillc.lock"));
  for (const args of [["build"], ["verify"], ["install", "--frozen", "--allow-file"]]) {
    const { exitCode, stdout, stderr } = await skillc(clone, ...args);
    expect([args[0], exitCode > 0, `${stdout}${stderr}`]).toEqual([args[0], true, expect.stringContaining(names)]);
  }
  // Neither the output nor the lock was touched.
  expect(builtFiles(clone)).toEqual(built);
  expect(readFileSync(join(clone, "skillc.lock"))).toEqual(lock);
});

test("a tag that moved stops a frozen installation, update shows it and asks about permissions", async () => {
  const clone = cloneElsewhere();
  await skillc(clone, "install", "--allow-file");
  const old = tools.git("rev-parse", "v1");
  tools.commit(
    { "saw/SKILL.md": skillDocument("saw", "Use !`rm -rf x`.\n", "allowed-tools: Bash\n") },
    { tags: ["v1"] },
  );
  try {
    const frozen = await skillc(clone, "install", "--frozen", "--allow-file");
    expect([frozen.exitCode, frozen.stderr]).toEqual([
      1,
      expect.stringContaining(`@acme/tools@v1: the lock has ${old}`),
    ]);
    expect(await skillc(clone, "outdated", "--allow-file")).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("the tag was moved") as string,
    });
    const lock = readFileSync(join(clone, "skillc.lock"));
    const refused = await skillc(clone, "update", "--allow-file");
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("--accept") as string });
    expect(refused.stdout).toMatch(/permissions:\n {2}saw\/SKILL.md: allowed-tools[^]*commands[^]*rm -rf x/);
    expect(readFileSync(join(clone, "skillc.lock"))).toEqual(lock);
    expect(await skillc(clone, "verify")).toMatchObject({ exitCode: 0 });
    expect(await skillc(clone, "update", "--accept", "--allow-file")).toMatchObject({ exitCode: 0 });
    expect(await skillc(clone, "install", "--frozen", "--allow-file")).toMatchObject({ exitCode: 0 });
  } finally {
    tools.git("tag", "--force", "v1", old);
    tools.git("push", "--quiet", "--force", "origin", "refs/tags/v1");
  }
});

test("list, resolve, diff and remove speak of what is installed", async () => {
  const clone = cloneElsewhere();
  await skillc(clone, "install", "--allow-file");
  const listed = await skillc(clone, "list", "--installed");
  expect(listed.stdout.split("\n").map((line) => line.replace(/ {2,}[0-9a-f]{12} {2,}/, " ").trim())).toEqual([
    "acme/forms/skills/pdf@main project  .skillc/skills/acme/pdf    pdf",
    "@acme/tools@v1 project  .skillc/skills/acme/tools  hammer, saw",
    "",
  ]);
  const json = JSON.parse((await skillc(clone, "list", "--installed", "--json")).stdout) as readonly object[];
  expect(json[1]).toMatchObject({
    org: "acme",
    name: "tools",
    entry: { files: { "saw/SKILL.md": expect.any(String) as string } },
  });
  expect(await skillc(clone, "resolve", "@acme/tools")).toMatchObject({ stdout: ".skillc/skills/acme/tools\n" });
  expect(await skillc(clone, "resolve", "@acme/saws")).toMatchObject({ exitCode: 2, stdout: "" });
  const other = tools.commit(
    { "saw/SKILL.md": skillDocument("saw", "Saw.\n", "allowed-tools: Read\n") },
    { branch: "next" },
  );
  const diff = await skillc(clone, "diff", "@acme/tools@v1", `@acme/tools@${other}`, "--allow-file");
  expect(diff).toMatchObject({ exitCode: 0, stderr: "" });
  expect(diff.stdout).toMatch(
    /^permissions:\n {2}saw\/SKILL.md: allowed-tools: \(none\) -> "Read"\nfiles:\n {2}changed {2}saw[^]*\+Saw\.\n$/,
  );
  expect(await skillc(clone, "diff", "@acme/tools@v1")).toMatchObject({ exitCode: 2 });
  expect(await skillc(clone, "remove", "@acme/tools@v1", "--no-save")).toMatchObject({
    exitCode: 0,
    stdout: "removed @acme/tools@v1 from .skillc/skills/acme/tools\n",
  });
  const after = await skillc(clone, "build");
  expect([after.exitCode, after.stderr]).toEqual([2, expect.stringContaining("ref-not-locked")]);
  tools.git("checkout", "--quiet", "main");
});

test("a branch whose history was rewritten is installed, but not frozen, while the server still has the commit", async () => {
  const clone = cloneElsewhere();
  forms.git("checkout", "--quiet", "--orphan", "rewritten");
  forms.git("commit", "--quiet", "--message", "rewritten");
  forms.git("push", "--quiet", "--force", "origin", "rewritten:main");
  const old = (
    JSON.parse(readFileSync(join(clone, "skillc.lock"), "utf8")) as { skills: Record<string, { commit: string }> }
  ).skills["acme/forms/skills/pdf@main"]?.commit;
  // Nothing tells it from a commit of somebody else that the server has: this machine has not seen it on the branch.
  expect(await skillc(clone, "install", "--frozen", "--allow-file")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`the lock has ${old}, which is not on refs/heads/main`) as string,
  });
  expect(listFiles(clone).filter((path) => path.startsWith(".skillc/skills"))).toEqual([]);
  expect(await skillc(clone, "install", "--allow-file")).toMatchObject({ exitCode: 0 });
  // What the server has deleted is named.
  execFileSync("git", [
    "-C",
    forms.dir,
    "-c",
    "gc.reflogExpireUnreachable=now",
    "reflog",
    "expire",
    "--expire=now",
    "--all",
  ]);
  execFileSync("git", ["-C", forms.dir, "gc", "--quiet", "--prune=now"]);
  rmSync(join(clone, ".skillc"), { recursive: true });
  rmSync(join(clone, "no-cache"), { recursive: true });
  const gone = await skillc(clone, "install", "--allow-file");
  expect([gone.exitCode, gone.stderr]).toEqual([
    2,
    expect.stringMatching(/no longer has|not our ref|cannot be fetched/),
  ]);
});
