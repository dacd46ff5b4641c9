import { describe, expect, it, test } from "vitest";
import { renderSkill, createScope, type RenderInput } from "../../../src/runtime/render/index.ts";

const text = (body: string, given?: string, rest: Partial<RenderInput> = {}): string =>
  renderSkill({ body, arguments: given, ...rest }).text;

describe("arguments", () => {
  test.each([
    ["whole", "Dock $ARGUMENTS now", "the ferry", "Dock the ferry now"],
    ["whole in braces", "Dock ${ARGUMENTS}s", "ferry", "Dock ferrys"],
    ["by index", "$ARGUMENTS[1] then $ARGUMENTS[0]", "one two", "two then one"],
    ["by number, from 0", "$0 to ${1}", "Oslo Bergen", "Oslo to Bergen"],
    ["numbers are read whole", "$10 $1", "a b", "$10 b"],
    ["words in quotes", "$0 / $1", '"night watch" harbour', "night watch / harbour"],
    ["an unknown index stays", "$0 $1 $ARGUMENTS[7] ${9}", "a", "a $1 $ARGUMENTS[7] ${9}"],
    ["a number that goes on as a word is none", "$1st $0x", "a b", "$1st $0x\n\nARGUMENTS: a b"],
    [
      "a name that goes on is another name",
      "$ARGUMENTS_LIST $ARGUMENTSX",
      "a",
      "$ARGUMENTS_LIST $ARGUMENTSX\n\nARGUMENTS: a",
    ],
    ["next to each other", "$0$1${0}", "a b", "aba"],
    ["behind a dollar", "$$0", "a", "$a"],
    ["broken braces stay", "${0 $1} ${ARGUMENTS", "a b", "${0 b} ${ARGUMENTS"],
  ])("%s", (_title, body, given, expected) => {
    expect(text(body, given)).toBe(expected);
  });

  it("inserts values once and never reads them", () => {
    const scope = createScope({ TOKEN: "secret" });
    expect(text("Say $0, $ARGUMENTS", "$1 $TOKEN ${SKILL_DIR} \\$0", { scope, skillDir: "skills/x" })).toBe(
      "Say $1, $1 $TOKEN ${SKILL_DIR} \\$0",
    );
  });

  it("leaves every argument token alone when there is no argument text at all", () => {
    expect(text("Dock $ARGUMENTS, $0, $berth", undefined, { argumentNames: ["berth"] })).toBe(
      "Dock $ARGUMENTS, $0, $berth",
    );
    expect(text("Dock $ARGUMENTS.$0", "")).toBe("Dock .$0");
  });
});

describe("code", () => {
  it("spares numbers, not names", () => {
    const body = "Sum $0:\n\n```sh\nawk '{ print $1 }' ${0} $ARGUMENTS $file\n```\nand `$0`.";
    expect(text(body, "a.csv b", { argumentNames: ["file"] })).toBe(
      "Sum a.csv:\n\n```sh\nawk '{ print $1 }' ${0} a.csv b a.csv\n```\nand `$0`.",
    );
  });

  it("does not count a number in code as a place for arguments", () => {
    expect(text("`$0`", "a")).toBe("`$0`\n\nARGUMENTS: a");
  });
});

describe("named arguments", () => {
  const argumentNames = ["berth", "berth-number", "2", "SESSION_ID"];

  test.each([
    ["$berth/${berth}", "7 8", "7/7"],
    ["longest first: $berth-number", "7 8", "longest first: 8"],
    ["$berths $berth[0]", "7", "$berths $berth[0]\n\nARGUMENTS: 7"],
    ["missing: <${berth-number}>", "7", "missing: <>"],
    ["a name beats a builtin: $SESSION_ID", "7 8 s", "a name beats a builtin: s"],
    ["numbers are no names: $2", "7 8 s", "numbers are no names: s"],
  ])("%j with %j", (body, given, expected) => {
    expect(text(body, given, { argumentNames, sessionId: "session" })).toBe(expected);
  });
});

describe("names", () => {
  const given = {
    skillDir: "skills/pdf",
    sessionId: "s-1",
    effort: "high",
    projectDir: "/work",
    pluginRoot: "/plugin",
  };

  it("knows both spellings, with and without braces", () => {
    expect(text("$SKILL_DIR/a ${SKILL_DIR} $CLAUDE_SKILL_DIR ${CLAUDE_SKILL_DIR}", undefined, given)).toBe(
      "skills/pdf/a skills/pdf skills/pdf skills/pdf",
    );
    expect(
      text(
        "$SESSION_ID ${CLAUDE_SESSION_ID} ${CLAUDE_EFFORT} $CLAUDE_PROJECT_DIR $CLAUDE_PLUGIN_ROOT",
        undefined,
        given,
      ),
    ).toBe("s-1 s-1 high /work /plugin");
  });

  it("does not eat the beginning of other names", () => {
    expect(text("$SKILL_DIRECTORY $SESSION_IDS ${SKILL_DIR", undefined, given)).toBe(
      "$SKILL_DIRECTORY $SESSION_IDS ${SKILL_DIR",
    );
  });

  it("leaves what is not given, such as the directory of an inline skill", () => {
    expect(text("$SKILL_DIR $SESSION_ID", undefined, { skillDir: "" })).toBe("$SKILL_DIR $SESSION_ID");
  });

  it("does not keep arguments from being appended", () => {
    expect(text("Log $SESSION_ID", "x", given)).toBe("Log s-1\n\nARGUMENTS: x");
  });
});

