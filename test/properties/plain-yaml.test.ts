/** The quick reader of plain frontmatter gives what the YAML parser gives, or nothing. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cutFrontmatter } from "../../src/parse/frontmatter.ts";
import { readPlainYaml } from "../../src/parse/fast/plain-yaml.ts";
import { readAnyYaml } from "../../src/parse/yaml.ts";
import fc from "../support/fast-check.ts";
import { findShared } from "../support/shared.ts";
import { processorTime } from "../support/processor-time.ts";

/** Compares both; returns whether the quick reader could read the text. */
function isReadAlike(text: string, offset: number): boolean {
  const node = readPlainYaml(text, offset);
  if (node === undefined) return false;
  expect({ text, ...readAnyYaml(text, offset, 0) }).toEqual({
    text,
    node,
    problems: [],
    duplicates: [],
    anchors: [],
    tags: [],
    knownTags: [],
  });
  return true;
}

/** As skills have it. */
const REAL = [
  "name: tide-tables\ndescription: Reads tide tables. Use when a departure is planned.\n",
  'name: tides\ndescription: "Reads \\"tides\\": all of them # really"\nlicense: MIT\n',
  "name: tides\ndescription: 'The harbour''s tides'\nversion: 1.0.0\nuser-invocable: false\n",
  'name: tides\ndescription: >-\n  Reads tide tables\n  of the coast.\n\n  Use when asked.\nmetadata:\n  author: harbour\n  version: "1.0"\n',
  "name: tides\ndescription: |\n  Reads:\n    - tides\n  all\ntags:\n  - sea\n  - 'low water'\n\nallowed-tools: [Read, \"Bash(git:*)\", Web/Fetch]\n",
  "name: tides\nmetadata:\n  hermes:\n    tags: [a, b]\n    count: 12\n  other: x\ntags:\n- a\n- b\npriority: 2.5\n",
];

