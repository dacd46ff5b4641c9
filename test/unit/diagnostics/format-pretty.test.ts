import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { formatPretty } from "../../../src/diagnostics/format-pretty.ts";
import type { FormatInput } from "../../../src/diagnostics/format-index.ts";
import type { Diagnostic, DiagnosticLabel } from "../../../src/model/diagnostic.ts";
import { createSourceText, lineAt, locate } from "../../../src/model/source.ts";

const FILE = "skills/pdf-helper/SKILL.md";

/** The place of a text in a file; `length` overrides how much is marked, and may reach over the end of the line. */
function placed(text: string, marked: string, { file = FILE, length = marked.length, after = 0 } = {}) {
  const source = createSourceText(file, text);
  const start = text.indexOf(marked, after);
  expect(start, `${marked} is in the text`).toBeGreaterThanOrEqual(0);
  const span = locate(source, { start, end: start + length });
  return { file, span, lineText: lineAt(source, span.start.line) };
}

function label(text: string, place: Omit<DiagnosticLabel, "text">): DiagnosticLabel {
  return { ...place, text };
}

const missing: Diagnostic = {
  code: "SKC401",
  rule: "ref-missing",
  severity: "error",
  category: "correctness",
  message: 'the file "references/forms.md" does not exist',
  file: FILE,
  args: { target: "references/forms.md" },
  origin: { source: "skillc", level: "PRACTICE" },
};

function pretty(diagnostics: readonly Diagnostic[], options: Partial<FormatInput> = {}): string {
  const summary = { skills: 0, errors: 0, warnings: 0, infos: 0 };
  return formatPretty({ diagnostics, summary, color: false, width: 80, ...options });
}

/** Only the frame: what stands between the arrow and the last line. */
function frame(found: Partial<Diagnostic>, options?: Partial<FormatInput>): string {
  const lines = pretty([{ ...missing, ...found }], options).split("\n");
  return lines
    .slice(
      2,
      lines.findIndex((line) => line.startsWith("   = docs")),
    )
    .join("\n");
}

const body = `${"\n".repeat(17)}See [the form guide](references/forms.md) for details.\n`;

describe("a finding", () => {
  test("has a heading, a place, a frame, what follows from it, the ways out, and where to read more", () => {
    const place = placed(body, "references/forms.md");
    const found: Diagnostic = {
      ...missing,
      ...place,
      labels: [label("not found on a case-sensitive system", place)],
      consequence: "the build bundles only files that exist; the run-time read would fail",
      help: ['did you mean "references/FORMS.md"?', "or remove the link"],
    };
    expect(pretty([found], { summary: { skills: 118, errors: 2, warnings: 3, infos: 0 } })).toBe(
      `error[SKC401] ref-missing: the file "references/forms.md" does not exist
  --> skills/pdf-helper/SKILL.md:18:22
   |
18 | See [the form guide](references/forms.md) for details.
   |                      ^^^^^^^^^^^^^^^^^^^ not found on a case-sensitive system
   = note: the build bundles only files that exist; the run-time read would fail
   = help: did you mean "references/FORMS.md"?
   = help: or remove the link
   = docs: skillc explain SKC401

2 errors, 3 warnings in 118 skills
`,
    );
  });

  test("without a span has no frame, and without a file no place", () => {
    expect(pretty([missing])).toBe(
      `error[SKC401] ref-missing: the file "references/forms.md" does not exist
  --> skills/pdf-helper/SKILL.md
   = docs: skillc explain SKC401
`,
    );
    expect(pretty([{ ...missing, file: "", code: "SKC001", rule: "no-skills", message: "there are no skills" }])).toBe(
      `error[SKC001] no-skills: there are no skills
   = docs: skillc explain SKC001
`,
    );
  });

  test("gives its frame as much gutter as its longest line number needs", () => {
    const place = placed(`${"\n".repeat(1233)}Read references/forms.md`, "references/forms.md");
    expect(pretty([{ ...missing, ...place }])).toBe(
      `error[SKC401] ref-missing: the file "references/forms.md" does not exist
    --> skills/pdf-helper/SKILL.md:1234:6
     |
1234 | Read references/forms.md
     |      ^^^^^^^^^^^^^^^^^^^
     = docs: skillc explain SKC401
`,
    );
  });
});

