/** No setting of a repository makes git run a program: neither in commands of skills nor for `--since`. */
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { changedSince, createCommandRunner } from "../../../src/host/index.ts";
import { withFiles } from "../../support/fix-skill.ts";

afterEach(() => vi.unstubAllEnvs());

const options = { cwd: "skill", timeoutMs: 20_000, maxOutputBytes: 65_536, mergeStderr: false };

/** A repository whose program `program` writes the file `ran`. */
async function inRepository(run: (dir: string, program: string) => Promise<void> | void): Promise<void> {
  await withFiles({ "skill/notes.md": "one\n", ".gitattributes": "*.md filter=a=b diff=a=b\n" }, async (dir) => {
    const git = (...args: string[]): void =>
      void execFileSync("git", ["-c", "user.name=Nord", "-c", "user.email=nord@example.org", ...args], {
        cwd: dir,
        stdio: "pipe",
      });
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "all");
    const program = join(dir, ".git", "program");
    writeFileSync(program, `#!/bin/sh\ntouch '${join(dir, "ran")}'\ncat\n`, { mode: 0o755 });
    await run(dir, program);
  });
}

const settings: readonly (readonly [string, (program: string) => string])[] = [
  ["core.fsmonitor", (program) => `[core]\nfsmonitor = ${program}\n`],
  ["diff.external", (program) => `[diff]\nexternal = ${program}\n`],
  ["diff.<name>.command", (program) => `[diff "a=b"]\ncommand = ${program}\n`],
  ["diff.<name>.textconv", (program) => `[diff "a=b"]\ntextconv = ${program}\n`],
  ["filter.<name>.clean", (program) => `[filter "a=b"]\nclean = ${program}\nrequired = true\n`],
  ["filter.<name>.process", (program) => `[filter "a=b"]\nprocess = ${program}\n`],
  ["alias", (program) => `[alias]\nlgo = !${program}\n`],
  ["core.sshCommand", (program) => `[core]\nsshCommand = ${program}\n`],
  ["remote.<name>.uploadpack", (program) => `[remote "origin"]\nurl = .\nuploadpack = ${program}\n`],
  ["protocol.ext", (program) => `[protocol "ext"]\nallow = always\n[remote "origin"]\nurl = ext::${program}\n`],
  ["an included file", (program) => `[include]\npath = ../skill/config-of-skill\n# ${program}\n`],
];

describe.each(settings)("%s", (_name, config) => {
  const attack = (dir: string, program: string): void => {
    writeFileSync(join(dir, "skill/config-of-skill"), `[diff]\nexternal = ${program}\n`);
    appendFileSync(join(dir, ".git/config"), config(program));
    writeFileSync(join(dir, "skill/notes.md"), "two\n");
  };

  test.each(["git status", "git diff", "git log -p -1", "git lgo", "git ls-remote", "git ls-remote ssh://x.invalid/y"])(
    "%s",
    (command) =>
      inRepository(async (dir, program) => {
        attack(dir, program);
        await createCommandRunner(dir)(command, options);
        expect(existsSync(join(dir, "ran"))).toBe(false);
      }),
  );

  test("--since", () =>
    inRepository((dir, program) => {
      attack(dir, program);
      expect(changedSince("HEAD", dir)).toContain("skill/notes.md");
      expect(existsSync(join(dir, "ran"))).toBe(false);
    }));
});

test("a submodule runs no program of its own config", () =>
  inRepository(async (dir, program) => {
    const git = (...args: string[]): void =>
      void execFileSync("git", ["-c", "user.name=Nord", "-c", "user.email=nord@example.org", ...args], {
        cwd: dir,
        stdio: "pipe",
      });
    git("clone", "--quiet", dir, join(dir, "sub"));
    git("add", "sub");
    git("commit", "--quiet", "--message", "sub");
    appendFileSync(
      join(dir, "sub/.git/config"),
      `[filter "a=b"]\nclean = ${program}\n[core]\nfsmonitor = ${program}\n`,
    );
    appendFileSync(join(dir, ".git/config"), '[submodule "sub"]\nignore = none\n');
    writeFileSync(join(dir, ".gitmodules"), '[submodule "sub"]\npath = sub\nurl = ./sub\n');
    writeFileSync(join(dir, "sub/skill/notes.md"), "two\n");
    changedSince("HEAD", dir);
    for (const command of ["git status", "git diff", "git diff HEAD"]) await createCommandRunner(dir)(command, options);
    expect(existsSync(join(dir, "ran"))).toBe(false);
  }));

test("a signed commit is not checked by a program of the repository", () =>
  inRepository(async (dir, program) => {
    const commit = execFileSync("git", ["cat-file", "commit", "HEAD"], { cwd: dir, encoding: "utf8" });
    const signed = commit.replace(
      "\n\n",
      "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n QQ==\n -----END PGP SIGNATURE-----\n\n",
    );
    const id = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin"], { cwd: dir, input: signed });
    execFileSync("git", ["update-ref", "HEAD", id.toString().trim()], { cwd: dir });
    appendFileSync(join(dir, ".git/config"), `[log]\nshowSignature = true\n[gpg]\nprogram = ${program}\n`);
    for (const command of ["git log -1", "git log --show-signature -1", "git log --format=%G? -1"]) {
      const { exitCode } = await createCommandRunner(dir)(command, options);
      expect([exitCode, existsSync(join(dir, "ran"))]).toEqual([0, false]);
    }
  }));

test("a bare repository above the directory is not used", () =>
  withFiles({ "skill/deep/notes.md": "" }, async (dir) => {
    execFileSync("git", ["init", "--quiet", "--bare", join(dir, "skill")]);
    const run = createCommandRunner(dir);
    const { exitCode, stderr } = await run("git log -1", { ...options, cwd: "skill/deep" });
    expect(exitCode).toBe(128);
    expect(stderr).toMatch(/not a git repository|bare repository/);
  }));

test("no repository above the project is used", () =>
  withFiles({ "project/skill/notes.md": "" }, async (dir) => {
    execFileSync("git", ["init", "--quiet", dir]);
    mkdirSync(join(dir, "project/.git"));
    const { stderr } = await createCommandRunner(join(dir, "project"))("git rev-parse --show-toplevel", options);
    expect(stderr).toContain("not a git repository");
  }));

test("a command gets few variables, and those that are named", () =>
  withFiles({ "skill/git": "#!/bin/sh\necho stolen\n" }, async (dir) => {
    vi.stubEnv("MY_TOKEN", "t0ken");
    vi.stubEnv("GIT_PAGER", "sh");
    vi.stubEnv("GIT_EXTERNAL_DIFF", "sh");
    vi.stubEnv("BASH_ENV", "./git");
    vi.stubEnv("CI", "yes");
    vi.stubEnv("PATH", ["", ".", "skill", process.env["PATH"]].join(delimiter));
    const run = createCommandRunner(dir);
    const bare = (await run("env", options)).stdout;
    expect(bare).toMatch(/^HOME=/m);
    expect(bare).not.toMatch(/t0ken|^CI=|^GIT_PAGER=sh|GIT_EXTERNAL_DIFF|BASH_ENV|^PATH=[:.s]/m);
    expect((await run("env", { ...options, env: ["CI", "GIT_PAGER"] })).stdout).toMatch(/^CI=yes$/m);
    expect((await run("env", { ...options, env: ["CI", "GIT_PAGER"] })).stdout).toMatch(/^GIT_PAGER=cat$/m);
    expect(readdirSync(join(dir, "skill"))).toEqual(["git"]);
  }));
