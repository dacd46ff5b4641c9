/** Comments in a skill that silence findings about it. */
import { describe, expect, test } from "vitest";
import { checkTree } from "../../src/api/check-tree.ts";
import type { UserConfig } from "../../src/config/user-config.ts";

const FILE = "skills/tide-tables/SKILL.md";

/** Findings of one skill as `rule line`, with `!` before those that are silenced. */
async function found(text: string, config: UserConfig = {}): Promise<string[]> {
  const { diagnostics } = await checkTree({ [FILE]: text }, config);
  return diagnostics.map(
    ({ rule, span, suppressed }) => `${suppressed === undefined ? "" : "!"}${rule} ${span?.start.line ?? 0}`,
  );
}

const head = (lines = ""): string =>
  `---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n${lines}---\n`;
const broken = "[gone](gone.md)";

describe("where a comment works", () => {
  test.each([
    [
      "on the next line",
      `${head()}<!-- skillc-disable-next-line ref-missing: made later -->\n${broken}\n`,
      ["!ref-missing 6"],
    ],
    [
      "on the next line only",
      `${head()}<!-- skillc-disable-next-line ref-missing: made later -->\n${broken}\n${broken}\n`,
      ["!ref-missing 6", "ref-missing 7"],
    ],
    ["on its own line", `${head()}${broken} <!-- skillc-disable-line SKC401: made later -->\n`, ["!ref-missing 5"]],
    [
      "from a line to another",
      `${head()}<!-- skillc-disable SKC401: later -->\n${broken}\n<!-- skillc-enable SKC401 -->\n${broken}\n`,
      ["!ref-missing 6", "ref-missing 8"],
    ],
    [
      "from a line to the end",
      `${head()}${broken}\n<!-- skillc-disable SKC401: later -->\n${broken}\n`,
      ["ref-missing 5", "!ref-missing 7"],
    ],
    [
      "until everything is enabled again",
      `${head()}<!-- skillc-disable SKC401: later -->\n${broken}\n<!-- skillc-enable -->\n${broken}\n`,
      ["!ref-missing 6", "ref-missing 8"],
    ],
    [
      "in the whole file",
      `${head()}${broken}\n<!-- skillc-disable-file SKC401: later -->\n${broken}\n`,
      ["!ref-missing 5", "!ref-missing 7"],
    ],
    [
      "in the frontmatter",
      `${head("license: 2.0 # skillc-disable-line license-not-string: a version\n")}Read.\n`,
      ["!license-not-string 4"],
    ],
    [
      "above a line of the frontmatter",
      `${head("# skillc-disable-next-line SKC259: a version\nlicense: 2.0\n")}Read.\n`,
      ["!license-not-string 5"],
    ],
    [
      "with a category",
      `${head("license: 2.0 # skillc-disable-line correctness: a version\n")}Read.\n`,
      ["!license-not-string 4"],
    ],
    ["with a pattern", `${head()}${broken} <!-- skillc-disable-line ref-*: later -->\n`, ["!ref-missing 5"]],
    [
      "with several rules",
      `${head()}${broken} <!-- skillc-disable-line ref-escapes, ref-missing: later -->\n`,
      ["!ref-missing 5"],
    ],
    [
      "in a file with CRLF",
      `${head()}<!-- skillc-disable-next-line SKC401: later -->\n${broken}\n`.replaceAll("\n", "\r\n"),
      ["!ref-missing 6"],
    ],
  ])("%s", async (_title, text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  test.each([
    ["in a code block", `${head()}\`\`\`\n<!-- skillc-disable-file SKC401: an example -->\n\`\`\`\n${broken}\n`],
    ["in a code span", `${head()}\`<!-- skillc-disable-file SKC401: an example -->\`\n${broken}\n`],
    ["of YAML in the body", `${head()}# skillc-disable-file SKC401: an example\n${broken}\n`],
    [
      "of Markdown in the frontmatter",
      `${head("license: MIT <!-- skillc-disable-file SKC401: no comment -->\n")}${broken}\n`,
    ],
    [
      "glued to a value of the frontmatter",
      `${head("license: MIT#skillc-disable-file SKC401: no comment\n")}${broken}\n`,
    ],
  ])("not %s", async (_title, text) => {
    expect((await found(text)).filter((each) => /^!?(?:ref|suppression)/.test(each))).toEqual([
      expect.stringMatching(/^ref-missing/),
    ]);
  });

  test("also on findings that many skills make together", async () => {
    const text = (name: string, comment = ""): string =>
      `---\nname: ${name}\ndescription: Reads tide tables of the harbour. Use when a landing of a boat is planned there.\n---\n${comment}Read.\n`;
    const run = async (comment: string): Promise<unknown[]> => {
      const { diagnostics } = await checkTree({
        "skills/tides/SKILL.md": text("tides"),
        "skills/tides-north/SKILL.md": text("tides-north", comment),
      });
      return diagnostics.map(({ rule, suppressed }) => [rule, suppressed?.by]);
    };
    const loud = await run("");
    expect(loud).toContainEqual(["name-prefix", undefined]);
    expect(await run("<!-- skillc-disable-file name-prefix: they belong together -->\n")).toContainEqual([
      "name-prefix",
      "comment",
    ]);
  });
});

describe("what a comment needs", () => {
  test("a reason", async () => {
    expect(await found(`${head()}${broken} <!-- skillc-disable-line SKC401 -->\n`)).toEqual([
      "ref-missing 5",
      "suppression-without-reason 5",
    ]);
    expect(await found(`${head()}${broken} <!-- skillc-disable-line SKC401: -->\n`)).toEqual([
      "ref-missing 5",
      "suppression-without-reason 5",
    ]);
  });

  test("a rule", async () => {
    expect(await found(`${head()}${broken} <!-- skillc-disable-line : later -->\n`)).toEqual([
      "ref-missing 5",
      "suppression-unknown-rule 5",
    ]);
  });

  test("rules that there are, of which the nearest is named; the others work", async () => {
    const { diagnostics } = await checkTree({
      [FILE]: `${head()}${broken} <!-- skillc-disable-line ref-mising, SKC401: later -->\n`,
    });
    const unknown = diagnostics.find(({ rule }) => rule === "suppression-unknown-rule");
    expect(unknown?.message).toBe('the suppression comment names an unknown rule "ref-mising"');
    expect(unknown?.help).toEqual(['did you mean "ref-missing"?']);
    expect(diagnostics.find(({ rule }) => rule === "ref-missing")?.suppressed).toEqual({
      by: "comment",
      reason: "later",
    });
  });

  test("something to silence", async () => {
    expect(await found(`${head()}Read. <!-- skillc-disable-line SKC401: later -->\n`)).toEqual([
      "suppression-unused 5",
    ]);
    expect(
      await found(
        `${head()}Read <!-- skillc-disable-line SKC401: a --> ${broken} <!-- skillc-disable-line SKC401: b -->\n`,
      ),
    ).toEqual(["!ref-missing 5", "suppression-unused 5"]);
  });

  test("something to silence under one of several profiles", async () => {
    const text = `${head("extra-field: 1 # skillc-disable-line unknown-field: of a client that we have\n")}Read.\n`;
    const { diagnostics } = await checkTree(
      { [FILE]: text },
      { profile: ["standard", "spec"], rules: { "unknown-field": "off" } },
    );
    expect(diagnostics.map(({ rule, profile }) => [rule, profile])).toEqual([["suppression-unused", "standard, spec"]]);
    const used = await checkTree(
      { [FILE]: `${head("model: opus # skillc-disable-line unknown-field: we have it\n")}Read.\n` },
      { profile: ["standard", "spec"] },
    );
    expect(used.diagnostics.map(({ rule, profile, suppressed }) => [rule, profile, suppressed?.by])).toEqual([
      ["unknown-field", "spec", "comment"],
    ]);
  });
});

describe("what no comment can do", () => {
  const tag = String.fromCodePoint(0xe0068, 0xe0069);

  test("silence an error of security", async () => {
    const text = `${head()}<!-- skillc-disable-file security, unicode-tag: nothing to see -->\nRead.${tag}\n`;
    const { diagnostics, exitCode } = await checkTree({ [FILE]: text });
    expect(exitCode).toBe(1);
    expect(diagnostics.map(({ rule, severity, suppressed }) => [rule, severity, suppressed])).toEqual([
      ["suppression-unused", "warning", undefined],
      ["unicode-tag", "error", undefined],
    ]);
    expect(diagnostics[0]?.message).toContain("cannot suppress an error");
    const outside = await checkTree({ [FILE]: text }, { rules: { "unicode-tag": "warning" } });
    expect(outside.exitCode).toBe(0);
    expect(outside.diagnostics.map(({ rule, suppressed }) => [rule, suppressed?.by])).toEqual([
      ["unicode-tag", "comment"],
    ]);
  });

  test("silence what leaves nothing to emit, also when the skill is left out for it", async () => {
    const text = "---\nname: tide-tables # skillc-disable-file description-missing: later\n---\nRead.\n";
    expect(await found(text)).toEqual(["description-missing 1", "suppression-unused 2"]);
    const skipped = await checkTree({ [FILE]: text }, { onInvalid: "skip", allowEmpty: true });
    expect(skipped.diagnostics.map(({ rule, severity, suppressed }) => [rule, severity, suppressed])).toEqual([
      ["skill-dropped", "warning", undefined],
      ["description-missing", "warning", undefined],
      ["suppression-unused", "warning", undefined],
    ]);
  });

  test("silence the findings about comments", async () => {
    const text = `${head()}<!-- skillc-disable-file suppression-unused: so there -->\n<!-- skillc-disable-next-line SKC401: later -->\nRead.\n`;
    expect(await found(text)).toEqual(["suppression-unused 5", "suppression-unused 6"]);
  });
});

test("the bytes that are emitted stay as they are", async () => {
  const { parseSkill } = await import("../../src/api/parse-skill.ts");
  const body = `<!-- skillc-disable-next-line ref-missing: made later -->\n${broken}\n`;
  expect(parseSkill(head() + body).body).toBe(body);
});
