/** Adding to a package.json as text: for any manifest in any common layout, nothing else may change. */
import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { addEntry } from "../../src/cli/scaffold/package-json.ts";

const TARGET = "./generated/skills/index.js";

function add(text: string): string {
  const result = addEntry(text, "imports", "#skills", TARGET);
  if ("fault" in result) throw new Error(result.fault);
  return result.text;
}

describe("the addition looks like the rest", () => {
  test.each([
    ["an empty object", "{}", '{\n  "imports": {\n    "#skills": "T"\n  }\n}'],
    [
      "four blanks, a newline at the end",
      '{\n    "name": "inn"\n}\n',
      '{\n    "name": "inn",\n    "imports": {\n        "#skills": "T"\n    }\n}\n',
    ],
    [
      "tabs and CRLF",
      '{\r\n\t"name": "inn"\r\n}\r\n',
      '{\r\n\t"name": "inn",\r\n\t"imports": {\r\n\t\t"#skills": "T"\r\n\t}\r\n}\r\n',
    ],
    ["one line", '{"name":"inn","private":true}', '{"name":"inn","imports":{"#skills":"T"},"private":true}'],
    ["one line with blanks", '{ "name": "inn" }', '{ "name": "inn", "imports": {"#skills": "T"} }'],
    [
      "other imports",
      '{\n  "imports": {\n    "#db": "./db.js"\n  }\n}',
      '{\n  "imports": {\n    "#db": "./db.js",\n    "#skills": "T"\n  }\n}',
    ],
    [
      "other imports on one line",
      '{\n  "imports": { "#db": "./db.js" }\n}',
      '{\n  "imports": { "#db": "./db.js", "#skills": "T" }\n}',
    ],
    ["empty imports", '{\n  "imports": {}\n}', '{\n  "imports": {\n    "#skills": "T"\n  }\n}'],
    [
      "a byte order mark",
      '\uFEFF{\n  "name": "inn"\n}',
      '\uFEFF{\n  "name": "inn",\n  "imports": {\n    "#skills": "T"\n  }\n}',
    ],
    [
      "blank lines between keys",
      '{\n\n  "name": "inn",\n\n  "files": []\n}',
      '{\n\n  "name": "inn",\n  "imports": {\n    "#skills": "T"\n  },\n\n  "files": []\n}',
    ],
    [
      "braces and quotes in texts",
      '{\n  "description": "} \\" {",\n  "type": "module"\n}',
      '{\n  "description": "} \\" {",\n  "type": "module",\n  "imports": {\n    "#skills": "T"\n  }\n}',
    ],
  ])("%s", (_, before, after) => {
    expect(add(before)).toBe(after.replace('"T"', JSON.stringify(TARGET)));
  });
});

test.each([
  ["{", "it is not valid JSON"],
  ["[]", "it is not a JSON object"],
  ["null", "it is not a JSON object"],
  ['{"imports":null}', 'its "imports" is not an object'],
  ['{"imports":["#db"]}', 'its "imports" is not an object'],
])("refuses %s", (text, fault) => {
  expect(addEntry(text, "imports", "#skills", TARGET)).toEqual({ fault: expect.stringContaining(fault) });
});

test("for any manifest and layout: the value gains one entry, and the text only one piece", () => {
  const key = fc.oneof(
    fc.constantFrom("name", "version", "type", "main", "exports", "scripts", "imports", "\\", '"'),
    fc.string(),
  );
  const manifest = fc
    .dictionary(key, fc.jsonValue({ maxDepth: 3 }))
    .map((object) =>
      typeof object["imports"] === "object" && object["imports"] !== null && !Array.isArray(object["imports"])
        ? object
        : { ...object, imports: { "#db": "./db.js" } },
    )
    // As it is written: JSON has no minus zero.
    .map((object) => JSON.parse(JSON.stringify(object)) as Record<string, unknown>)
    .chain((object) =>
      fc.constantFrom(object, Object.fromEntries(Object.entries(object).filter(([name]) => name !== "imports"))),
    )
    .filter(
      (object) =>
        (object["imports"] as Record<string, unknown> | undefined)?.["#skills"] === undefined &&
        !("__proto__" in object && Object.hasOwn(object, "__proto__")),
    );
  const layout = fc.record({
    indent: fc.constantFrom(undefined, 1, 2, 4, "\t"),
    newline: fc.constantFrom("\n", "\r\n"),
    end: fc.constantFrom("", "\n"),
  });
  fc.assert(
    fc.property(manifest, layout, (object, { indent, newline, end }) => {
      const before = (JSON.stringify(object, null, indent) + end).replaceAll("\n", newline);
      const after = add(before);
      const { imports = {}, ...rest } = object as Record<string, object>;
      expect(JSON.parse(after)).toEqual({ ...rest, imports: { ...imports, "#skills": TARGET } });
      const start = commonStart(before, after);
      const end_ = commonStart(reverse(before.slice(start)), reverse(after.slice(start)));
      // An empty object may lose the blanks between its braces; nothing else may be taken away.
      expect(before.slice(start, before.length - end_).trim()).toBe("");
    }),
    { numRuns: 500 },
  );
});

function commonStart(one: string, two: string): number {
  let length = 0;
  while (length < one.length && one[length] === two[length]) length++;
  return length;
}

function reverse(text: string): string {
  return [...text].toReversed().join("");
}
