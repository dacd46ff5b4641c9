/** What `npm run regexps` finds, and what it says. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "recheck";
import { afterAll, describe, expect, test } from "vitest";
import { analyse } from "./analyse.ts";
import { findExpressions, type FoundExpression } from "./expressions.ts";

const root = mkdtempSync(join(tmpdir(), "skillc-regexps-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;

/** Finds the expressions of files. */
function find(
  files: Readonly<Record<string, string>>,
): readonly (readonly [line: number, expression: string | undefined])[] {
  const dir = join(root, String(count++));
  mkdirSync(dir);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return findExpressions(dir).map(({ line, expression }) => [line, expression]);
}

describe("expressions", () => {
  test.each([
    ["a literal, also one with a slash", "const a = 1;\nf(/[/]\\/x/gu);\n", [[2, "/[/]\\/x/gu"]]],
    ["none in strings, comments and divisions", "const a = '/x/' /* /y/ */; // /z/\nconst b = a / 2 / 3;\n", []],
    [
      "a call with strings",
      "RegExp('a+', 'i'); new RegExp(`b`);",
      [
        [1, "/a+/i"],
        [1, "/b/"],
      ],
    ],
    [
      "raw templates and constants",
      "const B = String.raw`\\d`;\nnew RegExp(String.raw`^${B}\\s` + '$');",
      [[2, "/^\\d\\s$/"]],
    ],
    ["lists", "new RegExp(['a', String.raw`\\.`].join('|'), 'g');", [[1, "/a|\\./g"]]],
    [
      "other flags, and the source of another",
      "const A = /x/;\nnew RegExp(A, 'g');\nnew RegExp(`(${A.source})`);",
      [
        [1, "/x/"],
        [2, "/x/g"],
        [3, "/(x)/"],
      ],
    ],
    ["an unknown text", "export const f = (a: string) => new RegExp(`^${a}`);", [[1, undefined]]],
    [
      "a parameter that hides a constant",
      "const a = 'x';\nexport const f = (a: string) => new RegExp(a);",
      [[2, undefined]],
    ],
    ["a flag that recheck does not read", "new RegExp('x', 'v');", [[1, undefined]]],
  ] as const)("%s", (_, text, expected) => {
    expect(find({ "a.ts": text })).toEqual(expected);
  });

  test("a constant of another file", () => {
    const files = { "a.ts": 'import { A as B } from "./b.ts";\nnew RegExp(B);', "b.ts": "export const A = 'x+';" };
    expect(find(files)).toEqual([[2, "/x+/"]]);
  });
});

const nothing = { found: [], composed: [], bounded: [], known: {}, attacks: {}, check };

function at(expression?: string): FoundExpression {
  return { file: "a.ts", line: 3, expression, written: "new RegExp(a)" };
}

describe("the analysis", () => {
  test("names the place, the attack and what to do; the attack stays when the expression is gone", async () => {
    const slow = await analyse({ ...nothing, found: [at("/^(a+)+$/"), at("/^a+$/")] });
    expect(slow.verdicts).toEqual({ "/^(a+)+$/": "exponential", "/^a+$/": "linear" });
    expect(slow.faults).toEqual([
      expect.stringMatching(
        /^src\/a\.ts:3: the time of .* is exponential .*\n  = attack: \{.*"a".*\n  = help: rewrite it/,
      ),
    ]);
    const gone = await analyse({ ...nothing, known: slow.verdicts, attacks: slow.attacks });
    expect(gone).toEqual({ verdicts: {}, attacks: slow.attacks, faults: [] });
  });

  test("asks only about what is new", async () => {
    const asked: string[] = [];
    const spy: typeof check = (source, flags, limits) => {
      asked.push(source);
      return check(source, flags, limits);
    };
    const { verdicts } = await analyse({
      ...nothing,
      check: spy,
      found: [at("/a/"), at("/b/"), at("/b/")],
      known: { "/a/": "safe", "/c/": "safe" },
    });
    expect([asked, Object.keys(verdicts)]).toEqual([["b"], ["/a/", "/b/"]]);
  });

  test("calls slow what it cannot decide", async () => {
    const { faults } = await analyse({ ...nothing, found: [at("/(?<a>x)(?<a>y)/")] });
    expect(faults[0]).toContain("is unknown (invalid)");
  });

  test("accepts a slow one with a bound, and rejects a bound of a fast one", async () => {
    const bounded = [{ file: "a.ts", expression: "/a+$/" }];
    const known = { "/a+$/": "polynomial of degree 2" };
    expect((await analyse({ ...nothing, found: [at("/a+$/")], known, bounded })).faults).toEqual([]);
    expect((await analyse({ ...nothing, found: [at("/a+$/")], known: { "/a+$/": "safe" }, bounded })).faults).toEqual([
      "test/regexps/bounded.ts: src/a.ts no longer contains the slow /a+$/\n  = help: delete the entry",
    ]);
  });

  test("reads a text that is put together from the list, and rejects one that is not there", async () => {
    const composed = (value: RegExp) => [{ file: "a.ts", written: "new RegExp(a)", values: () => [value] }];
    expect((await analyse({ ...nothing, found: [at()] })).faults).toEqual([
      expect.stringContaining("has no text that can be analyzed"),
    ]);
    expect((await analyse({ ...nothing, found: [at()], composed: composed(/a/) })).faults).toEqual([]);
    expect((await analyse({ ...nothing, found: [at()], composed: composed(/a+$/) })).faults).toEqual([
      "test/regexps/composed.ts: the time of /a+$/ is polynomial of degree 2 in the length of the text",
    ]);
    expect((await analyse({ ...nothing, composed: composed(/a/) })).faults).toEqual([
      expect.stringContaining("no longer contains new RegExp(a)"),
    ]);
  });
});
