/** Nothing is written or removed through a symbolic link in the output directory, whatever its manifest says. */
import { createHash } from "node:crypto";
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { build, type BuildResult } from "../../src/api/build.ts";
import { createProject, type Project } from "../support/consumer.ts";

let project: Project;
const at = (path = ""): string => join(project.dir, path);
const out = (path = ""): string => at(join("generated/skills", path));
const rulesOf = ({ diagnostics }: BuildResult): string[] => diagnostics.map(({ rule }) => rule);
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

beforeEach(async () => {
  const skill = "---\nname: ebb\ndescription: Says when the water falls. Use before a landing.\n---\nLook.\n";
  project = createProject({
    "skills/ebb/SKILL.md": skill,
    "skills/ebb/notes/a.md": "Ebb.\n",
    "outside/README.md": "mine\n",
  });
  await build({ cwd: project.dir, overrides: { module: { content: "packs" } } });
});

afterEach(() => project.remove());

const rebuild = (): Promise<BuildResult> => {
  writeFileSync(at("skills/ebb/notes/a.md"), "Ebb and flow.\n");
  return build({ cwd: project.dir, overrides: { module: { content: "packs" } } });
};

describe("a link in the way", () => {
  test("of a directory stops the build, and its target stays as it is", async () => {
    renameSync(out("content"), at("outside/content"));
    symlinkSync(at("outside/content"), out("content"));
    const before = snapshot(at("outside"));
    const entries = snapshot(out());
    const result = await rebuild();
    expect(result.exitCode).toBe(2);
    expect([...new Set(rulesOf(result))]).toEqual(["output-foreign-file"]);
    expect(result.diagnostics.map(({ file }) => file)).toEqual(["generated/skills/content"]);
    expect(snapshot(at("outside"))).toEqual(before);
    expect(snapshot(out())).toEqual(entries);
  });

  test.each(["index.js", "catalog.json"])("of the file %s stops the build, also when it is broken", async (name) => {
    for (const target of [at("outside/copy"), at("outside/none")]) {
      cpSync(at("outside/README.md"), at("outside/copy"));
      rmSync(out(name));
      symlinkSync(target, out(name));
      const result = await rebuild();
      expect(rulesOf(result)).toEqual(["output-foreign-file"]);
      expect(lstatSync(out(name)).isSymbolicLink()).toBe(true);
      expect(readdirSync(at("outside")).sort()).toEqual(["README.md", "copy"]);
    }
  });

  test("above or at the output directory is the user's", async () => {
    rmSync(at("generated"), { recursive: true });
    mkdirSync(at("elsewhere"));
    symlinkSync(at("elsewhere"), at("generated"));
    mkdirSync(at("elsewhere/real"));
    symlinkSync("real", at("elsewhere/skills"));
    expect((await rebuild()).ok).toBe(true);
    expect(readdirSync(at("elsewhere/real"))).toContain("index.js");
  });
});

describe("a crafted manifest", () => {
  const forge = (files: Readonly<Record<string, string>>, name = ".skillc-manifest.json"): void =>
    writeFileSync(out(name), JSON.stringify({ formatVersion: 1, files }));
  const mine = sha256("mine\n");

  test.each([
    ["through a linked directory", "linked/README.md"],
    ["through a link to a file", "alias.md"],
    ["above", "../../outside/README.md"],
    ["by a way back", "content/../../../outside/README.md"],
    ["with backslashes", "..\\..\\outside\\README.md"],
    ["the directory itself", ""],
    ["with another hash", "README.md"],
    ["with a hash of nothing", "empty.md"],
  ])("removes nothing %s", async (_title, path) => {
    symlinkSync(at("outside"), out("linked"));
    symlinkSync(at("outside/README.md"), out("alias.md"));
    writeFileSync(out("README.md"), "mine too\n");
    writeFileSync(out("empty.md"), "");
    forge({ [path]: path === "empty.md" ? "" : mine });
    expect((await rebuild()).ok).toBe(true);
    expect(readFileSync(at("outside/README.md"), "utf8")).toBe("mine\n");
    for (const kept of ["linked", "alias.md", "README.md", "empty.md"]) expect(readdirSync(out())).toContain(kept);
  });

  test.each(["index.js", "catalog.json", "package.json"])("lets no foreign %s be overwritten", async (name) => {
    for (const known of [sha256("something else"), "", sha256("mine\n").toUpperCase()]) {
      writeFileSync(out(name), "mine\n");
      forge({ [name]: known });
      const result = await rebuild();
      expect([result.exitCode, rulesOf(result)]).toEqual([2, ["output-foreign-file"]]);
      expect(readFileSync(out(name), "utf8")).toBe("mine\n");
    }
  });

  test("removes no file that no target has written, even with its hash", async () => {
    writeFileSync(out("README.md"), "mine\n");
    forge({ "README.md": mine });
    const result = await rebuild();
    expect([result.ok, rulesOf(result)]).toEqual([true, ["output-stale-kept"]]);
    expect(readFileSync(out("README.md"), "utf8")).toBe("mine\n");
  });

  test("behind a link is not read", async () => {
    writeFileSync(out("README.md"), "mine\n");
    forge({ "README.md": mine }, "../../outside/manifest.json");
    rmSync(out(".skillc-manifest.json"));
    symlinkSync(at("outside/manifest.json"), out(".skillc-manifest.json"));
    const before = snapshot(at("outside"));
    expect((await rebuild()).ok).toBe(true);
    expect(readFileSync(out("README.md"), "utf8")).toBe("mine\n");
    expect(snapshot(at("outside"))).toEqual(before);
  });
});

/** Every path below a directory that is no link, with its text. */
function snapshot(dir: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? readFileSync(path, "utf8") : "-"];
    }),
  );
}
