import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { checkTree } from "../../../src/api/check-tree.ts";
import { toEsbuildMessage, toLspDiagnostic, toVfileMessage } from "../../../src/formats/convert.ts";
import type { Diagnostic } from "../../../src/model/diagnostic.ts";

/** A finding behind a wide character, so that bytes, UTF-16 units and columns differ. */
async function finding(): Promise<Diagnostic> {
  const text =
    "---\nname: lighthouse\ndescription: Keeps the light. Use when it is dark.\n---\n🌊 see [the lamp](lamp.md)\n";
  const { diagnostics } = await checkTree({ "skills/lighthouse/SKILL.md": text });
  return diagnostics.find(({ rule }) => rule === "ref-missing") as Diagnostic;
}

describe("conversions", () => {
  test("vfile: reason, rule and place", async () => {
    expect(toVfileMessage(await finding())).toMatchObject({
      reason: 'the file "lamp.md" does not exist',
      ruleId: "ref-missing",
      source: "skillc",
      line: 5,
      column: 19,
      fatal: false,
      place: { start: { line: 5, column: 19 }, end: { line: 5, column: 26 } },
    });
  });

  test("esbuild: columns and lengths in bytes, accepted by esbuild itself", async () => {
    const message = toEsbuildMessage(await finding());
    expect(message).toMatchObject({
      text: 'the file "lamp.md" does not exist [SKC401 ref-missing]',
      location: { line: 5, column: 20, length: 7, lineText: "🌊 see [the lamp](lamp.md)" },
    });
    const plugin = {
      name: "skillc",
      setup: (it: import("esbuild").PluginBuild) =>
        it.onStart(() => ({ warnings: [{ ...message, notes: [...message.notes] }] })),
    };
    const { warnings } = await build({ stdin: { contents: "" }, write: false, logLevel: "silent", plugins: [plugin] });
    expect(warnings[0]).toMatchObject({
      detail: { code: "SKC401" },
      location: { file: "skills/lighthouse/SKILL.md", line: 5, column: 20, length: 7 },
    });
  });

  test("LSP: positions from 0, severity as a number", async () => {
    const lsp = toLspDiagnostic(await finding(), (file) => `file:///harbour/${file}`);
    expect(lsp).toMatchObject({
      range: { start: { line: 4, character: 18 }, end: { line: 4, character: 25 } },
      severity: 2,
      code: "SKC401",
      source: "skillc",
    });
  });

  test("a finding without a span stands at the start of its file", async () => {
    const { span: _span, lineText: _lineText, ...whole } = await finding();
    expect(toLspDiagnostic(whole, (file) => file).range).toEqual({
      start: { line: 0, character: 0 },
      end: { line: 0, character: 0 },
    });
    expect(toEsbuildMessage(whole).location).toMatchObject({ line: 1, column: 0, length: 0 });
  });
});
