import fc from "../support/fast-check.ts";
import { describe, expect, it, test } from "vitest";
import { findCommands } from "../../src/prepare/index.ts";
import { createScope, renderSkill, type Dialect, type RenderInput } from "../../src/runtime/render/index.ts";
import { tokenizeBody } from "../../src/runtime/render/tokenize.ts";
import { splitWords } from "../../src/runtime/render/split-arguments.ts";
import { processorTime } from "../support/processor-time.ts";

const DIALECTS: readonly Dialect[] = ["safe", "skillkit", "cognesy", "claude", "carnet", "none"];

/** Pieces of bodies and of arguments, dense in everything that means something. */
const PIECES = [
  "$ \\ { } [ ] ` _ . x A 0 12 ```\n é 🧾",
  "$0 $1 $12] ${0} $ARGUMENTS ${ARGUMENTS} $ARGUMENTS[1] $ARGUMENTS_X \\$0 \\\\$1",
  "$SKILL_DIR ${CLAUDE_SKILL_DIR} $SESSION_ID $USERNAME ${USERNAME} $berth ${berth} $berth-number",
  "{{GUEST}} {{ }} {{{GUEST}}}",
].flatMap((line) => line.split(" "));
const piece = fc.constantFrom(...PIECES, " ", "\n", "\n\n", "{{ GUEST }}");
const body = fc
  .array(fc.oneof({ weight: 4, arbitrary: piece }, fc.string({ maxLength: 5 })), { maxLength: 30 })
  .map((all) => all.join(""));
const dialect = fc.constantFrom(...DIALECTS);
const compat = fc.constantFrom("exact" as const, undefined);

/** Everything that can be inserted. */
const inserted = fc.record(
  {
    arguments: body,
    argumentNames: fc.array(fc.oneof(fc.constantFrom("berth", "berth-number", "ARGUMENTS", "7", "A"), fc.string()), {
      maxLength: 5,
    }),
    skillDir: body,
    sessionId: body,
    effort: body,
    projectDir: body,
    pluginRoot: body,
    scope: fc.dictionary(fc.constantFrom("USERNAME", "A", "SKILL_DIR", "ARGUMENTS_X"), body).map(createScope),
    variables: body.map((value) => new Map([["GUEST", value]])),
  },
  { requiredKeys: [] },
);

describe("no value is read as a token", () => {
  // White space and quotes would change how many words there are, a backslash how they are written.
  const word = body.map((text) => text.replace(/[\s"'\\\0]/g, "")).filter((text) => text !== "");
  const names = ["berth", "berth-number"];
  const marker = (index: number): string => `\u2039${"abcdefgh"[index]}\u203a`;
  const values = fc.array(word, { minLength: 8, maxLength: 8 });
  const count = fc.integer({ min: 0, max: 4 });

  test.each(DIALECTS)("%s: opaque markers, replaced afterwards, give the same", (dialect) => {
    fc.assert(
      fc.property(body, values, count, (text, given, argumentCount) => {
        const render = (value: (index: number) => string): string => {
          const words = Array.from({ length: argumentCount }, (_, index) => value(index)).join(" ");
          const scope = createScope({ USERNAME: value(4), A: value(5) });
          const variables = new Map([["GUEST", value(4)]]);
          const rest = { argumentNames: names, scope, variables, skillDir: value(6), sessionId: value(7) };
          return renderSkill({ body: text, dialect, arguments: words, ...rest }).text;
        };
        const opaque = render(marker).replace(
          /\u2039([a-h])\u203a/g,
          (_, letter: string) => given["abcdefgh".indexOf(letter)] as string,
        );
        expect(render((index) => given[index] as string)).toBe(opaque);
      }),
      { numRuns: 2000 },
    );
  });
});

it("gives the same with tokens from build time", () => {
  fc.assert(
    fc.property(body, inserted, dialect, compat, fc.boolean(), (text, rest, dialect, compat, trim) => {
      const tokens = JSON.parse(JSON.stringify(tokenizeBody(text))) as number[];
      const input: RenderInput = { body: text, ...rest, dialect, compat, trim };
      expect(renderSkill({ ...input, tokens })).toEqual(renderSkill(input));
      const trimmed = renderSkill({ ...input, body: text.trim(), trim: false });
      expect(renderSkill({ ...input, trim: true }).text).toBe(trimmed.text);
    }),
    { numRuns: 5000 },
  );
});

it("never throws, and reports tokens where they stand", () => {
  fc.assert(
    fc.property(body, inserted, dialect, (text, rest, dialect) => {
      renderSkill({ body: text, ...rest, dialect, compat: "exact" });
      const { substitutions, text: rendered, appended } = renderSkill({ body: text, ...rest, dialect });
      let expected = "";
      let from = 0;
      for (const { token, value, offset } of substitutions) {
        expect(offset).toBeGreaterThanOrEqual(from);
        expect(text.slice(offset, offset + token.length)).toBe(token);
        expected += text.slice(from, offset) + (value ?? token);
        from = offset + token.length;
      }
      expected += text.slice(from) + (appended ? `\n\nARGUMENTS: ${rest.arguments}` : "");
      // Escapes lose a backslash without being reported.
      if (!text.includes("\\$")) expect(rendered).toBe(expected);
    }),
    { numRuns: 5000 },
  );
});

it("never throws for arbitrary strings", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "binary" }),
      dialect,
      compat,
      (text, given, dialect, compat) => {
        expect(typeof renderSkill({ body: text, arguments: given, dialect, compat }).text).toBe("string");
      },
    ),
  );
});