describe("labels", () => {
  const frontmatter = "---\nname: pdf\nlicense: MIT\nversion: 2\nname: pdf-helper\n---\n";

  test("on other lines of the file stand in the order of the lines", () => {
    const first = label("first given here", placed(frontmatter, "name: pdf"));
    const again = placed(frontmatter, "name: pdf-helper");
    expect(frame({ ...again, labels: [first, label("given again here", again)] })).toBe(
      `   |
 2 | name: pdf
   | --------- first given here
...
 5 | name: pdf-helper
   | ^^^^^^^^^^^^^^^^ given again here`,
    );
  });

  test("on neighbouring lines have no gap between them", () => {
    const license = label("starts here", placed(frontmatter, "license"));
    expect(frame({ ...placed(frontmatter, "version"), labels: [license] })).toBe(
      `   |
 3 | license: MIT
   | ------- starts here
 4 | version: 2
   | ^^^^^^^`,
    );
  });

  test("on the same line hang below it, the last one beside its mark", () => {
    const line = "allowed-tools: [Read, Bash(git add:*, Wriet]";
    const labels = [
      label("opened here", placed(line, "(")),
      label("the list", placed(line, "allowed-tools")),
      label("did you mean Write?", placed(line, "Wriet")),
    ];
    expect(frame({ ...placed(line, "Bash"), labels })).toBe(
      `   |
 1 | allowed-tools: [Read, Bash(git add:*, Wriet]
   | -------------         ^^^^-           ----- did you mean Write?
   | |                         |
   | |                         opened here
   | the list`,
    );
  });

  test("around the finding hang below, too", () => {
    const line = "description: Use when: a form is filled in";
    const whole = label("this value", placed(line, "Use when: a form is filled in"));
    const colon = placed(line, ": a");
    expect(frame({ ...colon, labels: [whole, label("needs quotes", { ...colon })] })).toBe(
      `   |
 1 | description: Use when: a form is filled in
   |              --------^^^------------------
   |              |       |
   |              |       needs quotes
   |              this value`,
    );
  });

  test("in another file get a section of their own", () => {
    const place = placed("---\nname: pdf\n---\n", "pdf", { file: "vendor/pdf/SKILL.md" });
    const other = placed("---\n# house copy\nname: pdf\n---\n", "pdf", { file: "skills/pdf/SKILL.md" });
    const found: Diagnostic = {
      ...missing,
      ...place,
      code: "SKC601",
      rule: "duplicate-name",
      message: 'two skills are called "pdf"',
      labels: [label("the first one", other)],
      consequence: "only one of them could be loaded by that name",
    };
    expect(pretty([found])).toBe(
      `error[SKC601] duplicate-name: two skills are called "pdf"
  --> vendor/pdf/SKILL.md:2:7
   |
 2 | name: pdf
   |       ^^^
   |
  ::: skills/pdf/SKILL.md:3:7
   |
 3 | name: pdf
   |       --- the first one
   = note: only one of them could be loaded by that name
   = docs: skillc explain SKC601
`,
    );
  });
});

describe("marks", () => {
  test("a span without width is one caret", () => {
    expect(frame(placed("name: pdf", "pdf", { length: 0 }))).toBe(
      `   |
 1 | name: pdf
   |       ^`,
    );
  });

  test("a span at the end of a line is one caret after it", () => {
    expect(frame(placed("name:\ndescription: Fills in forms", "\n", { length: 0 }))).toBe(
      `   |
 1 | name:
   |      ^`,
    );
    expect(frame(placed("---\n\nname: pdf\n", "\nname", { length: 0 }))).toBe(
      `   |
 2 |
   | ^`,
    );
  });

  test("a span over several lines is marked to the end of its first line", () => {
    const fence = "```sh\nnpx skillc build\n";
    expect(frame(placed(fence, "sh", { length: fence.length - 3 }))).toBe(
      `   |
 1 | \`\`\`sh
   |    ^^`,
    );
  });

  test("tabs reach to the next fourth column", () => {
    expect(frame(placed("\tname:\tpdf\tx", "pdf"))).toBe(
      `   |
 1 |     name:   pdf x
   |             ^^^`,
    );
    expect(frame(placed("\tname: pdf", "\t"))).toBe(
      `   |
 1 |     name: pdf
   | ^^^^`,
    );
  });

  test("wide characters take two columns, combining marks none", () => {
    expect(frame(placed("说明: 填写表单 forms.md", "forms.md"))).toBe(
      `   |
 1 | 说明: 填写表单 forms.md
   |                ^^^^^^^^`,
    );
    expect(frame(placed("说明: 填写表单 forms.md", "填写"))).toBe(
      `   |
 1 | 说明: 填写表单 forms.md
   |       ^^^^`,
    );
    expect(frame(placed("cafe\u0301 한국 👩‍💻 ⚠️ 🇨🇭 menu.md", "menu.md"))).toBe(
      `   |
 1 | cafe\u0301 한국 👩‍💻 ⚠️ 🇨🇭 menu.md
   |                    ^^^^^^^`,
    );
    expect(frame(placed("cafe\u0301.md", "\u0301"))).toBe(
      `   |
 1 | cafe\u0301.md
   |    ^`,
    );
  });
});

