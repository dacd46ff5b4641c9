import { describe, expect, it, test } from "vitest";
import { findEntry, toJson, type FieldNode } from "../../../src/model/fields.ts";
import { createSourceText } from "../../../src/model/source.ts";
import { ALIAS_LIMIT, parseYamlDocument, readYaml } from "../../../src/parse/yaml.ts";

/** What each value of a map is, and the piece of the text that it is placed at. */
function values(text: string): Record<string, unknown> {
  const { node, problems } = readYaml(text);
  expect(problems).toEqual([]);
  if (node?.kind !== "map") return expect.fail("no map");
  return Object.fromEntries(
    node.entries.map(({ key, value }) => {
      const at = value.span && text.slice(value.span.start, value.span.end);
      return [
        key,
        value.kind === "scalar" ? [value.value, value.source, value.style, at] : [value.kind, value.source, at],
      ];
    }),
  );
}

test("a key that is a mapping has the same name with and without comments", () => {
  const keys = (text: string): unknown => {
    const { node } = readYaml(text);
    return node?.kind === "map" ? node.entries.map(({ key }) => key) : undefined;
  };
  expect(keys("? [a,\n # one\n  b]\n: 1\n")).toEqual(["[a,\n  b]"]);
  expect(keys("? files:\n # one\n# two\n")).toEqual(keys("? files:\n"));
});

describe("values", () => {
  it("keep the text that was written beside what YAML makes of it", () => {
    expect(values("a: 1.10\nb: 007\nc: 1e3\nd: .nan\ne: true\nf: yes\ng: 2026-11-21\nh: ~\ni:\nj: 0x1F\n")).toEqual({
      a: [1.1, "1.10", "plain", "1.10"],
      b: [7, "007", "plain", "007"],
      c: [1000, "1e3", "plain", "1e3"],
      d: [Number.NaN, ".nan", "plain", ".nan"],
      e: [true, "true", "plain", "true"],
      f: ["yes", "yes", "plain", "yes"],
      g: ["2026-11-21", "2026-11-21", "plain", "2026-11-21"],
      h: [null, "~", "plain", "~"],
      i: [null, "", "plain", ""],
      j: [31, "0x1F", "plain", "0x1F"],
    });
  });

  it("have places without the blanks and comments around them", () => {
    expect(
      values(
        `a:  "one two"  # why\nb: 'it''s'\nc: [x, {y: z}]\nd:\n  - x\ne: >-\n  folded\n  text\nf: plain text # cut\n`,
      ),
    ).toEqual({
      a: ["one two", "one two", "quoted", '"one two"'],
      b: ["it's", "it's", "quoted", "'it''s'"],
      c: ["list", "[x, {y: z}]", "[x, {y: z}]"],
      d: ["list", "- x", "- x"],
      e: ["folded text", "folded text", "block", ">-\n  folded\n  text"],
      f: ["plain text", "plain text", "plain", "plain text"],
    });
  });

  it("are placed in the file, not in the frontmatter", () => {
    const entry = findEntry(readYaml("name: pdf\n", 4).node as FieldNode & { kind: "map" }, "name");
    expect([entry?.keySpan, entry?.value.span]).toEqual([
      { start: 4, end: 8 },
      { start: 10, end: 13 },
    ]);
  });

  it("under keys that objects inherit are values like any other", () => {
    const { node } = readYaml("__proto__: a\nconstructor: b\nnested: {__proto__: c}\n");
    expect(JSON.stringify(toJson(node as FieldNode))).toBe(
      '{"__proto__":"a","constructor":"b","nested":{"__proto__":"c"}}',
    );
  });

  it("of a duplicate key are all there, the last one counts", () => {
    const { node, duplicates } = readYaml("a: 1\nb: 2\na: 3\na: 4\n");
    expect(toJson(node as FieldNode)).toEqual({ a: 4, b: 2 });
    expect(duplicates).toMatchObject([
      { key: "a", first: { start: 0, end: 1 }, second: { start: 10, end: 11 } },
      { key: "a", first: { start: 0, end: 1 }, second: { start: 15, end: 16 } },
    ]);
  });
});

