/** A journal that a repository has made up must not rename, replace or delete anything outside of the project. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createInstaller } from "../../src/install/index.ts";
import { createGitHost } from "../support/git-source.ts";
import { listFiles } from "../support/list-files.ts";

const disk = createGitHost();
afterAll(() => disk.remove());

let count = 0;
let project: string;
let home: string;

const X = "x0123456789abcdef";

beforeEach(() => {
  project = disk.directory(`project-${++count}`);
  home = disk.directory(`important-${count}`);
  writeFileSync(join(home, "keys"), "mine");
  mkdirSync(join(project, ".skillc"));
  for (const dir of [project, join(project, ".skillc"), disk.root]) {
    mkdirSync(join(dir, `.skillc-staging-${X}`), { recursive: true });
    writeFileSync(join(dir, `.skillc-staging-${X}/keys`), "theirs");
  }
});

const beside = (dir: string): object => ({ staged: `${dir}.skillc-staging-${X}`, trash: `${dir}.skillc-trash-${X}` });

test.each<readonly [string, () => object]>([
  ["a directory outside", () => ({ moves: [{ target: `../../important-${count}`, ...beside("../../") }] })],
  ["an absolute path", () => ({ moves: [{ target: home, ...beside("../../") }] })],
  ["a removal outside", () => ({ moves: [{ target: `../../important-${count}`, trash: `../../.skillc-trash-${X}` }] })],
  ["trash elsewhere", () => ({ moves: [{ target: "../src", trash: `../../important-${count}/.skillc-trash-${X}` }] })],
  [
    "a link of the project",
    () => {
      symlinkSync(disk.root, join(project, "out"));
      return { moves: [{ target: `../out/important-${count}`, trash: `../out/.skillc-trash-${X}` }] };
    },
  ],
  ["another file", () => ({ moves: [], files: [{ path: "../package.json", staged: `file-${X}` }] })],
  [
    "the repository",
    () => ({
      moves: [{ target: "../.git/hooks", staged: `../.git/.skillc-staging-${X}`, trash: `../.git/.skillc-trash-${X}` }],
    }),
  ],
  ["names of its own", () => ({ moves: [{ target: "../a", staged: "../../important", trash: "../b" }] })],
  ["no moves", () => ({})],
  ["moves that are none", () => ({ moves: [null] })],
  ["files that are none", () => ({ moves: [], files: [null] })],
  ["a config outside", () => ({ moves: [], files: [{ path: "../../skillc.config.json", staged: `file-${X}` }] })],
])("%s", async (_what, journal) => {
  const parts = { files: [], ...journal() };
  for (const dir of ["src", ".git/hooks", `.git/.skillc-staging-${X}`])
    mkdirSync(join(project, dir), { recursive: true });
  writeFileSync(join(project, "src/index.ts"), "mine");
  writeFileSync(join(project, ".git/hooks/mine"), "mine");
  writeFileSync(join(project, "package.json"), "mine");
  writeFileSync(join(project, `.skillc/file-${X}`), "theirs");
  writeFileSync(join(project, ".skillc/journal.json"), JSON.stringify({ state: "ready", ...parts }));
  const installer = createInstaller({ cwd: project, host: { environment: { HOME: join(disk.root, "home") } } });
  expect(await installer.restore()).toMatchObject({ restored: [] });
  expect(listFiles(home)).toEqual(["keys"]);
  for (const path of [
    join(home, "keys"),
    join(project, "src/index.ts"),
    join(project, ".git/hooks/mine"),
    join(project, "package.json"),
  ])
    expect(readFileSync(path, "utf8")).toBe("mine");
  expect(existsSync(join(project, ".skillc/journal.json"))).toBe(false);
});