describe("long lines", () => {
  const sentence = "Fill in the form as the guide says, then sign it. ";

  test("are cut around the span", () => {
    const line = `${sentence.repeat(3)}See references/forms.md here. ${sentence.repeat(3)}`;
    const text = frame(placed(line, "references/forms.md"), { width: 60 });
    expect(text).toBe(
      `   |
 1 | …hen sign it. See references/forms.md here. Fill in th…
   |                   ^^^^^^^^^^^^^^^^^^^`,
    );
    expect(Math.max(...text.split("\n").map((row) => row.length))).toBeLessThanOrEqual(60);
  });

  test("are cut at one end only where the span is near the other", () => {
    expect(frame(placed(sentence.repeat(3), "Fill"), { width: 40 })).toBe(
      `   |
 1 | Fill in the form as the guide says…
   | ^^^^`,
    );
    const line = `${sentence.repeat(3)}See forms.md`;
    expect(frame(placed(line, "forms.md"), { width: 40 })).toBe(
      `   |
 1 | …e says, then sign it. See forms.md
   |                            ^^^^^^^^`,
    );
    expect(frame(placed(`${line}\n`, "\n", { length: 0 }), { width: 40 })).toBe(
      `   |
 1 | … says, then sign it. See forms.md
   |                                   ^`,
    );
  });

  test("show the beginning of a span that is longer than the line, and the key before it", () => {
    const line = `description: ${sentence.repeat(30)}`;
    expect(frame(placed(line, "Fill", { length: line.length - 13 }), { width: 60 })).toBe(
      `   |
 1 | description: Fill in the form as the guide says, then …
   |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`,
    );
    const later = `${sentence}${line}`;
    expect(frame(placed(later, "Fill", { after: 60, length: later.length - 63 }), { width: 60 })).toBe(
      `TODO`,
    );
  });

  test("show every mark if that is possible, else let the others point at the cut", () => {
    const line = `${sentence.repeat(3)}one.md or two.md ${sentence.repeat(3)}three.md`;
    const labels = [label("near", placed(line, "two.md")), label("far", placed(line, "three.md"))];
    expect(frame({ ...placed(line, "one.md"), labels: labels.slice(0, 1) }, { width: 50 })).toBe(
      `   |
 1 | …hen sign it. one.md or two.md Fill in the f…
   |               ^^^^^^    ------ near`,
    );
    expect(frame({ ...placed(line, "one.md"), labels }, { width: 50 })).toBe(
      `   |
 1 | …ys, then sign it. one.md or two.md Fill in …
   |                    ^^^^^^    ------         - far
   |                              |
   |                              near`,
    );
  });

  test("of a million characters, wide ones too, cost next to nothing", () => {
    const line = `${"表".repeat(500_000)}forms.md${"表".repeat(500_000)}`;
    const started = performance.now();
    expect(frame(placed(line, "forms.md"), { width: 30 })).toBe(
      `   |
 1 | …表表表forms.md表表表表…
   |        ^^^^^^^^`,
    );
    expect(performance.now() - started).toBeLessThan(500);
  });

  test("are cut to twenty columns at the narrowest", () => {
    expect(frame(placed(sentence, "guide"), { width: 0 })).toBe(
      `   |
 1 | …s the guide says, …
   |        ^^^^^`,
    );
  });
});

