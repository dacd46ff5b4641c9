/** The installer with real repositories: what is fetched, locked, refused, and what a failure leaves. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createInstaller, isInstallFault, type Installer, type InstallerOptions } from "../../src/install/index.ts";
import { createGitHost, skillDocument, type GitSource } from "../support/git-source.ts";
import { listFiles } from "../support/list-files.ts";

const remote = createGitHost();
afterAll(() => remote.remove());

let count = 0;
let project: string;
let installer: Installer;
let source: GitSource;
let name: string;

const open = (more: InstallerOptions = {}): Installer =>
  createInstaller({
    cwd: project,
    host: { environment: remote.environment },
    ...more,
    git: { allowFile: true, ...more.git },
  });

beforeEach(() => {
  name = `skills-${++count}`;
  project = remote.directory(`project-${count}`);
  source = remote.repository(`acme/${name}`);
  installer = open();
});

/** The result of a call that must not fail. */
async function done<Result>(
  promise: Promise<Result> | Result,
): Promise<Exclude<Result, { readonly details: unknown }>> {
  const result = await promise;
  if (isInstallFault(result)) throw new Error(`${result.message}\n${result.details.join("\n")}`);
  return result as Exclude<Result, { readonly details: unknown }>;
}

const lockOf = (): { readonly skills: Record<string, Record<string, unknown>> } =>
  JSON.parse(readFileSync(join(project, "skillc.lock"), "utf8")) as never;

test("each reference is reported before it is fetched", async () => {
  source.commit({ "pdf/SKILL.md": skillDocument("pdf") }, { tags: ["v1"] });
  const seen: unknown[] = [];
  const watched = open({ onProgress: (progress) => seen.push(progress) });
  await done(watched.add(`acme/${name}@v1`));
  expect(seen).toEqual([{ phase: "fetch", done: 0, total: 1 }]);
  seen.length = 0;
  await done(watched.outdated());
  await done(watched.update());
  expect(seen).toEqual([
    { phase: "fetch", done: 0, total: 1 },
    { phase: "fetch", done: 0, total: 1 },
  ]);
});

