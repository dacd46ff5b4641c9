/** The project templates, made as a user makes them, then compiled and run: in workerd and in plain Node. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build as bundle } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorkerd, type RunningWorker } from "../demo/workerd.mjs";
import { createProject, linkPackage, listFiles, ROOT, run, runNode, type Project } from "../support/consumer.ts";

const SKILLC = join(ROOT, "dist/bin/skillc.js");

/** The template as a project with skillc installed, its skills built by the command line. */
async function makeProject(template: string): Promise<Project & { readonly built: string }> {
  const home = createProject({}, `skillc ${template} `);
  const { exitCode } = await run(process.execPath, [SKILLC, "init", "--template", template, "Help Desk"], {
    cwd: home.dir,
  });
  expect(exitCode).toBe(0);
  const dir = join(home.dir, "Help Desk");
  linkPackage({ ...home, dir });
  const built = await runNode([join(dir, "node_modules/skillc/dist/bin/skillc.js"), "build"], dir);
  return { ...home, dir, read: (path) => readFileSync(join(dir, path), "utf8"), built };
}

const tscOf = (compiler: string): string => join(ROOT, "node_modules", compiler, "bin/tsc");

describe("cloudflare-workers", () => {
  let project: Awaited<ReturnType<typeof makeProject>>;
  let worker: RunningWorker;
  const get = async (path: string, init?: RequestInit): Promise<Response> => fetch(worker.url + path, init);

  beforeAll(async () => {
    project = await makeProject("cloudflare-workers");
    const { outputFiles, metafile } = await bundle({
      absWorkingDir: project.dir,
      entryPoints: ["src/index.ts"],
      outfile: "worker.mjs",
      bundle: true,
      format: "esm",
      platform: "neutral",
      write: false,
      metafile: true,
    });
    expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
    worker = await startWorkerd(join(project.dir, "deployed"), outputFiles[0]?.contents ?? "");
  });
  afterAll(async () => {
    await worker?.stop();
    project?.remove();
  });

  test("builds two skills without a word of complaint", () => {
    expect(project.built).toMatch(/^2 skills in generated\/skills /);
    expect(project.built.trim().split("\n")).toHaveLength(1);
  });

  test.each(["typescript-5.4", "typescript-5.9", "typescript"])("passes the types of %s", async (compiler) => {
    await runNode([tscOf(compiler), "--noEmit", "-p", "."], project.dir);
  });

  test("does not compile with a misspelt name", async () => {
    writeFileSync(
      join(project.dir, "src/typo.ts"),
      'import { skills } from "#skills";\nawait skills.load("realease-notes");\nexport {};\n',
    );
    const { exitCode, stdout } = await run(process.execPath, [tscOf("typescript"), "--noEmit", "-p", "."], {
      cwd: project.dir,
    });
    expect(exitCode).not.toBe(0);
    expect(stdout).toContain("src/typo.ts(2,19): error TS2345");
  });

  test.each(["/skills", "/", "/skills/"])("GET %s lists the skills", async (path) => {
    const response = await get(path);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({
      skills: [
        {
          id: "incident-report",
          description: expect.stringMatching(/^Writes a blameless report/),
          files: ["assets/severity-scale.png", "references/severity-levels.md"],
        },
        { id: "release-notes", description: expect.any(String), files: ["references/wording.md"] },
      ],
    });
  });

  test("gives instructions byte for byte", async () => {
    const response = await get("/skills/release-notes");
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    const document = project.read("skills/release-notes/SKILL.md");
    expect(await response.text()).toBe(document.slice(document.indexOf("\n---\n") + 5));
  });

  test.each([
    ["references/severity-levels.md", "text/markdown; charset=utf-8"],
    ["references/./severity-levels.md", "text/markdown; charset=utf-8"],
    ["references%2Fseverity-levels.md", "text/markdown; charset=utf-8"],
    ["assets/severity-scale.png", "image/png"],
  ])("gives the file %s byte for byte", async (path, type) => {
    const response = await get(`/skills/incident-report/files/${path}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
    const file = join(project.dir, "skills/incident-report", decodeURIComponent(path));
    expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(file))).toBe(true);
  });

  test.each([
    ["/skills/realease-notes", 404, { error: "unknown-skill", nearest: ["release-notes"] }],
    ["/skills/constructor", 404, { error: "unknown-skill", nearest: [] }],
    [
      "/skills/release-notes/files/references/wordings.md",
      404,
      { error: "unknown-file", nearest: ["references/wording.md"] },
    ],
    ["/skills/release-notes/files/..%2F..%2Fsecret.txt", 400, { error: "path-traversal" }],
    ["/skills/release-notes/%ZZ", 400, { error: "bad-url" }],
    ["/skills/release-notes/files", 404, { error: "not-found" }],
    ["/skills/release-notes/history", 404, { error: "not-found" }],
    ["/favicon.ico", 404, { error: "not-found" }],
  ])("answers %s with %i", async (path, status, body) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(body);
  });

  test("answers GET only", async () => {
    const response = await get("/skills", { method: "DELETE" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
  });
});

describe("node", () => {
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    project = await makeProject("node");
    // What `npm install` would bring besides skillc.
    mkdirSync(join(project.dir, "node_modules/@types"));
    symlinkSync(join(ROOT, "node_modules/@types/node"), join(project.dir, "node_modules/@types/node"), "dir");
  });
  afterAll(() => project?.remove());

  test.each(["typescript-5.4", "typescript-5.9", "typescript"])(
    "compiles with %s and runs in plain Node",
    async (compiler) => {
      await runNode([tscOf(compiler), "-p", "."], project.dir);
      expect(listFiles(join(project.dir, "dist"))).toEqual(["index.js"]);
      const listed = await runNode(["dist/index.js"], project.dir);
      expect(listed).toMatch(
        /^house-palette\n {2}Picks colors .*\n {2}- assets\/palette\.png \(162 bytes\)\n {2}- references\/contrast\.md \(\d+ bytes\)\nmeeting-minutes\n/,
      );
    },
  );

  test("prints instructions byte for byte", async () => {
    const document = project.read("skills/meeting-minutes/SKILL.md");
    expect(await runNode(["dist/index.js", "meeting-minutes"], project.dir)).toBe(
      document.slice(document.indexOf("\n---\n") + 5),
    );
  });

  test("lists the skills when a name is wrong", async () => {
    const { exitCode, stderr } = await run(process.execPath, ["dist/index.js", "minutes"], { cwd: project.dir });
    expect([exitCode, stderr]).toEqual([1, 'Unknown skill "minutes". Available: house-palette, meeting-minutes\n']);
  });
});
