/** SkillKit, instructor-php and Carnet: what is mended, and what `compat: "exact"` brings back. */
import { describe, expect, it, test } from "vitest";
import {
  injectVariables,
  mergeVariables,
  renderSkill,
  createScope,
  type RenderInput,
} from "../../../src/runtime/render/index.ts";

type Row = readonly [title: string, body: string, given: string | undefined, mended: string, exact: string];

function check(dialect: "skillkit" | "cognesy", rows: readonly Row[], rest: Partial<RenderInput> = {}): void {
  test.each(rows)("%s", (_title, body, given, mended, exact) => {
    const input = { body, arguments: given, dialect, ...rest };
    expect(renderSkill(input).text).toBe(mended);
    expect(renderSkill({ ...input, compat: "exact" }).text).toBe(exact);
  });
}

describe("SkillKit", () => {
  check(
    "skillkit",
    [
      ["words of one space", "$0|$1|$2", "a  b\tc", "a||b\tc", "a||b\tc"],
      ["unknown index is empty", "<$7$ARGUMENTS[8]>", "a", "<>", "<>"],
      ["inside words", "cost$0 $1st", "a b", "costa bst", "costa bst"],
      ["in code", "`$0`", "a", "`a`", "`a`"],
      ["no escape", "\\$0", "a", "\\a", "\\a"],
      ["before a bracket", "x $12] $0]", "a b", "x $12] $0]\n\nARGUMENTS: a b", "x b2] $0]"],
      ["values are scanned again", "$ARGUMENTS[0]", "$1 two", "$1", "two"],
      ["scope in arguments", "hi $ARGUMENTS", "$USERNAME", "hi $USERNAME", "hi ada"],
      ["directory in arguments", "$ARGUMENTS", "$SKILL_DIR", "$SKILL_DIR", "skills/pdf"],
      [
        "eaten names",
        "$SKILL_DIRECTORY $SESSION_IDS",
        undefined,
        "$SKILL_DIRECTORY $SESSION_IDS",
        "skills/pdfECTORY s-1S",
      ],
      [
        "eaten braces",
        "${USERNAME $USERNAME} ${SKILL_DIR",
        undefined,
        "${USERNAME ada} ${SKILL_DIR",
        "ada ada ${SKILL_DIR",
      ],
      ["eaten letters", "$Username", undefined, "$Username", "uusername"],
      ["no right boundary", "$ARGUMENTS_X", "a", "$ARGUMENTS_X\n\nARGUMENTS: a", "a_X"],
      ["a scope name after the arguments", "$ARGUMENTS_X", undefined, "$ARGUMENTS_X", "_X"],
    ],
    { skillDir: "skills/pdf", sessionId: "s-1", scope: createScope({ USERNAME: "ada", U: "uu" }) },
  );

  it("has an empty session, and a directory only where there is one", () => {
    const body = "$SESSION_ID|${SKILL_DIR}";
    expect(renderSkill({ body, dialect: "skillkit" }).text).toBe("|${SKILL_DIR}");
    expect(renderSkill({ body, dialect: "skillkit", skillDir: "", compat: "exact" }).text).toBe("|${SKILL_DIR}");
  });

  it("reports where in the body a token of any pass stood", () => {
    const body = "$ARGUMENTS[0] $ARGUMENTS ${SKILL_DIR} $0 $USERNAME";
    const input = { body, arguments: "$USERNAME b", dialect: "skillkit", compat: "exact", skillDir: "d" } as const;
    const { text, substitutions } = renderSkill({ ...input, scope: createScope({ USERNAME: "ada" }) });
    expect(text).toBe("ada ada b d ada ada");
    expect(substitutions).toEqual([
      { token: "$ARGUMENTS[0]", value: "$USERNAME", offset: 0 },
      { token: "$USERNAME", value: "ada", offset: 0 },
      { token: "$ARGUMENTS", value: "$USERNAME b", offset: 14 },
      { token: "$USERNAME", value: "ada", offset: 14 },
      { token: "${SKILL_DIR}", value: "d", offset: 25 },
      { token: "$0", value: "$USERNAME", offset: 38 },
      { token: "$USERNAME", value: "ada", offset: 38 },
      { token: "$USERNAME", value: "ada", offset: 41 },
    ]);
  });
});