const key = fc.constantFrom(
  "name",
  "description",
  "metadata",
  "tags",
  "a-b",
  "_x",
  "true",
  "null",
  "y",
  "x.y",
  "8",
  "é",
);
const word = fc.oneof(
  fc.constantFrom(
    ..."a true false True null ~ yes no on off 1 1.0 1.10 007 0x1F 0o7 1e3 .5 -1 +1 1. .nan .inf 1.0.0 2024-01-01 << = a:b a: : # a#b &a *a ! ? - -- --- ... | > % @ ` { } [ ] , ; / . \\ \" ' '' \"\" \\n \\x ( ) http://a.b/c?d#e -a a- é 潮 🚢 \u00a0 \u2028 \ufeff".split(
      " ",
    ),
  ),
  fc.stringMatching(/^[a-z0-9.:#'"-]{1,5}$/),
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(" ", " ", " ", "", "  ", ", ", ": ", " #")), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.flat().slice(0, -1).join(""));
const quoted = fc.oneof(
  text.map((value) => `"${value}"`),
  text.map((value) => `'${value}'`),
  text.map((value) => JSON.stringify(value)),
  text.map((value) => `'${value.replaceAll("'", "''")}'`),
);
const flow = fc.array(fc.oneof(word, quoted, text), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`);
const scalar = fc.oneof({ arbitrary: text, weight: 3 }, quoted, flow, word);
const spaces = fc.constantFrom("", "", "", " ", "  ");
const indented = (depth: string, lines: readonly string[]): string => lines.map((line) => `${depth}${line}\n`).join("");
const depth = fc.constantFrom("  ", "  ", " ", "    ", "");
const block = fc
  .tuple(
    fc.constantFrom(">", "|", ">-", "|-", ">+", "|2", "> # c", ">  "),
    depth,
    fc.array(fc.oneof(text, fc.constantFrom("", "", " more", "- a", "# no comment")), { minLength: 1, maxLength: 4 }),
    depth,
  )
  .map(([head, one, lines, other]) => `${head}\n${indented(one, lines.slice(0, 2))}${indented(other, lines.slice(2))}`);
const list = fc.tuple(depth, fc.array(scalar, { minLength: 1, maxLength: 3 }), fc.constantFrom("- ", "-   ", "-")).map(
  ([one, items, dash]) =>
    `\n${indented(
      one,
      items.map((item) => `${dash}${item}`),
    )}`,
);
const inner = fc
  .tuple(depth, fc.array(fc.tuple(key, fc.oneof(scalar, list, block)), { minLength: 1, maxLength: 3 }))
  .map(([one, entries]) => `\n${entries.map(([name, value]) => `${one}${name}: ${value.trimEnd()}\n`).join("")}`);
const value = fc.oneof({ arbitrary: scalar, weight: 4 }, block, list, inner, fc.constantFrom("", "\n", "~"));
const entry = fc
  .tuple(key, fc.constantFrom(": ", ": ", ": ", ":", ":  ", " : "), value, spaces)
  .map(([name, colon, written, end]) => `${name}${colon}${written}${written.endsWith("\n") ? "" : `${end}\n`}`);
const line = fc.oneof(
  { arbitrary: entry, weight: 8 },
  fc.constantFrom("\n", "\n", "  \n", "# comment\n", "  more\n", "---\n", "...\n", "- a\n", "\t\n", "%YAML 1.2\n"),
);
/** What the quick reader reads, most of the time. */
const tame = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom("tide", "harbour's", "a/b", "(low)", "#1", "x:y", "1.5", "é"), word), {
      minLength: 1,
      maxLength: 4,
    })
    .map((words) => `tide ${words.join(" ")}\n`),
  quoted.map((one) => `${one}\n`),
  fc
    .array(fc.constantFrom("a", "b c", "'d'", '"e"', "true", "12", "Bash-x"), { maxLength: 3 })
    .map((items) => `[${items.join(", ")}]\n`),
  fc
    .tuple(
      fc.constantFrom("", "  "),
      fc.array(fc.constantFrom("a", "b c", "'d'", "true"), { minLength: 1, maxLength: 3 }),
    )
    .map(
      ([one, items]) =>
        `\n${indented(
          one,
          items.map((item) => `- ${item}`),
        )}`,
    ),
  fc
    .tuple(
      fc.constantFrom(">", "|", ">-", "|-"),
      fc.array(fc.constantFrom("a b", "c: d", "", "# e", "- f", "潮"), { minLength: 1, maxLength: 5 }),
    )
    .map(([head, lines]) => `${head}\n${indented("  ", lines).replaceAll("  \n", "\n")}`),
  fc.constant('\n  author: x\n  version: "1.0"\n\n  deep:\n    list:\n      - a\n'),
);
const tameEntries = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom("name", "tags", "a-b", "true", "y", "_x"),
      fc.oneof(
        { arbitrary: tame, weight: 9 },
        value.map((one) => `${one}\n`),
      ),
    ),
    { selector: ([name]) => name, minLength: 1, maxLength: 4 },
  )
  .map((entries) => entries.map(([name, written]) => `${name}:${written.startsWith("\n") ? "" : " "}${written}`));
const frontmatter = fc
  .tuple(fc.oneof(fc.array(line, { maxLength: 5 }), tameEntries), fc.constantFrom("\n", "\n", "\n", "", "\r\n"))
  .map(
    ([lines, end]) =>
      lines
        .join("")
        .replace(/\n$/, "")
        .replaceAll("\n", end === "\r\n" ? end : "\n") + end,
  );

describe("plain frontmatter", () => {
  test("has the nodes of the YAML parser, whatever it is made of", () => {
    let read = 0;
    fc.assert(
      fc.property(frontmatter, fc.nat(9), (written, offset) => {
        if (isReadAlike(written, offset)) read++;
      }),
      { numRuns: 5000 },
    );
    expect(read).toBeGreaterThan(500);
  });

  test("with one character changed, taken away or added", () => {
    let read = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...REAL),
        fc.nat(),
        fc.constantFrom(..." \n:-#'\"[],|>{}&*!%@`~\\\t\r=.<?/0eé\ufeff\u00a0"),
        fc.constantFrom("change", "add", "delete"),
        (written, place, character, how) => {
          const at = place % written.length;
          const middle = how === "delete" ? "" : character;
          if (isReadAlike(written.slice(0, at) + middle + written.slice(how === "add" ? at : at + 1), 0)) read++;
        },
      ),
      { numRuns: 5000 },
    );
    expect(read).toBeGreaterThan(1000);
  });

  test.each(REAL.map((written) => [written]))("is read without the parser: %j", (written) => {
    expect(isReadAlike(written, 4)).toBe(true);
  });

  test.each([
    ["spaces", `a: b${" ".repeat(60_000)}c\n`],
    ["quotes", `a: "${"\\\\".repeat(30_000)}\n`],
    ["single quotes", `a: ${"'".repeat(60_000)}\n`],
    ["brackets", `a: [${"] ".repeat(30_000)}x\n`],
    ["items", `a: [${"a ".repeat(30_000)}!]\n`],
    ["blank lines", `a: |\n  b\n${"\n".repeat(60_000)}  c\n`],
    ["keys", Array.from({ length: 8000 }, (_, at) => `k${at}: v\n`).join("")],
  ])("is read or given up in linear time: many %s", (_name, written) => {
    expect(processorTime(() => readPlainYaml(written, 0))).toBeLessThan(500);
  });
});

const corpus = findShared("corpus", "real skills");

test.skipIf(corpus === undefined)("real frontmatter is read alike, most of it without the parser", () => {
  let read = 0;
  let all = 0;
  for (const path of readdirSync(corpus as string, { recursive: true, encoding: "utf8" })) {
    if (!/\.md$/i.test(path)) continue;
    let document: string;
    try {
      document = readFileSync(join(corpus as string, path), "utf8");
    } catch {
      continue;
    }
    const cut = cutFrontmatter(document);
    if (cut.kind !== "found") continue;
    all++;
    if (isReadAlike(cut.text, cut.span.start)) read++;
  }
  expect(all).toBeGreaterThan(250);
  expect(read / all).toBeGreaterThan(0.8);
});