describe("scopes", () => {
  const scope = createScope({ USERNAME: "ada", A: "1" });

  test.each([
    ["$USERNAME ${USERNAME}", "ada ada"],
    ["$USERNAMES $username $Username $_A", "$USERNAMES $username $Username $_A"],
    ["$USERNAME$A", "ada1"],
    ["${USERNAME $A}", "${USERNAME 1}"],
    ["$UNKNOWN $constructor $TOSTRING", "$UNKNOWN $constructor $TOSTRING"],
  ])("%j", (body, expected) => {
    expect(text(body, undefined, { scope })).toBe(expected);
  });

  it("gets the caller that it resolves for", () => {
    const asked: unknown[] = [];
    const resolve = (name: string, context: unknown): undefined => void asked.push([name, context]);
    text("$USERNAME $SKILL_DIR", undefined, { scope: { resolve }, scopeContext: { skill: "pdf", agent: "clerk" } });
    expect(asked).toEqual([
      ["USERNAME", { skill: "pdf", agent: "clerk" }],
      ["SKILL_DIR", { skill: "pdf", agent: "clerk" }],
    ]);
  });
});

describe("escapes", () => {
  const scope = createScope({ USERNAME: "ada" });

  test.each([
    ["\\$0 and $0", "$0 and a"],
    ["\\$ARGUMENTS \\${ARGUMENTS} \\$ARGUMENTS[0]", "$ARGUMENTS ${ARGUMENTS} $ARGUMENTS[0]\n\nARGUMENTS: a"],
    ["\\\\$0", "\\\\a"],
    ["\\$9", "$9\n\nARGUMENTS: a"],
    ["\\$USERNAME \\$HOME \\$SKILL_DIR", "$USERNAME \\$HOME $SKILL_DIR\n\nARGUMENTS: a"],
    ["`\\$1` \\$(make)", "`\\$1` \\$(make)\n\nARGUMENTS: a"],
  ])("%j", (body, expected) => {
    expect(text(body, "a", { scope })).toBe(expected);
  });
});

describe("appending", () => {
  test.each([
    ["Dock.", "the ferry", "Dock.\n\nARGUMENTS: the ferry"],
    ["Dock.", " \n ", "Dock."],
    ["Dock.", "", "Dock."],
    ["Dock.", undefined, "Dock."],
    ["Dock at $5.", "the ferry", "Dock at $5."],
  ])("%j with %j", (body, given, expected) => {
    const rendered = renderSkill({ body, arguments: given });
    expect(rendered).toMatchObject({ text: expected, appended: expected.includes("ARGUMENTS:") });
  });
});

it("reports every token, in order, with what became of it", () => {
  const body = "Dock $0 for $7 in ${SKILL_DIR}, \\$1, $SESSION_ID.";
  expect(renderSkill({ body, arguments: "ferry", sessionId: "s-1" }).substitutions).toEqual([
    { token: "$0", value: "ferry", offset: 5 },
    { token: "$7", offset: 12 },
    { token: "${SKILL_DIR}", offset: 18 },
    { token: "$SESSION_ID", value: "s-1", offset: 37 },
  ]);
});

it("trims the body, not what is inserted, and keeps offsets", () => {
  const body = "\n\n$ARGUMENTS, `$0`\n";
  expect(renderSkill({ body, arguments: " a ", trim: true })).toEqual({
    text: " a , `$0`",
    substitutions: [{ token: "$ARGUMENTS", value: " a ", offset: 2 }],
    appended: false,
  });
});

it("stops substituting where a text would become huge", () => {
  const rendered = renderSkill({ body: "$ARGUMENTS ".repeat(100), arguments: "x".repeat(100_000) });
  expect(rendered.text.length).toBeLessThanOrEqual(4_000_000);
  expect(rendered.text.endsWith("$ARGUMENTS ")).toBe(true);
  expect(rendered.substitutions.filter(({ value }) => value === undefined)).toHaveLength(61);
});

test("dialect none and a skill without a body", () => {
  expect(renderSkill({ body: "$ARGUMENTS", arguments: "x", dialect: "none" }).text).toBe("$ARGUMENTS");
  expect(renderSkill({ body: null, arguments: "x" })).toEqual({ text: "", substitutions: [], appended: false });
});