describe("add", () => {
  test("installs the files of skills, their licenses and nothing else, byte for byte", async () => {
    const commit = source.commit(
      {
        "pdf/SKILL.md": skillDocument("pdf"),
        "pdf/crlf.txt": "a\r\nb\r\n",
        "pdf/ident.txt": "$Id$\n",
        "pdf/bytes.bin": new Uint8Array([0, 255, 10, 13]),
        ".gitattributes": "* text=auto eol=lf\n*.txt ident filter=evil\n*.bin -text\n",
        "LICENSE.md": "MIT\n",
        "src/index.ts": "export {};\n",
        "CLAUDE.md": { symlink: "LICENSE.md" },
        ".github/workflows/ci.yml": "on: push\n",
      },
      { tags: ["v1"] },
    );
    source.git("config", "filter.evil.smudge", "touch /tmp/never");
    const added = await done(installer.add(`@acme/${name}@v1`));
    expect(added).toMatchObject({ ref: `@acme/${name}@v1`, path: `.skillc/skills/acme/${name}`, warnings: [] });
    expect(added.skills).toEqual([{ name: "pdf", dir: "pdf" }]);
    const dir = join(project, added.path);
    expect(listFiles(dir)).toEqual(["LICENSE.md", "pdf/SKILL.md", "pdf/bytes.bin", "pdf/crlf.txt", "pdf/ident.txt"]);
    expect(readFileSync(join(dir, "pdf/bytes.bin"))).toEqual(Buffer.from([0, 255, 10, 13]));
    expect(readFileSync(join(dir, "pdf/ident.txt"), "utf8")).toBe("$Id$\n");
    expect(lockOf().skills[`@acme/${name}@v1`]).toMatchObject({
      path: added.path,
      revision: "refs/tags/v1",
      commit,
      tree: source.git("rev-parse", "HEAD^{tree}"),
    });
    // Nothing of the fetch stays, and git does not see what is installed.
    expect(listFiles(join(project, ".skillc")).filter((path) => !path.startsWith("skills/acme"))).toEqual([
      ".gitignore",
      "skills/.gitignore",
    ]);
  });

  test("takes a branch, a tag, a commit, a directory, a skill, and a web address", async () => {
    const first = source.commit({ "a/one/SKILL.md": skillDocument("one"), "a/two/SKILL.md": skillDocument("two") });
    source.commit({ "a/one/SKILL.md": skillDocument("one", "Newer.\n") }, { branch: "feature/x", tags: ["v2"] });
    const newer = "a/one/SKILL.md";
    const text = (path: string): string => readFileSync(join(project, path), "utf8");
    const base = `acme/${name}`;
    const of = async (ref: string, into: string, skill?: string) => done(installer.add(ref, { into, skill }));
    const byCommit = await of(`${base}@${first}`, "c1");
    expect(text(`${byCommit.path}/${newer}`)).not.toContain("Newer");
    expect(lockOf().skills[byCommit.ref]).not.toHaveProperty("revision");
    const byTag = await of(`${base}/a/one@v2`, "c2");
    expect([byTag.path, listFiles(join(project, byTag.path))]).toEqual(["c2/one", ["SKILL.md"]]);
    const bySkill = await of(`${base}#feature/x@two`, "c3");
    expect([bySkill.ref, bySkill.path]).toEqual([`${base}/a/two@feature/x`, "c3/two"]);
    const byFlag = await of(base, "c4", "one");
    expect([byFlag.ref, byFlag.path]).toEqual([`${base}/a/one`, "c4/one"]);
    const byAddress = await of(`https://github.com/${base}/tree/feature/x/a/one`, "c5");
    expect(byAddress.ref).toBe(`${base}/a/one@feature/x`);
    expect(text(`${byAddress.path}/SKILL.md`)).toContain("Newer");
  });

  test("prefers a tag to a branch of the same name, and says so", async () => {
    const tagged = source.commit({ "SKILL.md": skillDocument("x") }, { tags: ["twin"] });
    source.commit({ "SKILL.md": skillDocument("x", "Branch.\n") }, { branch: "twin" });
    const added = await done(installer.add(`acme/${name}@twin`));
    expect(added.entry.commit).toBe(tagged);
    expect(added.warnings[0]).toContain("a tag and a branch");
  });

  test("reads annotated tags and keeps programs executable", async () => {
    source.commit({ "SKILL.md": skillDocument("x"), "scripts/run.sh": "#!/bin/sh\n" });
    source.git("update-index", "--chmod=+x", "scripts/run.sh");
    source.git("commit", "--quiet", "--message", "mode");
    source.git("tag", "--annotate", "v1", "--message", "v1");
    source.git("push", "--quiet", "origin", "main", "v1");
    const { path, entry } = await done(installer.add(`acme/${name}@v1`));
    expect(entry.commit).toBe(source.git("rev-parse", "HEAD"));
    expect(statSync(join(project, path, "scripts/run.sh")).mode & 0o100).toBe(0o100);
  });

  const good = { "SKILL.md": skillDocument("x") };
  test.each([
    ["a symbolic link", { ...good, "a.md": { symlink: "/etc/passwd" } }, "a symbolic link"],
    ["the name of a secret", { ...good, ".env": "A=1\n" }, "the name of a secret"],
    [
      "a pointer to Git LFS",
      { ...good, "a.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:0\n" },
      "Git LFS",
    ],
    ["two names that differ in case", { ...good, "A.md": "1", "a.md": "2" }, "the same file"],
    [
      "two directories that differ in case",
      { ...good, "s/Aa/x.md": "1", "s/aA/y.md": "2" },
      "s/aA is the same as s/Aa",
    ],
    [
      "two directories that differ in their accents",
      { ...good, "\u00e9/x.md": "1", "e\u0301/y.md": "2" },
      "is the same as",
    ],
    ["a name that HFS+ reads as .git", { ...good, "s/.g\u200cit/config": "x" }, "invisible character U+200C"],
    ["a name with reversed text", { ...good, "s/a\u202eb": "x" }, "invisible character U+202E"],
    ["a name that Windows reserves", { ...good, "aux.md": "1" }, "not allowed on every system"],
    ["no skill", { "README.md": "x" }, "no SKILL.md"],
  ])("refuses %s, and leaves nothing", async (_what, files, says) => {
    source.commit(files);
    const fault = await installer.add(`acme/${name}`);
    expect(isInstallFault(fault) && [fault.message, ...fault.details].join("\n")).toContain(says);
    expect(listFiles(project)).toEqual([]);
    expect(existsSync(join(project, ".skillc"))).toBe(false);
  });

  test("refuses a submodule inside a skill", async () => {
    const other = remote.repository(`acme/${name}-sub`);
    other.commit(good);
    source.commit(good);
    source.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.dir, "sub");
    source.git("commit", "--quiet", "--message", "sub");
    source.git("push", "--quiet", "origin", "main");
    expect(await installer.add(`acme/${name}`)).toMatchObject({ code: "refused-files", details: ["sub: a submodule"] });
  });

  test.each([
    [{ files: 1 }, "has 2 files (max 1)"],
    [{ bytes: 10 }, "bytes (max 10)"],
    [{ fileBytes: 10 }, "bytes (max 10)"],
    [{ downloadBytes: 1 }, "too large to download"],
  ])("stops at the limit %j", async (limits, says) => {
    source.commit({ ...good, "big.md": "x".repeat(100), "other.bin": Buffer.alloc(4_000_000, "random ") });
    const fault = await open({ limits }).add(`acme/${name}`);
    // A small repository may be there before its size is looked at.
    if ("downloadBytes" in limits && !isInstallFault(fault)) return;
    expect(fault).toMatchObject({ code: "too-large" });
    if (!("downloadBytes" in limits)) expect((fault as { message: string }).message).toContain(says.replace("2", "3"));
    expect(listFiles(project)).toEqual([]);
  });

  test("names what does not exist", async () => {
    source.commit({ "skills/pdf/SKILL.md": skillDocument("pdf") });
    const base = `acme/${name}`;
    expect(await installer.add(`${base}@v9`)).toMatchObject({ code: "unknown-revision" });
    expect(await installer.add(`${base}@0123abc`)).toMatchObject({
      help: ["write the full commit id, with 40 digits"],
    });
    expect(await installer.add(`${base}@pdf`)).toMatchObject({
      help: ["did you mean --skill pdf?", expect.anything()],
    });
    expect(await installer.add(`${base}/nope`)).toMatchObject({ code: "unknown-path" });
    expect(await installer.add(base, { skill: "pfd" })).toMatchObject({ help: ['did you mean "pdf"?'] });
    expect(await installer.add(`${base}@${"0".repeat(40)}`)).toMatchObject({ code: "unknown-revision" });
    expect(await installer.add("acme/absent")).toMatchObject({ code: "unreachable" });
    expect(await installer.add("@../x")).toMatchObject({ code: "bad-ref" });
    expect(listFiles(project)).toEqual([]);
  });

  test("overwrites nothing, and tells packages from repositories", async () => {
    source.commit(good);
    mkdirSync(join(project, "vendor", name), { recursive: true });
    writeFileSync(join(project, "vendor", name, "mine.md"), "mine");
    expect(await installer.add(`@acme/${name}`, { into: "vendor" })).toMatchObject({ code: "already-installed" });
    await done(installer.add(`@acme/${name}`));
    // The same source in another spelling is the one that is installed, and stays as it is.
    for (const ref of [`@acme/${name}`, `acme/${name}`]) {
      const again = await done(installer.add(ref));
      expect([again.ref, again.before, again.change]).toEqual([`@acme/${name}`, `@acme/${name}`, undefined]);
    }
    writeFileSync(join(project, "package.json"), `{"dependencies":{"@acme/tools":"1"}}`);
    expect(await installer.add("@acme/tools")).toMatchObject({ code: "ambiguous" });
  });

  test("with a list of allowed sources, no other repository is fetched", async () => {
    source.commit(good);
    const add = (allowedSources: readonly string[], ref: string) => open({ git: { allowedSources } }).add(ref);
    expect(await add(["other/*", `acme/${name}x`], `acme/${name}`)).toMatchObject({ code: "not-allowed" });
    expect(await add(["acme/*"], `git+file://${source.dir}`)).toMatchObject({ code: "not-allowed" });
    expect(await add([], `@acme/${name}`)).toMatchObject({ code: "not-allowed" });
    expect(listFiles(project)).toEqual([]);
    expect(await add([`ACME/${name}`], `@acme/${name}`)).toMatchObject({ ref: `@acme/${name}` });
    expect(await add(["*"], `git+file://${source.dir}`)).toMatchObject({ warnings: [] });
  });

  test("a disk that cannot be written stays as it is", async () => {
    source.commit(good);
    mkdirSync(join(project, ".skillc"));
    writeFileSync(join(project, ".skillc/skills"), "a file");
    expect(await installer.add(`acme/${name}`)).toMatchObject({ code: "disk" });
    mkdirSync(join(project, "skillc.lock"));
    expect(await installer.add(`acme/${name}`, { into: "vendor" })).toMatchObject({ code: "lock" });
    rmSync(join(project, "skillc.lock"), { recursive: true });
    writeFileSync(join(project, "vendor"), "a file");
    expect(await installer.add(`acme/${name}`, { into: "vendor" })).toMatchObject({ code: "disk" });
    expect(listFiles(project)).toEqual([".skillc/skills", "vendor"]);
  });

  test("a repository of this machine needs a permission, and a link of the project is not followed", async () => {
    source.commit(good);
    const ref = `git+file://${source.dir}`;
    expect(await open({ git: { allowFile: false } }).add(ref)).toMatchObject({ code: "not-allowed" });
    expect(await open({ git: { allowFile: false } }).add(`@acme/${name}`)).toMatchObject({ code: "unreachable" });
    const elsewhere = remote.directory(`elsewhere-${count}`);
    symlinkSync(elsewhere, join(project, "vendor"));
    expect(await installer.add(ref, { into: "vendor" })).toMatchObject({ code: "disk" });
    expect(listFiles(elsewhere)).toEqual([]);
    await done(installer.add(ref));
    rmSync(join(project, ".skillc"), { recursive: true });
    symlinkSync(elsewhere, join(project, ".skillc"));
    expect(await installer.restore()).toMatchObject({ code: "disk" });
    expect(listFiles(elsewhere)).toEqual([]);
  });
});

describe("a server that fails leaves the previous state", () => {
  test("refused, silent or cut off", async () => {
    source.commit({ "SKILL.md": skillDocument("x") });
    await done(installer.add(`@acme/${name}`));
    const before = listFiles(project).map((path) => [path, readFileSync(join(project, path), "utf8")]);
    for (const fault of ["silent", "cut"] as const) {
      const sockets = new Set<import("node:net").Socket>();
      const server = createServer((socket) => {
        sockets.add(socket);
        socket.on("error", () => {});
        if (fault === "cut") socket.once("data", () => socket.end("\u0016\u0003\u0001"));
      });
      const port = await new Promise<number>((resolve) => {
        server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
      });
      const impatient = open({ limits: { idleMs: 1000, totalMs: 3000 } });
      expect(await impatient.add(`git+https://127.0.0.1:${port}/x/y`)).toMatchObject({ code: "unreachable" });
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      // The port is closed now.
      expect(await impatient.add(`git+https://127.0.0.1:${port}/x/y`)).toMatchObject({ code: "unreachable" });
    }
    expect(listFiles(project).map((path) => [path, readFileSync(join(project, path), "utf8")])).toEqual(before);
  });
});
