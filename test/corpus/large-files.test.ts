/** Large files build in a small heap: embedded up to 25 MB, of any size where they are copied next to the module. */
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { closeSync, createReadStream, openSync, realpathSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProject, listFiles, type Project } from "../support/consumer.ts";

const BIN = join(import.meta.dirname, "../../dist/bin/skillc.js");
/** Megabytes of the heap of V8. */
const HEAP = 256;

let project: Project;
beforeEach(() => {
  project = createProject({
    "package.json": '{ "type": "module" }',
    "skills/x/SKILL.md": "---\nname: x\ndescription: Reads charts. Use when a chart is given.\n---\nSee [a](a.bin).\n",
  });
});
afterEach(() => project.remove());

/** Writes a file that no compression shortens, and returns its SHA-256. */
function grow(megabytes: number): string {
  const digest = createHash("sha256");
  const descriptor = openSync(join(project.dir, "skills/x/a.bin"), "w");
  for (let done = 0; done < megabytes; done++) {
    const piece = randomBytes(1_000_000);
    digest.update(piece);
    writeSync(descriptor, piece);
  }
  closeSync(descriptor);
  return digest.digest("hex");
}

function run(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const all = [`--max-old-space-size=${HEAP}`, BIN, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { cwd: project.dir, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

describe(`with a heap of ${HEAP} MB`, () => {
  test("25 MB are embedded", { timeout: 120_000 }, () => {
    grow(25);
    project.write({ "skillc.config.json": '{ "sources": ["skills"], "files": { "maxBytes": 25000000 } }' });
    expect(run("build", "--quiet")).toEqual({ status: 0, output: "" });
    const [content = ""] = listFiles(join(project.dir, "generated/skills/content"));
    expect(statSync(join(project.dir, "generated/skills/content", content)).size).toBeGreaterThan(33_000_000);
    const code = `import { skills } from "./generated/skills/index.js"; console.log((await skills.readBytes("x", "a.bin")).length)`;
    const read = spawnSync(process.execPath, [`--max-old-space-size=${HEAP}`, "--input-type=module", "-e", code], {
      cwd: project.dir,
      encoding: "utf8",
    });
    expect([read.stdout, read.stderr]).toEqual(["25000000\n", ""]);
  });

  test.each([100, 500])("%i MB are copied, checked and read", { timeout: 300_000 }, async (megabytes) => {
    const sha256 = grow(megabytes);
    expect(run("build", "--quiet")).toMatchObject({
      status: 1,
      output: expect.stringContaining('set module: { assets: "copy" } (--set module.assets=copy)'),
    });
    project.write({ "skillc.config.json": '{ "sources": ["skills"], "module": { "assets": "copy" } }' });
    expect(run("check", "--quiet").status).toBe(0);
    expect(run("build", "--quiet")).toEqual({ status: 0, output: "" });
    expect(listFiles(join(project.dir, "generated/skills/assets"))).toEqual([sha256]);
    expect(statSync(join(project.dir, "generated/skills/assets", sha256)).size).toBe(megabytes * 1_000_000);
    expect(run("build", "--check")).toEqual({ status: 0, output: "" });
    expect(run("build").output).toContain("up to date");
    const { createSkills } = (await import(
      pathToFileURL(join(realpathSync(project.dir), "generated/skills/index.js")).href
    )) as { createSkills: (options: object) => { readStream(...args: string[]): Promise<AsyncIterable<Uint8Array>> } };
    const skills = createSkills({
      readAsset: (path: string) => createReadStream(join(project.dir, "generated/skills", path)),
    });
    const digest = createHash("sha256");
    for await (const chunk of await skills.readStream("x", "a.bin")) digest.update(chunk);
    expect(digest.digest("hex")).toBe(sha256);
  });
});
