import { expect, test } from "vitest";
import { checkTree } from "../../../src/api/check-tree.ts";

const document = "---\nname: tides\ndescription: Tells the tide. Use at sea.\n---\nLook at the moon.\n";

async function limits(files: Readonly<Record<string, string | Uint8Array>>, profile: string): Promise<string[]> {
  const tree = {
    "tides/SKILL.md": document,
    ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`tides/${path}`, content])),
  };
  const { diagnostics } = await checkTree(tree, { profile, sources: ["tides"] });
  return (
    diagnostics
      .filter(({ category }) => category === "budget" || category === "correctness")
      // That a module cannot embed such a file is no limit of an upload.
      .filter(({ severity, rule }) => severity === "error" && rule !== "file-oversized")
      .map(({ file, rule, args }) => `${file} ${rule} ${JSON.stringify(args)}`)
  );
}

const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`data/${index}.csv`, "1"]));
const large = (bytes: number): Record<string, Uint8Array> => ({ "data/all.bin": new Uint8Array(bytes) });

test("a skill for MCP has at most 512 files, its SKILL.md included", async () => {
  expect(await limits(many(511), "mcp")).toEqual([]);
  expect(await limits(many(512), "mcp")).toEqual(['tides/SKILL.md mcp-too-many-files {"files":513,"limit":512}']);
  expect(await limits(many(512), "standard")).toEqual([]);
});

test("a skill for MCP has at most 16 MiB", async () => {
  const room = 16_777_216 - document.length;
  expect(await limits(large(room), "mcp")).toEqual([]);
  expect(await limits(large(room + 1), "mcp")).toEqual([
    'tides/SKILL.md mcp-too-large {"bytes":16777217,"limit":16777216}',
  ]);
});

test("an upload to OpenAI has limits of files, of one file, and of all", async () => {
  expect(await limits(many(499), "openai-api")).toEqual([]);
  expect(await limits(many(500), "openai-api")).toEqual([
    'tides/SKILL.md upload-too-large {"what":"files","amount":501,"limit":500,"whose":"the OpenAI API"}',
  ]);
  const [one, all] = await limits({ ...large(25_000_001), "data/more.bin": new Uint8Array(25_000_000) }, "openai-api");
  expect(one).toContain('tides/SKILL.md upload-too-large {"what":"bytes in total"');
  expect(all).toContain('tides/data/all.bin upload-too-large {"what":"bytes in \\"data/all.bin\\""');
});
