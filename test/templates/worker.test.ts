/** A Worker that serves its skills, compiled, type-checked and run in workerd; `npm run demo` shows it. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build as bundle } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorkerd, type RunningWorker } from "../demo/workerd.mjs";
import { createProject, linkPackage, ROOT, run, runNode, type Project } from "../support/consumer.ts";

interface Worker extends Project {
  /** What the build printed. */
  readonly built: string;
}

/** The project with skillc installed, its skills built by the command line. */
async function makeProject(): Promise<Worker> {
  const project = createProject({}, "skillc help desk ");
  cpSync(join(ROOT, "test/fixtures/worker"), project.dir, { recursive: true });
  linkPackage(project);
  const built = await runNode([join(project.dir, "node_modules/skillc/dist/bin/skillc.js"), "build"], project.dir);
  return { ...project, built };
}

const tscOf = (compiler: string): string => join(ROOT, "node_modules", compiler, "bin/tsc");

describe("a Worker", () => {
  let project: Worker;
  let worker: RunningWorker;
  const get = async (path: string, init?: RequestInit): Promise<Response> => fetch(worker.url + path, init);

  beforeAll(async () => {
    project = await makeProject();
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