describe("instructor-php", () => {
  check("cognesy", [
    ["no arguments at all", "$0 $ARGUMENTS", undefined, "$0 $ARGUMENTS", "$0 $ARGUMENTS"],
    ["single digits", "$10 $1", "a b", "$10 b", "$10 b"],
    ["not inside words", "cost$1 _$0", "a b", "cost$1 _$0\n\nARGUMENTS: a b", "cost$1 _$0\n\nARGUMENTS: a b"],
    ["next to each other", "$0$1", "a b", "ab", "a$1"],
    ["behind the long form", "$ARGUMENTS[0]$1", "a b", "ab", "a$1"],
    ["behind the long form, told by its value", "$ARGUMENTS[0]$1", "a! b", "a!b", "a!b"],
    [
      "values are scanned again",
      "$ARGUMENTS[0] $ARGUMENTS[1]",
      "$1 $ARGUMENTS",
      "$1 $ARGUMENTS",
      "$1 $ARGUMENTS $1 $ARGUMENTS",
    ],
    ["no right boundary", "$ARGUMENTSX", "a", "$ARGUMENTSX\n\nARGUMENTS: a", "aX"],
    ["blank for PHP", "x", " \0\v", "x", "x"],
    ["not blank for PHP", "x", "\f", "x\n\nARGUMENTS: \f", "x\n\nARGUMENTS: \f"],
    ["not a blank for PHP", "$0", "a\u00a0b", "a\u00a0b", "a\u00a0b"],
    ["an index beyond numbers", "<$ARGUMENTS[99999999999999999999]>", "a", "<>", "<>"],
    ["names are none", "$SKILL_DIR", undefined, "$SKILL_DIR", "$SKILL_DIR"],
  ]);
});

describe("Carnet", () => {
  const variables = mergeVariables({
    env: { CARNET_PORT: "1", PUBLIC_CITY: "Oslo", PATH: "/bin", PUBLIC_EMPTY: "", PUBLIC_UNSET: undefined },
    constructed: { CARNET_PORT: "2", GUEST: "{{ PUBLIC_CITY }}" },
    call: { CARNET_PORT: "3" },
  });

  test.each([
    ["{{ CARNET_PORT }}{{PUBLIC_CITY}}", "3Oslo"],
    [
      "{{ PATH }} {{ PUBLIC_UNSET }} {{ guest }} {{ GUEST-2 }}",
      "{{ PATH }} {{ PUBLIC_UNSET }} {{ guest }} {{ GUEST-2 }}",
    ],
    ["{{{PUBLIC_CITY}}} {{\n\tPUBLIC_CITY\n}}<{{PUBLIC_EMPTY}}>", "{Oslo} Oslo<>"],
    ["{{ GUEST }}", "{{ PUBLIC_CITY }}"],
    ["{{ PUBLIC_CITY } }", "{{ PUBLIC_CITY } }"],
  ])("%j", (body, expected) => {
    expect(injectVariables(body, variables)).toBe(expected);
    expect(renderSkill({ body, dialect: "carnet", variables, arguments: "x" })).toMatchObject({
      text: expected,
      appended: false,
    });
  });

  it("takes other prefixes, and no inherited names", () => {
    expect([...mergeVariables({ env: { APP_A: "1", PUBLIC_B: "2" }, envPrefixes: ["APP_"] })]).toEqual([
      ["APP_A", "1"],
    ]);
    expect(injectVariables("{{ __PROTO__ }}", mergeVariables({ call: Object.create({ __PROTO__: "x" }) as {} }))).toBe(
      "{{ __PROTO__ }}",
    );
  });
});
