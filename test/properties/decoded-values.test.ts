/** What a field says counts, however YAML spells it, and wherever it comes from. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { check } from "../../src/api/check.ts";
import { checkTree, formats } from "../../src/index.ts";
import { createProject } from "../support/consumer.ts";
import fc from "../support/fast-check.ts";

const samples = JSON.parse(
  readFileSync(join(import.meta.dirname, "../unit/diagnostics/secret-samples.json"), "utf8"),
) as { readonly positive: readonly { readonly kind: string; readonly text: string }[] };
const secrets = samples.positive.map(({ text }) => text.replaceAll("¦", "")).filter((text) => !/[\n\\]/.test(text));
const value = fc.oneof(
  fc.constantFrom(...secrets),
  fc.constantFrom(
    "tide \u{E0054}\u{E0041} table",
    "tide \u202Eelbat",
    "low\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B tide",
  ),
);

/** Where a value may be; each has a quoted string, and is otherwise without a finding. */
const PLACES: Readonly<Record<string, (quoted: string) => string>> = {
  description: (quoted) => `description: ${quoted}\n`,
  metadata: (quoted) => `description: Reads tides. Use when asked.\nmetadata:\n  a: ${quoted}\n`,
  "a list in an unknown field": (quoted) =>
    `description: Reads tides. Use when asked.\nharbour:\n  - { x: [${quoted}] }\n`,
  "a key": (quoted) => `description: Reads tides. Use when asked.\nharbour:\n  ${quoted}: yes\n`,
};
const skill = (fields: string): Record<string, string> => ({
  "skills/tides/SKILL.md": `---\nname: tides\n${fields}---\nRead.\n`,
});
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");

/** Spells a string for YAML, with some of its characters as escapes. */
function spell(text: string, isEscaped: (index: number) => boolean): string {
  const letters = Array.from(text, (letter, index) => {
    const code = letter.codePointAt(0) as number;
    if (letter === '"' || letter === "\\") return `\\${letter}`;
    if (!isEscaped(index)) return letter;
    if (code > 0xffff) return `\\U${hex(code, 8)}`;
    return code > 0xff || index % 2 === 0 ? `\\u${hex(code, 4)}` : `\\x${hex(code, 2)}`;
  });
  return `"${letters.join("")}"`;
}

const security = async (files: Record<string, string>): Promise<string[]> => {
  const { diagnostics } = await checkTree(files);
  return diagnostics.filter(({ category }) => category === "security").map(({ rule }) => rule);
};

describe.each(Object.entries(PLACES))("%s", (_name, place) => {
  test("has the findings of what it says, in any spelling", { timeout: 60_000 }, async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(value, fc.array(fc.nat({ max: 60 }), { maxLength: 8 }), async (text, escaped) => {
        const plain = await security(skill(place(spell(text, () => false))));
        const spelled = await security(skill(place(spell(text, (index) => escaped.includes(index)))));
        expect([...new Set(spelled)].sort()).toEqual([...new Set(plain)].sort());
        found += plain.length;
      }),
    );
    expect(found).toBeGreaterThan(50);
  });
});

test("no report shows how a credential is spelled", async () => {
  const secret = secrets.find((text) => /^ghp_\w+$/.test(text)) ?? "";
  for (const spelled of [
    spell(secret, (index) => index === 1),
    `"${secret.slice(0, 12)}\\\n    ${secret.slice(12)}"`,
  ]) {
    const { diagnostics, summary } = await checkTree(
      skill(`description: Reads. Use when asked.\nmetadata:\n  a: ${spelled}\n`),
    );
    expect(diagnostics.map(({ rule }) => rule)).toEqual(["secret-in-text"]);
    expect(diagnostics[0]?.span?.start.line).toBe(5);
    for (const [, print] of formats)
      expect(print({ diagnostics, summary, color: false, width: 100 })).not.toContain(secret.slice(14, 24));
  }
});

describe("fields that are not in a SKILL.md", () => {
  const project = createProject({
    "skills/tides/SKILL.md": "---\nname: tides\ndescription: Reads. Use when asked.\n---\nRead.\n",
  });
  afterAll(() => project.remove());
  const [secret = ""] = secrets;
  const inline = { name: "ebb", description: "Reads the ebb. Use when asked.", instructions: "Read." };

  test.each<[string, object]>([
    ["the description", { description: `Reads ${secret} when asked.` }],
    ["the metadata", { metadata: { a: { b: [secret] } } }],
    ["the instructions", { instructions: `Read ${secret}.` }],
  ])("%s of an inline skill", async (_what, fields) => {
    const { diagnostics } = await check({ cwd: project.dir, overrides: { sources: [{ ...inline, ...fields }] } });
    expect(diagnostics.map(({ rule }) => rule)).toContain("secret-in-text");
  });

  test.each<[string, string]>([
    ["the prompt", `---\nname: mate\ndescription: Helps.\n---\nUse ${secret}.\n`],
    [
      "the description",
      `---\nname: mate\ndescription: "Helps ${spell(secret, (index) => index === 0).slice(1, -1)}."\n---\nHelp.\n`,
    ],
  ])("%s of an agent", async (_what, text) => {
    project.write({ "skills/agents/mate/AGENT.md": text });
    const { diagnostics } = await check({ cwd: project.dir, overrides: { profile: "carnet" } });
    expect(diagnostics.map(({ rule, file }) => [rule, file])).toContainEqual([
      "secret-in-text",
      "skills/agents/mate/AGENT.md",
    ]);
  });
});