describe("anchors, aliases and tags", () => {
  it("are replaced by what they mean, and noted as written", () => {
    const text = "a: &home north\nb: *home\nc: &lost south\nd: !important east\ne: !!str 5\n";
    const { node, anchors, tags } = readYaml(text);
    expect(toJson(node as FieldNode)).toEqual({ a: "north", b: "north", c: "south", d: "east", e: "5" });
    expect(anchors.map(({ mark, unused, span }) => [mark, unused, text.slice(span.start, span.end)])).toEqual([
      ["&home", false, "&home"],
      ["*home", false, "*home"],
      ["&lost", true, "&lost"],
    ]);
    expect(tags.map(({ tag, span }) => [tag, text.slice(span.start, span.end)])).toEqual([
      ["!important", "!important"],
    ]);
  });

  it("cannot expand to more than a limit, nor without end", () => {
    const bomb = ["a: &a [x, x, x, x, x, x, x, x, x, x]"];
    for (const [to, from] of ["ba", "cb", "dc", "ed", "fe"])
      bomb.push(`${to}: &${to} [${Array(10).fill(`*${from}`).join(", ")}]`);
    const text = bomb.join("\n");
    const { node, overLimit } = readYaml(text);
    expect(node).toBeUndefined();
    expect(overLimit && text.slice(overLimit.start, overLimit.end)).toBe("*c");
    expect(readYaml("a: &a [*a]\n").overLimit).toEqual({ start: 7, end: 9 });
  });

  it("do not make a long list too much", () => {
    const list = Array.from({ length: ALIAS_LIMIT + 5 }, (_, index) => `- ${index}`).join("\n");
    const { node, overLimit } = readYaml(`${list}\n- &a x\n- *a\n`);
    expect([overLimit, node?.kind]).toEqual([undefined, "list"]);
  });
});

describe("nesting that is too deep", () => {
  const problem = (text: string): unknown =>
    readYaml(text)
      .problems.slice(0, 1)
      .map(({ cause, span }) => [cause, span.start]);

  it.each([90, 101, 500, 5_000, 50_000])("is reported at the same place on every machine: %d", (depth) => {
    expect(problem(`a: ${"[".repeat(depth)}`)).toEqual(depth < 100 ? [["unclosed-flow", 3]] : [["depth", 103]]);
  });

  it("is reported when the brackets are closed, and when there are none", () => {
    expect(problem(`a: ${"[".repeat(150)}${"]".repeat(150)}`)).toEqual([["depth", 103]]);
    const steps = Array.from({ length: 120 }, (_, index) => `${" ".repeat(index)}a:`).join("\n");
    expect(problem(`${steps} x\n`)).toHaveLength(1);
    expect(problem(`a: ${"[".repeat(90)}${"]".repeat(90)}`)).toEqual([]);
  });
});

describe("a document", () => {
  it("may be empty, and must be the only one", () => {
    expect(readYaml("")).toMatchObject({ problems: [] });
    expect(readYaml("# nothing\n").node).toBeUndefined();
    expect(readYaml("name: pdf\n--- # again\nname: docx\n").problems).toMatchObject([
      { cause: "several-documents", span: { start: 10, end: 21 } },
    ]);
  });

  it("may end its lines with CR alone", () => {
    expect(toJson(readYaml("name: pdf\rlist:\r- a\r- b\r").node as FieldNode)).toEqual({
      name: "pdf",
      list: ["a", "b"],
    });
  });

  it("tells configs in words what is wrong with it", () => {
    const { errors } = parseYamlDocument(
      createSourceText("skillc.config.yaml", "sources: [skills\noutDir: out\noutDir: x\n"),
    );
    expect(errors[0]).toEqual({
      message: 'the "[" that starts the value of "sources" is never closed',
      span: { start: 9, end: 16 },
    });
    expect(parseYamlDocument(createSourceText("c.yaml", "a: 1\na: 2\n")).errors).toEqual([
      { message: 'duplicate key "a"', span: { start: 5, end: 6 } },
    ]);
  });
});
