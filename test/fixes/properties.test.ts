/** Fixing texts that nobody foresaw: good skills after a few random changes. */
import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { hasReadableFrontmatter } from "../../src/parse/index.ts";
import { fixSkill } from "../support/fix-skill.ts";

const lines = [
  "name: tide-tables",
  "name: Tide_Tables",
  "name: 8004",
  "name: -tide--tables-",
  "description: Reads tide tables.",
  "description: Use when: asked",
  "description: >-\n  Reads tide\n  tables: all of them",
  "description: |\n  Reads\n\n  tables",
  'description: "Reads \\"tide\\" tables"',
  "description: **Reads** tides",
  "description: Reads # tides",
  "license: MIT",
  "licence: MIT",
  "license: 'MIT' or so",
  "metadata:\n  version: 1.10\n  author: @nord",
  "metadata:\n\tport: Nord",
  "metadata: {version: 1.0, ports: [a, b]}",
  "tags: [tides, ports]",
  "tags:\n  - tides\n  - @nord",
  "argument-hint: [port] [hour]",
  'disable-model-invocation: "false"',
  "user-invocable: yes",
  "allowed-tools: *",
  "compatibility: &c boat",
  "anchor: *c",
  "files:\n  - path: ./ports.md",
  "# a comment",
  "",
  "? odd\n: key",
  "key with blanks: x",
  "- item",
  "# skillc-disable-next-line SKC213: long on purpose",
  "description: 'Reads\n  tides'",
];
const bodies = [
  "# Steps\n\nRead.\n",
  "",
  "Read.",
  "---\n\nname: no key\n",
  "\n\n* * *\n\n# Steps\n",
  "```yaml\n---\nname: x\n---\n```\n",
];
const fences = ["---\n", "----\n", " ---\n", "--- \n", "\n---\n", "\uFEFF---\n", "...\n", "```yaml\n---\n", ""];
const noise = [
  "'",
  '"',
  ": ",
  "#",
  " #",
  "\t",
  "  ",
  "\n",
  "\r\n",
  "-",
  "---\n",
  "*",
  "&a ",
  "[",
  "]",
  "{",
  "}",
  "|",
  ">",
  "\\",
  "\u00A0",
  "\u2028",
  "é",
  "🛶",
  "\uFEFF",
  "_",
  "A",
  ",",
];

const document = fc
  .record({
    open: fc.oneof({ weight: 3, arbitrary: fc.constant("---\n") }, fc.constantFrom(...fences)),
    keys: fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 6 }),
    close: fc.oneof({ weight: 3, arbitrary: fc.constant("---\n") }, fc.constantFrom(...fences)),
    body: fc.constantFrom(...bodies),
    isCrlf: fc.boolean(),
    changes: fc.array(fc.tuple(fc.nat(400), fc.nat(3), fc.constantFrom(...noise)), { maxLength: 3 }),
  })
  .map(({ open, keys, close, body, isCrlf, changes }) => {
    let head = `${open}${keys.join("\n")}\n`;
    for (const [at, length, text] of changes)
      head = head.slice(0, at % head.length) + text + head.slice((at % head.length) + length);
    // A change may have cut a character in two.
    head = new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(head));
    const convert = (text: string): string => (isCrlf ? text.replaceAll(/(?<!\r)\n/g, "\r\n") : text);
    return { text: convert(head + close + body), body: convert(body) };
  });

describe.each([
  ["safe", false],
  ["unsafe", true],
])("%s fixes", (_kind, unsafe) => {
  test("never make a readable frontmatter unreadable, leave bodies alone, and leave nothing for a second run", async () => {
    await fc.assert(
      fc.asyncProperty(document, async ({ text, body }) => {
        const fixed = await fixSkill(text, { unsafe, files: { "ports.md": "Nord\n" } });
        if (hasReadableFrontmatter(text)) expect(hasReadableFrontmatter(fixed.text)).toBe(true);
        expect(fixed.text.endsWith(body)).toBe(true);
        expect(fixed.again).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

test("safe fixes of a file that can be read add nothing and lose nothing but what they name", async () => {
  const letters = (text: string): string => text.replaceAll(/[\s"'\\\uFEFF-]/g, "").replaceAll("./", "");
  await fc.assert(
    fc.asyncProperty(document, async ({ text }) => {
      // A tab in a path is written as an escape.
      fc.pre(hasReadableFrontmatter(text) && !/skillc-|yes|false|\.\/\t/.test(text));
      const fixed = await fixSkill(text, {
        files: { "ports.md": "Nord\n" },
        config: { rules: { "field-misspelt": "off" } },
      });
      expect(letters(fixed.text)).toBe(letters(text));
    }),
    { numRuns: 100 },
  );
});
