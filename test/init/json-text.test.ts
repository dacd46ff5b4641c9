/** Edits of JSON as text: for any manifest in any common layout, nothing else may change; comments stay where they are. */
import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { appendItem, parseObject, setMember, type EditResult } from "../../src/cli/init/json-text.ts";

const TARGET = "./generated/skills/index.js";

const addImport = (text: string): EditResult =>
  setMember(text, ["imports", "#skills"], TARGET, ["exports", "types", "main", "type", "version", "name"]);

function textOf(result: EditResult): string {
  if ("fault" in result) throw new Error(result.fault);
  return result.text;
}

const add = (text: string): string => textOf(addImport(text));

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
  expect(addImport(text)).toEqual({ fault: expect.stringContaining(fault) });
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

describe("comments and trailing commas", () => {
  test.each([
    [
      "a comment after the last member stays with it",
      '{\n  "name": "inn" // of the harbour\n}\n',
      '{\n  "name": "inn", // of the harbour\n  "main": "a.ts"\n}\n',
    ],
    [
      "a comment after a trailing comma too",
      '{\n  "name": "inn", // of the harbour\n}\n',
      '{\n  "name": "inn", // of the harbour\n  "main": "a.ts",\n}\n',
    ],
    ["a trailing comma", '{\n  "name": "inn",\n}\n', '{\n  "name": "inn",\n  "main": "a.ts",\n}\n'],
    [
      "a comment of its own line at the end",
      '{\n  "name": "inn"\n  // "main": "b.ts"\n}\n',
      '{\n  "name": "inn",\n  "main": "a.ts"\n  // "main": "b.ts"\n}\n',
    ],
    ["an object with only a comment", "{\n  // to do\n}\n", '{\n  // to do\n  "main": "a.ts"\n}\n'],
    [
      "a comment with braces and quotes",
      '/* { " */ {\n\t"name": "inn" /* } */\n}',
      '/* { " */ {\n\t"name": "inn", /* } */\n\t"main": "a.ts"\n}',
    ],
    ["what looks like a comment in a string", '{ "url": "http://inn//" }', '{ "url": "http://inn//", "main": "a.ts" }'],
  ])("%s", (_, before, after) => {
    expect(textOf(setMember(before, ["main"], "a.ts"))).toBe(after);
    const [one, two] = [parseObject(before), parseObject(after)];
    expect(two).toEqual({ value: { ...("value" in one ? one.value : {}), main: "a.ts" } });
  });

  test("an object is written as the rest of the file", () => {
    const build = { command: "npx skillc build", watch_dir: ["skills", "lib"] };
    expect(textOf(setMember('{\r\n\t"main": "a.ts", // the worker\r\n}', ["build"], build))).toBe(
      '{\r\n\t"main": "a.ts", // the worker\r\n\t"build": {\r\n\t\t"command": "npx skillc build",\r\n\t\t"watch_dir": ["skills", "lib"]\r\n\t},\r\n}',
    );
    expect(textOf(setMember('{"main":"a.ts"}', ["build"], { command: "b" }))).toBe(
      '{"main":"a.ts","build":{"command":"b"}}',
    );
  });

  test("a string is replaced where it is", () => {
    const before = '{ "scripts": { "build": "tsc", /* all */ "test": "vitest" } }';
    expect(textOf(setMember(before, ["scripts", "build"], "skillc build && tsc"))).toBe(
      before.replace('"tsc"', '"skillc build && tsc"'),
    );
    expect(setMember('{ "scripts": { "build": [] } }', ["scripts", "build"], "")).toEqual({
      fault: 'its "scripts.build" is not a string',
    });
  });
});

test.each([
  ['{ "include": ["src"] }', '{ "include": ["src", "x"] }'],
  ['{ "include": [] }', '{ "include": ["x"] }'],
  ['{"include":["src","lib"]}', '{"include":["src","lib","x"]}'],
  ['{\n  "include": [\n    "src"\n  ]\n}', '{\n  "include": [\n    "src",\n    "x"\n  ]\n}'],
  [
    '{\n  "include": [\n    "src", // all\n    "lib", // old\n  ]\n}',
    '{\n  "include": [\n    "src", // all\n    "lib", // old\n    "x",\n  ]\n}',
  ],
])("adds an item to %j", (before, after) => {
  expect(textOf(appendItem(before, "include", "x"))).toBe(after);
});

test("adds no item to what is not a list", () => {
  expect(appendItem('{ "include": "src" }', "include", "x")).toEqual({ fault: 'its "include" is not a list' });
  expect(appendItem("{}", "include", "x")).toEqual({ fault: 'its "include" is not a list' });
});

function commonStart(one: string, two: string): number {
  let length = 0;
  while (length < one.length && one[length] === two[length]) length++;
  return length;
}

function reverse(text: string): string {
  return [...text].toReversed().join("");
}