describe("a skill cannot forge the report", () => {
  test("what cannot be seen is spelled out in the frame and marked as a whole", () => {
    expect(frame(placed("run invoice\u202Efdp.exe now", "\u202E"))).toBe(
      `   |
 1 | run invoice<U+202E>fdp.exe now
   |            ^^^^^^^^`,
    );
    expect(frame(placed("Hi\u{E0041}\u{E0042}!\u0000\u001B[2J\u200Bend", "end"))).toBe(
      `   |
 1 | Hi<U+E0041><U+E0042>!<U+0000><U+001B>[2J<U+200B>end
   |                                                 ^^^`,
    );
  });

  test("a joiner is only honest inside of an emoji", () => {
    expect(frame(placed("👩‍💻 but pass\u200Dword", "word"))).toBe(
      `   |
 1 | 👩‍💻 but pass<U+200D>word
   |                    ^^^^`,
    );
  });

  test("line breaks and escapes in names and messages are spelled out", () => {
    const found: Diagnostic = {
      ...missing,
      file: "skills/a\nb/SKILL.md",
      message: 'the name "x\n\u001B[32m0 errors\u2066" is odd',
      consequence: "a\rb",
      help: ["c\td"],
    };
    expect(pretty([found])).toBe(
      `error[SKC401] ref-missing: the name "x<U+000A><U+001B>[32m0 errors<U+2066>" is odd
  --> skills/a<U+000A>b/SKILL.md
   = note: a<U+000D>b
   = help: c<U+0009>d
   = docs: skillc explain SKC401
`,
    );
  });
});

describe("many findings", () => {
  const info: Diagnostic = { ...missing, code: "SKC512", rule: "long-line", severity: "info", message: "long line" };
  const numbered = (file: string, count: number): Diagnostic[] =>
    Array.from({ length: count }, (_, index) => ({ ...info, file, message: `long line ${index + 1}` }));
  const headings = (text: string): string[] => text.split("\n").filter((line) => /^(info|error|…)/u.test(line));

  test("of one rule in one file are counted after the fifth", () => {
    const diagnostics = [...numbered("skills/a/SKILL.md", 17), missing, ...numbered("skills/b/SKILL.md", 5)];
    expect(headings(pretty(diagnostics))).toEqual([
      "info[SKC512] long-line: long line 1",
      "info[SKC512] long-line: long line 2",
      "info[SKC512] long-line: long line 3",
      "info[SKC512] long-line: long line 4",
      "info[SKC512] long-line: long line 5",
      "…and 12 more of SKC512 in this file (--all shows them)",
      'error[SKC401] ref-missing: the file "references/forms.md" does not exist',
      "info[SKC512] long-line: long line 1",
      "info[SKC512] long-line: long line 2",
      "info[SKC512] long-line: long line 3",
      "info[SKC512] long-line: long line 4",
      "info[SKC512] long-line: long line 5",
    ]);
  });

  test("are all shown when asked for", () => {
    expect(headings(pretty(numbered("skills/a/SKILL.md", 17), { all: true }))).toHaveLength(17);
  });

  test("stand apart from each other by an empty line", () => {
    const summary = { skills: 1, errors: 1, warnings: 0, infos: 1 };
    expect(pretty([missing, info], { summary })).toBe(
      `error[SKC401] ref-missing: the file "references/forms.md" does not exist
  --> skills/pdf-helper/SKILL.md
   = docs: skillc explain SKC401

info[SKC512] long-line: long line
  --> skills/pdf-helper/SKILL.md
   = docs: skillc explain SKC512

1 error, 1 info in 1 skill
`,
    );
  });

  test("are not needed: no findings, no output", () => {
    expect(pretty([], { summary: { skills: 118, errors: 0, warnings: 0, infos: 0 } })).toBe("");
  });
});

test("colours are painted only when asked for, and change nothing else", () => {
  const line = "See forms.md";
  const found = { ...missing, ...placed(line, "forms.md"), labels: [label("from here", placed(line, "See"))] };
  const summary = { skills: 1, errors: 1, warnings: 0, infos: 0 };
  const painted = pretty([found], { color: true, summary });
  expect(painted).toContain("\u001B[1;31merror[SKC401]\u001B[0m");
  expect(painted).toContain("\u001B[1;34m---\u001B[0m \u001B[1;31m^^^^^^^^\u001B[0m\n");
  expect(stripVTControlCharacters(painted)).toBe(pretty([found], { summary }));
});
