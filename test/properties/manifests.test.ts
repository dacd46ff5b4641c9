/** Manifests of any shape: a check never throws, every finding is in the text, and JSON is read as `JSON.parse` reads it. */
import { expect, test } from "vitest";
import { checkEntry, type EntryKind } from "../../src/api/check-entry.ts";
import type { FieldNode } from "../../src/model/fields.ts";
import { readJson } from "../../src/model/json-text.ts";
import fc from "../support/fast-check.ts";

const KINDS: readonly EntryKind[] = [
  "plugin",
  "marketplace",
  "codex-marketplace",
  "openai-yaml",
  "mcp-entry",
  "discovery",
];
const FILES = ["plugin.json", ".claude-plugin/plugin.json", ".codex-plugin/plugin.json", undefined];

const key = fc.oneof(
  fc.constantFrom(
    "$schema",
    "name",
    "version",
    "author",
    "keywords",
    "extensions",
    "skills",
    "hooks",
    "owner",
    "plugins",
    "source",
    "path",
    "policy",
    "installation",
    "interface",
    "allow_implicit_invocation",
    "metadata",
    "pluginRoot",
    "__proto__",
    "constructor",
    "toString",
    "",
    "length",
  ),
  fc.string(),
);
const word = fc.constantFrom(
  "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
  "./x",
  "../x",
  "local",
  "ship",
  "a b",
);
const scalar = fc.oneof(word, fc.string(), fc.double(), fc.integer(), fc.boolean(), fc.constant(null));
const { json: value } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(key, tie("json"), { maxKeys: 6 }),
  ),
}));
/** JSON texts, and texts that nearly are. */
const text = fc.oneof(
  fc.tuple(value, fc.constantFrom(undefined, 2, "\t")).map(([one, space]) => JSON.stringify(one, null, space)),
  fc
    .tuple(value, fc.nat(), fc.constantFrom("", ",", "}", '"', "\uFEFF", "//", ": ", "\n- ", "\\"))
    .map(([one, at, piece]) => {
      const json = JSON.stringify(one);
      const cut = at % (json.length + 1);
      return json.slice(0, cut) + piece + json.slice(cut);
    }),
  fc.string(),
);

test("a check of any text ends with findings in it, or none", () => {
  fc.assert(
    fc.property(text, fc.constantFrom(...KINDS), fc.constantFrom(...FILES), (json, kind, file) => {
      for (const { span, fixes = [], message } of checkEntry(json, kind, file === undefined ? {} : { file })) {
        expect(message).not.toMatch(/undefined|\[object/);
        for (const { start, end } of [
          ...(span ? [span] : []),
          ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.span)),
        ])
          expect(0 <= start.offset && start.offset <= end.offset && end.offset <= json.length).toBe(true);
      }
    }),
    { numRuns: 1500 },
  );
});

test("JSON has the values that JSON.parse gives", () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.json()), (json) => {
      const reading = readJson(json);
      let parsed: unknown;
      try {
        parsed = JSON.parse(json);
      } catch {
        expect(reading).toHaveProperty("fault");
        return;
      }
      expect("node" in reading && valueOf(reading.node)).toEqual(parsed);
    }),
    { numRuns: 1500 },
  );
});

function valueOf(node: FieldNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(valueOf);
  // `fromEntries` takes the last of equal keys too, and `__proto__` as any other.
  return Object.fromEntries(node.entries.map(({ key: name, value: below }) => [name, valueOf(below)]));
}
