import { describe, expect, it, test } from "vitest";
import { renderSkill, type RenderInput } from "../../../src/runtime/render/index.ts";

const text = (body: string, given?: string, rest: Partial<RenderInput> = {}): string =>
  renderSkill({ body, arguments: given, dialect: "claude", ...rest }).text;

test.each([
  ["no arguments, body unchanged", "\\$0 $0 $ARGUMENTS", undefined, "\\$0 $0 $ARGUMENTS"],
  ["an empty text is an argument text", "<$ARGUMENTS> $0", "", "<> $0"],
  ["from 0", "$0 $ARGUMENTS[1]", "a b", "a b"],
  ["quotes", "$0|$1", '"a b" c', "a b|c"],
  ["unbalanced quotes: white space", "$0|$1", `"a b`, `"a|b`],
  ["out of range stays", "$0 $5 $ARGUMENTS[9]", "a", "a $5 $ARGUMENTS[9]"],
  ["not before a word character", "$0x $1_", "a b", "$0x $1_\n\nARGUMENTS: a b"],
  ["in code too", "`$0`", "a", "`a`"],
  ["no boundary on the whole", "$ARGUMENTS_X", "a", "a_X"],
  ["braces are no argument tokens", "${0} ${ARGUMENTS}", "a", "${0} ${ARGUMENTS}\n\nARGUMENTS: a"],
  ["escapes", "\\$0 \\$ARGUMENTS \\$HOME $0", "a", "$0 $ARGUMENTS \\$HOME a"],
  ["an escaped escape", "\\\\$0", "a", "\\\\a"],
  ["appended when nothing was substituted", "$5", "a", "$5\n\nARGUMENTS: a"],
  ["appended although blank", "x", " ", "x\n\nARGUMENTS:  "],
  ["sealed", "$0 $ARGUMENTS", "$1 ${CLAUDE_SESSION_ID}", "$1 $1 ${CLAUDE_SESSION_ID}"],
])("%s", (_title, body, given, expected) => {
  expect(text(body, given, { sessionId: "s-1" })).toBe(expected);
});

describe("names", () => {
  const argumentNames = ["issue", "issue-kind", "12", "x".repeat(65), "last"];

  test.each([
    ["$issue $issue-kind $last", "7 bug now", "7 bug now"],
    ["$issues $issue[0]", "7", "$issues $issue[0]\n\nARGUMENTS: 7"],
    ["<$last>", "7", "<>"],
    ["\\$issue \\$issues", "7", "$issue $issues\n\nARGUMENTS: 7"],
  ])("%j with %j", (body, given, expected) => {
    expect(text(body, given, { argumentNames })).toBe(expected);
  });

  it("takes 64 of them", () => {
    const many = Array.from({ length: 70 }, (_, index) => `n${index}`);
    const words = many.map((_, index) => `w${index}`).join(" ");
    expect(text("$n63 $n64", words, { argumentNames: many })).toBe("w63 $n64");
  });
});

it("inserts directories and session after the arguments, in braces only", () => {
  const values = {
    skillDir: "skills/pdf",
    sessionId: "s-1",
    effort: "high",
    projectDir: "/work",
    pluginRoot: "/plugin",
  };
  const body = "${CLAUDE_SKILL_DIR} ${CLAUDE_SESSION_ID} ${CLAUDE_EFFORT} ${CLAUDE_PROJECT_DIR} ${CLAUDE_PLUGIN_ROOT}";
  expect(text(body, undefined, values)).toBe("skills/pdf s-1 high /work /plugin");
  expect(text("$CLAUDE_SKILL_DIR ${SKILL_DIR}", undefined, values)).toBe("$CLAUDE_SKILL_DIR ${SKILL_DIR}");
  expect(text(body)).toBe(body);
});
