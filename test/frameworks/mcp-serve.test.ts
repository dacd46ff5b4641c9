/** `skillc serve --mcp` with the official client, and before the conformance suite of MCP. */
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, runFramework, type FrameworkApp } from "./framework.ts";

const ROOT = join(import.meta.dirname, "../..");
const SKILLS = join(import.meta.dirname, "skills");
const base64 = (path: string): string => readFileSync(join(SKILLS, path)).toString("base64");

describe("the official client", () => {
  let app: FrameworkApp;
  const isMissing = frameworkMissing("mcp-server") !== undefined;
  beforeAll(async () => {
    if (!isMissing) app = await createFrameworkApp("mcp-server");
  });
  afterAll(() => app?.dispose());

  test.skipIf(isMissing)("lists, gets, reads and calls over stdio and HTTP, in both generations", async () => {
    const { url, exit, results } = (await app.drive("mcp-serve.mjs")) as {
      readonly url: string;
      readonly exit: number;
      readonly results: Readonly<Record<string, unknown>>;
    };
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(exit).toBe(0);
    const pdf = expect.objectContaining({ uri: "skill://pdf/SKILL.md" });
    const visit = (era: string): object => ({
      era,
      instructions: expect.stringMatching(/Fills in PDF forms(?!.*(?:Counts the money|Opens the vault|Reviews))/s),
      supported: [true, true],
      listed: [pdf],
      got: pdf,
      files: {
        "skill://pdf/SKILL.md": [base64("pdf/SKILL.md"), true],
        "skill://pdf/assets/stamp.png": [base64("pdf/assets/stamp.png"), true],
        "skill://pdf/references/fields.md": [base64("pdf/references/fields.md"), true],
      },
      directory: ["skill://pdf/SKILL.md", "skill://pdf/assets", "skill://pdf/references"],
      resources: ["skill://pdf/SKILL.md", "skill://pdf/assets/stamp.png", "skill://pdf/references/fields.md"],
      refused: Array.from({ length: 3 }, () => [expect.any(Number), expect.any(String)]),
      tools: ["load_skill", "read_skill_resource"],
      loaded: [false, expect.stringContaining("Fill in tax.pdf as")],
      read: [false, expect.stringContaining('"media_type":"image/png"'), base64("pdf/assets/stamp.png")],
      hidden: [true, expect.stringContaining("unknown-skill")],
      wrong: expect.stringContaining("Unknown tool"),
    });
    expect(results).toEqual({
      "http legacy": visit("legacy"),
      "stdio legacy": visit("legacy"),
      "http auto": visit("modern"),
      "stdio auto": visit("modern"),
    });
  });
});

describe("the conformance suite", () => {
  let server: ChildProcess | undefined;
  let url = "";
  const isMissing = frameworkMissing("mcp-conformance") !== undefined;
  beforeAll(async () => {
    if (isMissing) return;
    const args = [join(ROOT, "dist/cli/bin.js"), "serve", "--mcp", SKILLS, "--http", "0"];
    server = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
    const lines = createInterface({ input: server.stderr as NodeJS.ReadableStream });
    url = await new Promise((resolve) => lines.once("line", resolve));
  });
  afterAll(() => void server?.kill());

  // Without --force a run is skipped and succeeds: the count is what was checked.
  test.skipIf(isMissing).each([
    ["enumeration", 32],
    ["manifest", 6],
    ["directory", 7],
  ])("%s passes with %i checks", async (name, checks) => {
    const scenario = `sep-2640-skills-${name}`;
    const args = ["server", "--url", url, "--scenario", scenario, "--force"];
    const printed = await runFramework("mcp-conformance", "@modelcontextprotocol/conformance/dist/index.js", args);
    expect(printed).toContain(`Passed: ${checks}/${checks}, 0 failed, 0 warnings`);
  });
});
