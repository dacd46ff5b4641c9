import { describe, expect, it, test } from "vitest";
import { createEvalTest } from "../../../src/check/evals/eval-paths.ts";
import { readEvals } from "../../../src/check/evals/read-evals.ts";
import { createCompiler } from "../../../src/api/compiler.ts";
import { createMemoryHost } from "../../../src/host/index.ts";
import type { UserConfig } from "../../../src/config/user-config.ts";

/** Each query with its label, split and skill, as the file has them; undefined for a file of another kind. */
function read(text: string, path = "evals/x.json"): readonly string[] | undefined {
  return readEvals(path, text).cases?.map(({ kind, query, split, skill }) =>
    [kind, query, ...(split === undefined ? [] : [`(${split})`]), ...(skill === undefined ? [] : [`> ${skill}`])].join(
      " ",
    ),
  );
}

describe("readEvals", () => {
  it.each<readonly [shape: string, text: string, cases: readonly string[]]>([
    [
      "the guide's evals",
      '{"skill_name":"a","evals":[{"id":1,"prompt":"p","expected_output":"x"},{"prompt":"q"}]}',
      ["prompt p", "prompt q"],
    ],
    [
      "the guide's queries",
      '[{"query":"p","should_trigger":true},{"query":"q","should_trigger":false,"split":"val"}]',
      ["should p", "should-not q (val)"],
    ],
    ["two lists", '{"should_trigger":["p"],"should_not_trigger":["q"]}', ["should p", "should-not q"]],
    [
      "two lists by split",
      '{"should_trigger":{"train":["p"],"val":["q"]},"should_not_trigger":{"val":["r"]}}',
      ["should p (train)", "should q (val)", "should-not r (val)"],
    ],
    ["two lists, the other spelling", '{"shouldTrigger":["p"],"shouldNotTrigger":["q"]}', ["should p", "should-not q"]],
    [
      "items that fire",
      '{"schema_version":1,"items":[{"query":"p","expected":"fire","split":"train"},{"query":"q","expected":"no_fire"},{"query":"r","expected":"no-fire"}]}',
      ["should p (train)", "should-not q", "should-not r"],
    ],
    ["items below triggers", '{"skill":"a","triggers":{"items":[{"query":"p","expected":"fire"}]}}', ["should p"]],
    [
      "evals that are labelled",
      '{"evals":[{"query":"p","should_trigger":false},{"prompt":"q"}]}',
      ["should-not p", "prompt q"],
    ],
    ["behavior", '[{"query":"p","expected_behavior":["x"]}]', ["prompt p"]],
    ["scenarios, some without a prompt", '{"scenarios":[{"id":1,"prompt":"p"},{"id":2}]}', ["prompt p"]],
    ["one behavior", '{"name":"n","query":"p","expected_behavior":["x"]}', ["prompt p"]],
    ["a byte order mark", '\uFEFF{"should_trigger":["p"]}', ["should p"]],
  ])("reads %s", (_shape, text, cases) => {
    expect(read(text)).toEqual(cases);
    expect(readEvals("evals/x.json", text).faults).toEqual([]);
  });

  it.each<readonly [text: string, cases: readonly string[]]>([
    ["prompt,expected_skill,should_trigger\np,a,true\nq,b,false\n", ["should p > a", "should-not q > b"]],
    ['prompt,expected_skill\r\n"p, ""x""\r\nand y",a\r\n\r\n', ['should p, "x"\r\nand y > a']],
    ["expected_skill,prompt\ra,p", ["should p > a"]],
    ["\uFEFFquery,should_trigger\np,no\nq,1", ["should-not p", "should q"]],
  ])("reads the rows of %j", (text, cases) => {
    expect(read(text, "triggers.csv")).toEqual(cases);
    expect(readEvals("triggers.csv", text).faults).toEqual([]);
  });

  it.each([
    "{}",
    "[]",
    "3",
    "null",
    '{"queries":["p"]}',
    '{"tests":[]}',
    '["p"]',
    '{"items":[{"id":1}]}',
    '{"scenarios":[{"id":1}]}',
    '{"should_trigger":true,"query":"p"}',
  ])("leaves %s alone", (text) => {
    expect(readEvals("evals/x.json", text)).toEqual({ faults: [], files: [] });
  });

  it("leaves other tables alone", () => {
    expect(readEvals("triggers.csv", "name,port\na,1\n")).toEqual({ faults: [], files: [] });
  });

  it.each([
    ['{"skill_name":"a","evals":{}}', '"evals" must be a list, but is a mapping'],
    ['{"evals":[{"id":1}]}', "an entry has no prompt"],
    ['{"evals":[{"prompt":3}]}', "a prompt must be a string, but is a number"],
    ['{"skill_name":3,"evals":[]}', "skill_name must be a string, but is a number"],
    ['{"evals":[{"prompt":"p","expected_output":["x"]}]}', "expected_output must be a string, but is a list"],
    ['{"evals":[{"prompt":"p","assertions":"x"}]}', "assertions must be a list, but is a string"],
    ['{"evals":[{"prompt":"p","expectations":{}}]}', "expectations must be a list, but is a mapping"],
    ['{"evals":[{"prompt":"p","files":"x"}]}', "files must be a list, but is a string"],
    ['{"evals":[{"prompt":"p","files":["x",3]}]}', "a file must be a string, but is a number"],
    ['[{"query":"p","should_trigger":"true"}]', 'should_trigger must be true or false, but is "true"'],
    ['[{"query":"p","should_trigger":true},{"query":"q"}]', "an entry has no should_trigger"],
    ['{"items":[{"query":"p","expected":"maybe"}]}', 'expected must be "fire" or "no_fire", but is "maybe"'],
    ['{"should_trigger":["p",""]}', "a query is empty"],
    ['{"should_trigger":{"val":"p"}}', '"val" must be a list of queries, but is a string'],
    ["{ // ours\n}", "JSON does not allow comments"],
    ["", "the file ends too early: a value is missing"],
  ])("says what is wrong with %s", (text, fault) => {
    expect(readEvals("evals/x.json", text).faults.map((one) => one.fault)).toEqual([fault]);
  });

  it("reads 10,000 queries and says that there are more", () => {
    const { cases, faults } = readEvals(
      "evals/x.json",
      JSON.stringify({ should_trigger: Array.from({ length: 10_001 }, (_, at) => `q${at}`) }),
    );
    expect([cases?.length, faults.map(({ fault }) => fault)]).toEqual([10_000, ["it has 10,001 queries (max 10,000)"]]);
  });
});

