/** Only the sources of a config change: its comments, its layout and every other value stay. */
import { expect, test } from "vitest";
import { editSources, type SourceChange } from "../../../src/config/edit-sources.ts";
import { parseYamlDocument } from "../../../src/parse/yaml.ts";

const edit = (text: string, change: SourceChange, defaults: readonly string[] = []): string | undefined =>
  editSources(change, {
    text,
    notation: /^\s*[{[]/.test(text) && !text.includes("# yaml") ? "json" : "yaml",
    defaults,
    parseYaml: parseYamlDocument,
  });

const add = { after: "acme/skills/pdf@v1" };
const move = { before: "acme/skills/pdf@v1", after: "acme/skills/pdf@v2" };
const remove = { before: "acme/skills/pdf@v1" };

test.each<readonly [what: string, before: string, change: SourceChange, after: string]>([
  ["an empty list", '{ "sources": [] }', add, '{ "sources": [{ "ref": "acme/skills/pdf@v1" }] }'],
  ["a list on one line", '{"sources":["a"]}', add, '{"sources":["a", { "ref": "acme/skills/pdf@v1" }]}'],
  [
    "a list on lines",
    '{\r\n\t"sources": [\r\n\t\t"a"\r\n\t],\r\n\t"emit": ["json"]\r\n}\r\n',
    add,
    '{\r\n\t"sources": [\r\n\t\t"a",\r\n\t\t{ "ref": "acme/skills/pdf@v1" }\r\n\t],\r\n\t"emit": ["json"]\r\n}\r\n',
  ],
  [
    "an object",
    '{\n  "profile": "spec"\n}\n',
    add,
    '{\n  "profile": "spec",\n  "sources": [{ "ref": "acme/skills/pdf@v1" }]\n}\n',
  ],
  ["an empty object", "{}", add, '{ "sources": [{ "ref": "acme/skills/pdf@v1" }] }'],
  ["an empty file", "", add, "sources:\n  - ref: acme/skills/pdf@v1\n"],
  ["comments only", "# Ours", add, "# Ours\nsources:\n  - ref: acme/skills/pdf@v1\n"],
  [
    "a list with comments",
    "# Ours\nsources: # all\n- skills # first\n# last\n- dir: vendor # theirs\n  preload: true # at once\n\n# end\nemit: [json]\n",
    add,
    "# Ours\nsources: # all\n- skills # first\n# last\n- dir: vendor # theirs\n  preload: true # at once\n- ref: acme/skills/pdf@v1\n\n# end\nemit: [json]\n",
  ],
  [
    "a list in brackets",
    "# yaml\nsources: [skills] # all\n",
    add,
    "# yaml\nsources: [skills, { ref: acme/skills/pdf@v1 }] # all\n",
  ],
  [
    "a reference that needs quotes",
    "sources:\n  - a\n",
    { after: "@acme/x@v1" },
    'sources:\n  - a\n  - ref: "@acme/x@v1"\n',
  ],
  ["without a line end", "sources:\n  - a", add, "sources:\n  - a\n  - ref: acme/skills/pdf@v1"],
  [
    "the pin of a source with other keys",
    "sources:\n  - ref: acme/skills/pdf@v1 # ours\n    namespace: acme\n  - 'skills'\n",
    move,
    "sources:\n  - ref: acme/skills/pdf@v2 # ours\n    namespace: acme\n  - 'skills'\n",
  ],
  [
    "the pin of a plain string",
    '{ "sources": ["@acme/tools@v1"] }',
    { before: "@acme/tools@v1", after: "@acme/tools@v2" },
    '{ "sources": ["@acme/tools@v2"] }',
  ],
  [
    "a pin in single quotes, under the key of PromptKit",
    "sources:\n  - path: '@acme/tools@v1'\n",
    { before: "@acme/tools@v1", after: "@acme/tools@v2" },
    "sources:\n  - path: '@acme/tools@v2'\n",
  ],
  [
    "a pin that the config has otherwise than the lock",
    "sources:\n  - ref: acme/skills/pdf@v0\n",
    add,
    "sources:\n  - ref: acme/skills/pdf@v1\n",
  ],
  [
    "a source that is there",
    '{ "sources": [{ "ref": "acme/skills/pdf@v1" }] }',
    add,
    '{ "sources": [{ "ref": "acme/skills/pdf@v1" }] }',
  ],
  ["the first of two", '{ "sources": [{ "ref": "acme/skills/pdf@v1" }, "a"] }', remove, '{ "sources": ["a"] }'],
  [
    "the last of two",
    '{ "sources": [\n  "a",\n  { "ref": "acme/skills/pdf@v1" }\n] }',
    remove,
    '{ "sources": [\n  "a"\n] }',
  ],
  ["the only one", '{ "sources": [ { "ref": "acme/skills/pdf@v1" } ] }', remove, '{ "sources": [] }'],
  ["one that is not there", '{ "sources": ["skills"] }', remove, '{ "sources": ["skills"] }'],
  [
    "one of a list with comments",
    "sources:\n  # ours\n  - skills\n  - ref: acme/skills/pdf@v1\n    preload: true\n  # theirs\n  - vendor\n",
    remove,
    "sources:\n  # ours\n  - skills\n  # theirs\n  - vendor\n",
  ],
  ["the last of a YAML list", "sources:\n  - skills\n  - ref: acme/skills/pdf@v1", remove, "sources:\n  - skills\n"],
  [
    "the only one of a YAML list",
    "sources: # all\n  # theirs\n  - ref: acme/skills/pdf@v1 # pdf\nemit: [json]\n",
    remove,
    "sources: [] # all\n  # theirs\nemit: [json]\n",
  ],
])("%s", (_what, before, change, after) => {
  expect(edit(before, change)).toBe(after);
});

test("the default directories are written with the first source", () => {
  expect(edit("{}", add, ["skills"])).toBe('{ "sources": ["skills", { "ref": "acme/skills/pdf@v1" }] }');
  expect(edit("profile: spec\n", add, ["skills"])).toBe(
    "profile: spec\nsources:\n  - skills\n  - ref: acme/skills/pdf@v1\n",
  );
});

test.each([
  ["a list that is an alias", "a: &a [skills]\nsources: *a\n", add],
  ["two documents", "profile: spec\n---\nsources: []\n", add],
  ["a value of another kind", '{ "sources": "skills" }', add],
  ["a source that is an alias", "x: &x acme/skills/pdf@v1\nsources:\n  - ref: *x\n", move],
  ["broken JSON", '{ "sources": [', add],
])("%s is left to its author", (_what, text, change) => {
  expect(edit(text, change)).toBeUndefined();
});
