import { describe, expect, it } from "vitest";
import { readYaml } from "../../../src/parse/yaml.ts";

/** The first problem of a text: its cause, its key, and the characters that it marks. */
function problem(text: string): readonly unknown[] {
  const [first] = readYaml(text).problems;
  return first === undefined ? ["fine"] : [first.cause, first.key, text.slice(first.span.start, first.span.end)];
}

describe("a mistake in YAML is reported by its cause, at the characters that must change", () => {
  it.each([
    ["description: Use when: asked\n", "colon", "description", "Use when: asked"],
    ["  - description: Use when: asked\n", "colon", "description", "Use when: asked"],
    ["描述: Use when: asked\n", "colon", "描述", "Use when: asked"],
    ["a: Use these:\n  birds: yes\n", "colon", "a", "Use these:"],
    ["a: Counts\n  when asked: do\n", "continued-colon", "a", "when asked: do"],
    ["a: Counts\n  birds\n  b: c\n", "continued-colon", "a", "b: c"],
    ["a: Counts\r\n  when asked: do\r\n", "continued-colon", "a", "when asked: do"],
    ['a: "x" y\n', "text-after-value", "a", "y"],
    ["a: 'x' y\n", "text-after-value", "a", "y"],
    ["a: [x] [y]\n", "bracket", "a", "[x] [y]"],
    ["a: [x](https://example.org)\n", "bracket", "a", "[x](https://example.org)"],
    ["a: {x} y\n", "bracket", "a", "{x} y"],
    ['a: "x "y" z"\n', "inner-quote", "a", 'y" z"'],
    ["a: 'the boat's tides'\n", "inner-quote", "a", "s tides'"],
    ['a: "x" and "y"\n', "text-after-value", "a", 'and "y"'],
    ["a: - x\n", "indicator", "a", "- x"],
    ["a: ? x\n", "indicator", "a", "? x"],
    ["a: ] x\n", "indicator", "a", "] x"],
    ["name:x\na: b\n", "key-colon", "name", "name:"],
    ["a: b\nname:x y\n", "key-colon", "name", "name:"],
    ["a: b\nname:\u00A0x\n", "key-colon", "name", "name:\u00A0"],
    ["a: b\nname\uFF1Ax\n", "key-colon", "name", "name\uFF1A"],
    [" name: x\na: b\n", "indent", "a", "a: b"],
    ["a: {b: c d: e}\n", "flow-comma", "a", "c d: e"],
    ['a: "x": y\n', "text-after-value", "a", '"x": y'],
    ['a: "x" (default: y)\n', "text-after-value", "a", '"x" (default: y)'],
    ["a: *\n", "indicator", "a", "*"],
    ["a: **x** y\n", "indicator", "a", "**x** y"],
    ["a: *x\n", "indicator", "a", "*x"],
    ["a: @x/y\n", "indicator", "a", "@x/y"],
    ["a: `x` y\n", "indicator", "a", "`x` y"],
    ["a: %s y\n", "indicator", "a", "%s y"],
    ["- @x\n", "indicator", "", "@x"],
    ["a: [b, @x/y, c]\n", "indicator", "", "@x/y"],
    ["a:\n\tb: c\n", "tab", "b", "\t"],
    ['a: "x\nb: c\n', "unclosed-quote", "a", '"x'],
    ["a: 'x\nb: c\n", "unclosed-quote", "a", "'x"],
    ['a: "x\ny"\n', "quote-at-edge", "a", 'y"'],
    ["a: [x\nb: c\n", "unclosed-flow", "a", "[x"],
    ["a: {x: y\nb: c\n", "unclosed-flow", "a", "{x: y"],
    ["a: [b[c], d]\n", "flow-comma", "a", "["],
    ["a: {\n  b:\n    - c\n}\n", "block-in-flow", "", "- c"],
    ["a: > text\n", "block-header", "a", "> text"],
    ["a: |text\n", "block-header", "a", "|text"],
    ['a: "C:\\Users"\n', "escape", "a", "\\U"],
    ["a: b\nhttps://example.org\n", "no-colon", "", "https://example.org"],
    ["a: b\nprose\n", "no-colon", "", "prose"],
    ["a: b\n[PROMPT]\n", "no-colon", "", "[PROMPT]"],
    [`${"x".repeat(1030)}: y\n`, "long-key", "x".repeat(1030), `${"x".repeat(1030)}: y`],
    ["a: b\n---\nc: d\n", "several-documents", "", "---"],
  ])("%j", (text, cause, key, marked) => {
    expect(problem(text)).toEqual([cause, key, marked]);
  });
});

describe("what looks like a mistake and is none", () => {
  it.each([
    'a: "Use when: asked"\n',
    "a: >\n  Use when: asked\n",
    "a: https://example.org\n",
    "a: 12:30\n",
    "a: x:y\n",
    "a: {\n  b: c\n}\n",
    'metadata: {"openclaw": {"emoji": "x"},\n  "b": [1, 2]}\n',
    "a: - b\n".replace("- b", "-b"),
    "a: x # y: z\n",
    "a: 'it''s: fine'\n",
    "- a: b\n  c: d\n",
  ])("%j", (text) => {
    expect(problem(text)).toEqual(["fine"]);
  });
});
