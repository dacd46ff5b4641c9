/** The Skills extension of MCP: our source in the official server, entries beside those of the official SDK. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { glueOf } from "./glue.ts";

const bytesOf = (path: string): Buffer => readFileSync(join(import.meta.dirname, "skills", path));
const isMissing = frameworkMissing("mcp-server") !== undefined;

describe.each([
  ["skillc", undefined],
  ["a copy of the runtime", ["mcp/native"] as const],
])("@modelcontextprotocol/server 2.4 with %s", (_label, copied) => {
  let app: FrameworkApp;
  beforeAll(async () => {
    if (!isMissing) app = await createFrameworkApp("mcp-server", copied);
  });
  afterAll(() => app?.dispose());

  test.skipIf(isMissing)("the official client lists, gets and reads what it may, and nothing else", async () => {
    const { same, official, ...result } = (await app.drive("mcp-native.mjs")) as Record<string, unknown>;
    expect(same).toEqual(official);
    const pdf = {
      uri: "skill://pdf/SKILL.md",
      frontmatter: expect.objectContaining({ name: "pdf", metadata: { author: "harbour" } }),
      resources: [
        { uri: "skill://pdf/SKILL.md", digest: expect.stringMatching(/^sha256:[\da-f]{64}$/), size: 331 },
        expect.objectContaining({ uri: "skill://pdf/assets/stamp.png", size: 13 }),
        expect.objectContaining({ uri: "skill://pdf/references/fields.md", size: 42 }),
      ],
    };
    const text = { uri: "skill://pdf/references/fields.md", mimeType: "text/markdown" };
    const missing = { error: [expect.any(Number), expect.any(String)] };
    expect(result).toEqual({
      capabilities: { "io.modelcontextprotocol/skills": { directoryRead: true } },
      list: [pdf],
      get: pdf,
      resources: [expect.objectContaining({ uri: "skill://pdf/SKILL.md", name: "pdf", size: 331 })],
      root: [
        { uri: "skill://pdf/SKILL.md", name: "SKILL.md", mimeType: "text/markdown", size: 331 },
        { uri: "skill://pdf/assets", name: "assets", mimeType: "inode/directory" },
        { uri: "skill://pdf/references", name: "references", mimeType: "inode/directory" },
      ],
      inner: [{ ...text, name: "fields.md", size: 42 }],
      text: [{ ...text, text: bytesOf("pdf/references/fields.md").toString("utf8") }],
      binary: [
        {
          uri: "skill://pdf/assets/stamp.png",
          mimeType: "image/png",
          blob: bytesOf("pdf/assets/stamp.png").toString("base64"),
        },
      ],
      refused: [...Array.from({ length: 8 }, () => missing), { error: [-32602, expect.any(String)] }],
      leftOut: [expect.objectContaining({ id: "review" })],
      warnings: [],
    });
  });

  test.skipIf(isMissing)("the glue type-checks", async () => {
    const source = glueOf("MCP Skills extension");
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("skills, { parse }", 'skills, { parse, only: ["pfd"] }'))).toContain(
      "TS2322",
    );
  });
});