/** SkillKit as its documentation describes it, replacement after replacement. */
function skillkitByTheBook(
  body: string,
  given: string,
  dir: string,
  session: string,
  scope: Readonly<Record<string, string>>,
): string {
  const words = given === "" ? [] : given.split(" ");
  const at = (_: string, index: string): string => words[Number(index)] ?? "";
  let text = body
    .replace(/\$ARGUMENTS\[(\d+)\]/g, at)
    .replaceAll("$ARGUMENTS", () => given)
    .replace(/\$(\d+)(?!\])/g, at);
  for (const [name, value] of [
    ["SKILL_DIR", dir],
    ["CLAUDE_SKILL_DIR", dir],
    ["SESSION_ID", session],
    ["CLAUDE_SESSION_ID", session],
  ] as const)
    text = text.replaceAll(`\${${name}}`, () => value).replaceAll(`$${name}`, () => value);
  text = text.replace(/\$\{?([A-Z][A-Z0-9_]*)\}?/g, (token, name: string) =>
    Object.hasOwn(scope, name) ? (scope[name] as string) : token,
  );
  const hasToken = body.includes("$ARGUMENTS") || /\$\d+(?!\])/.test(body);
  return !hasToken && given !== "" ? `${text}\n\nARGUMENTS: ${given}` : text;
}

it("is SkillKit, to the letter, when exact", () => {
  const scope = fc.dictionary(fc.constantFrom("USERNAME", "A", "X", "ARGUMENTS_X"), body);
  fc.assert(
    fc.property(
      body,
      body,
      body.filter((dir) => dir !== ""),
      body,
      scope,
      (text, given, dir, session, values) => {
        const input = { body: text, arguments: given, skillDir: dir, sessionId: session, scope: createScope(values) };
        const rendered = renderSkill({ ...input, dialect: "skillkit", compat: "exact" });
        expect(rendered.text).toBe(skillkitByTheBook(text, given, dir, session, values));
      },
    ),
    { numRuns: 3000 },
  );
});

it("is instructor-php, to the letter, when exact", () => {
  fc.assert(
    fc.property(body, body, (text, given) => {
      const words = given.split(/[ \t\n\v\f\r]+/).filter((word) => word !== "");
      let hasToken = false;
      const at = (_: string, index: string): string => ((hasToken = true), words[Number(index)] ?? "");
      let expected = text.replace(/\$ARGUMENTS\[(\d+)\]/g, at).replace(/(?<!\w)\$(\d)(?!\d)/g, at);
      hasToken ||= expected.includes("$ARGUMENTS");
      expected = expected.replaceAll("$ARGUMENTS", () => given);
      if (!hasToken && /[^ \t\n\r\0\v]/.test(given)) expected += `\n\nARGUMENTS: ${given}`;
      expect(renderSkill({ body: text, arguments: given, dialect: "cognesy", compat: "exact" }).text).toBe(expected);
    }),
    { numRuns: 3000 },
  );
});

describe("time is linear", () => {
  const floods = [
    "$",
    "$1",
    "$ARGUMENTS[1",
    "${",
    "${A",
    "{{ ",
    "{{A",
    "`",
    "` ``",
    "\\",
    "\\$",
    "$A",
    "!`",
    "\n```\n",
    "> ",
    "$12]",
    "$berth",
    "```!\n",
    "~~~\n",
    "1. ",
  ];

  test.each(floods)("for a flood of %j", (flood) => {
    const text = flood.repeat(Math.ceil(400_000 / flood.length));
    const time = processorTime(() => {
      for (const dialect of DIALECTS)
        for (const compat of ["exact", undefined] as const)
          renderSkill({
            body: text,
            arguments: "a b",
            dialect,
            compat,
            argumentNames: ["berth"],
            scope: createScope({ A: "1" }),
          });
      findCommands(text);
      findCommands(text, { compat: "exact" });
    });
    // A quadratic walk over 400,000 characters takes minutes.
    expect(time).toBeLessThan(10_000);
  });

  test.each(['"', "'", "\\", "\\'", `"'`, "a ", '"\\', `'"\\"`])("for arguments of %j", (flood) => {
    const text = flood.repeat(400_000 / flood.length);
    for (const rule of ["any", "quotes-and-blanks"] as const)
      expect(processorTime(() => splitWords(text, rule))).toBeLessThan(5000);
  });
});
