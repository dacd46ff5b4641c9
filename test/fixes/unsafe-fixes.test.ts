/** Fixes that may change what a skill means: made with --unsafe, left alone without. */
import { describe, expect, test } from "vitest";
import { fixSkill, type FixRequest } from "../support/fix-skill.ts";

const named = (name: string): string => `---\nname: ${name}\ndescription: Reads tide tables.\n---\n# Steps\n\nRead.\n`;
const keyed = (lines: string, body = "Read.\n"): string =>
  `---\nname: tide-tables\ndescription: Reads tide tables.\n${lines}---\n${body}`;

type Row = readonly [title: string, before: string, after: string, options?: FixRequest];
const toObjects = (list: readonly Row[]) =>
  list.map(([title, before, after, options]) => ({ title, before, after, options }));

const rows: readonly Row[] = [
  ["a name in upper case", named("Tides"), named("tides"), { dir: "TIDES" }],
  ["a name with an underscore", named("tide_tables"), named("tide-tables")],
  ["a name with blanks, in quotes", named('"tide tables"'), named('"tide-tables"')],
  ["a name with two hyphens", named("tide--tables"), named("tide-tables")],
  ["a name with hyphens at its edges", named("-tide-tables-"), named("tide-tables")],
  ["a name with everything", named("_Tide  Tables--"), named("tide-tables"), { dir: "Other" }],
  ["another name than the directory's", named("ebb"), named("tide-tables")],
  [
    "a misspelt description",
    "---\nname: tide-tables\ndescripton: Reads tide tables.\n---\nRead.\n",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\nRead.\n",
  ],
  ["a field with a letter too few", keyed("metdata:\n  station: Nord\n"), keyed("metadata:\n  station: Nord\n")],
  [
    "a missing file with a likely one",
    keyed("", "See [ports](references/port.md#nord).\n"),
    keyed("", "See [ports](references/ports.md#nord).\n"),
    { files: { "references/ports.md": "Nord\n" } },
  ],
  [
    "a file elsewhere, with a blank in its name",
    keyed("", "![chart](chart%20a.svg)\n"),
    keyed("", "![chart](assets/chart%20a.svg)\n"),
    { files: { "assets/chart a.svg": "<svg/>\n" } },
  ],
  ["two equal keys", keyed("license: MIT\nlicense: MIT\n"), keyed("license: MIT\n")],
  [
    "two equal lists",
    keyed("tags:\n  - a\n  - b\nlicense: MIT\ntags: [a, b]\n"),
    keyed("tags:\n  - a\n  - b\nlicense: MIT\n"),
  ],
  [
    "two equal texts over lines",
    keyed("compatibility: |\n  Boat\nlicense: MIT\ncompatibility: |\n  Boat\n"),
    keyed("compatibility: |\n  Boat\nlicense: MIT\n"),
  ],
  [
    "a quote that does not end",
    named("tide-tables").replace("Reads tide tables.", '"Reads tide tables.'),
    named("tide-tables").replace("Reads tide tables.", '"Reads tide tables."'),
  ],
  [
    "a tag meant as text",
    named("tide-tables").replace("Reads", "!important Reads"),
    named("tide-tables").replace("Reads tide tables.", '"!important Reads tide tables."'),
  ],
  [
    "no closing fence before a blank line",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n\n# Steps\n",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\n\n# Steps\n",
  ],
  [
    "no closing fence before a heading",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n# Steps\n",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\n# Steps\n",
  ],
  [
    "no closing fence at the end",
    "---\nname: tide-tables\ndescription: Reads tide tables.",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\n",
  ],
  [
    "dots instead of the closing fence",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n...\nRead.\n",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\nRead.\n",
  ],
  [
    "an indented closing fence",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n  ---\nRead.\n",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\nRead.\n",
  ],
  [
    "no opening fence",
    "name: tide-tables\ndescription: Reads tide tables.\n---\nRead.\n",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\nRead.\n",
  ],
  [
    "no fences",
    "name: tide-tables\ndescription: Reads tide tables.\n\nRead.\n",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\n\nRead.\n",
  ],
  [
    "a frontmatter in a code fence",
    "```yaml\n---\nname: tide-tables\ndescription: Reads tide tables.\n---\n```\nRead.\n",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\nRead.\n",
  ],
  [
    "a whole file in a code fence, with one of its own",
    "```\n---\nname: tide-tables\ndescription: Reads tide tables.\n---\nRead.\n\n~~~\nx\n~~~\n```\n",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\nRead.\n\n~~~\nx\n~~~\n",
  ],
  [
    "a heading before the frontmatter",
    "# Tides\n\n---\nname: tide-tables\ndescription: Reads tide tables.\n---\nRead.\n",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\n# Tides\nRead.\n",
  ],
  [
    "long dashes as fences",
    "———\nname: tide-tables\ndescription: Reads tide tables.\n———\nRead.\n",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\nRead.\n",
  ],
  [
    "a key on the opening line",
    "---name: tide-tables\ndescription: Reads tide tables.\n---\nRead.\n",
    "---\nname: tide-tables\ndescription: Reads tide tables.\n---\nRead.\n",
  ],
  [
    "no frontmatter",
    "# Tides\n\nRead the table: name the hour.\n",
    '---\nname: tide-tables\ndescription: "Read the table: name the hour."\n---\n# Tides\n\nRead the table: name the hour.\n',
  ],
  [
    "no frontmatter, in a directory whose name is a number",
    "Read the table.\n",
    '---\nname: "8004"\ndescription: Read the table.\n---\nRead the table.\n',
    { dir: "8004" },
  ],
];

describe.each([
  ["LF", (text: string) => text],
  ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
])("in a file with %s", (kind, withLineEnds) => {
  test.each(toObjects(rows))("$title", async ({ before, after, options }) => {
    // A file of one line has no line ending to be kept.
    const expected = kind === "CRLF" && !before.includes("\n") ? after : withLineEnds(after);
    const fixed = await fixSkill(withLineEnds(before), { ...options, unsafe: true });
    expect(fixed.text).toBe(expected);
    expect(fixed.again).toEqual([]);
  });
});

test.each(toObjects(rows))("without being asked: $title", async ({ before, options }) => {
  const fixed = await fixSkill(before, options);
  expect(fixed.titles).toEqual([]);
  expect(fixed.text).toBe(before);
});

test.each([
  ["two keys with different values", keyed("license: MIT\nlicense: ISC\n")],
  ["an equal key with a comment behind it", keyed("license: MIT\nlicense: MIT # checked\n")],
  ["equal keys in one line", keyed("metadata: {port: Nord, port: Nord}\n")],
  ["an empty file", ""],
  ["a colon below a blank first line", "---\n\nUse when\n  asked: read\n---\nRead.\n"],
  ["a file of blanks", " \n\n"],
  ["prose in the place of keys", "---\nReads tide tables.\n\nRead.\n"],
  ["a link to nothing like a file", keyed("", "See [weather](zephyr.txt).\n")],
])("left alone even so: %s", async (_title, text) => {
  const fixed = await fixSkill(text, { unsafe: true, files: { "references/ports.md": "Nord\n" } });
  expect(fixed.text).toBe(text);
  expect(fixed.titles).toEqual([]);
});

test("a name stays where the directory's name is no better", async () => {
  const fixed = await fixSkill(named("tide-tables"), { dir: "Tide Tables", unsafe: true });
  expect(fixed.text).toBe(named("tide-tables"));
});