test.each([
  ["evals/a.json", true],
  ["eval/a.json", true],
  ["evals/deep/a.json", false],
  ["evals/a.csv", false],
  ["tests/test-triggers.json", true],
  ["tests/ports.json", false],
  ["evals.json", true],
  ["eval_queries.json", true],
  ["trigger_eval_set.json", true],
  ["triggers.csv", true],
  ["quality/q.json", true],
  ["quality/q.txt", false],
  ["data.json", false],
])("%s is an eval file: %s", (path, expected) => {
  expect(createEvalTest(["quality/*"])(path)).toBe(expected);
});

describe("an eval file ships", () => {
  const QUERIES = '[{"query":"when can we land?","should_trigger":true}]';
  const skill = (extra: string, body: string): string =>
    `---\nname: tides\ndescription: Reads tide tables. Use when a landing is planned.\n${extra}---\n\n${body}\n`;

  it.each<
    readonly [
      when: string,
      ships: boolean,
      project: { extra?: string; body?: string; config?: UserConfig; files?: Record<string, string> },
    ]
  >([
    ["never by itself", false, {}],
    ["if the config says so", true, { config: { evals: { ship: true } } }],
    ["if the instructions name it", true, { body: "Test with `queries.json`." }],
    ["if the instructions name its directory", true, { body: "Tests are in evals/ of the skill." }],
    ["if the instructions link it", true, { body: "See [tests](evals/queries.json)." }],
    ["not because of a word", false, { body: "Write evals for it." }],
    [
      "if a file names it",
      true,
      { body: "Run scripts/test.py.", files: { "scripts/test.py": "open('evals/queries.json')" } },
    ],
    [
      "not because another eval file names it",
      false,
      { files: { "evals/evals.json": '{"evals":[{"prompt":"read queries.json"}]}' } },
    ],
    ["if the skill declares it", true, { extra: "files:\n  - path: evals/queries.json\n    description: Queries.\n" }],
    ["in a system", true, { config: { profile: "carnet" } }],
    ["if it contains something else", true, { files: { "evals/queries.json": '{"ports":["Nordhaven"]}' } }],
  ])("%s", async (_when, ships, { extra = "", body = "Read the table.", config = {}, files = {} }) => {
    const all = { "evals/queries.json": QUERIES, ...files, "SKILL.md": skill(extra, body) };
    const host = createMemoryHost(
      Object.fromEntries(Object.entries(all).map(([path, text]) => [`skills/tides/${path}`, text])),
    );
    const compiler = createCompiler({ host, sources: [{ dir: "skills" }], overrides: config });
    const catalog = (await compiler.build()).catalog();
    const isIn = catalog?.skills[0]?.files.some(({ path }) => path === "evals/queries.json");
    const reasons = catalog?.dropped.flatMap(({ file, reason }) => (file.endsWith("queries.json") ? [reason] : []));
    expect([isIn, reasons]).toEqual([ships, ships ? [] : ["eval"]]);
  });
});
