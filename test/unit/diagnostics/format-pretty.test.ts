import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { formatPretty } from "../../../src/formats/pretty.ts";
import type { FormatInput } from "../../../src/formats/index.ts";
import type { Diagnostic } from "../../../src/model/diagnostic.ts";
import { label, missing, placed } from "../../support/placed-findings.ts";

function pretty(diagnostics: readonly Diagnostic[], options: Partial<FormatInput> = {}): string {
  const summary = { skills: 0, errors: 0, warnings: 0, infos: 0 };
  return formatPretty({ diagnostics, summary, color: false, width: 80, ...options });
}

const body = `${"\n".repeat(17)}See [the form guide](references/forms.md) for details.\n`;

describe("a finding", () => {
  test("has a heading, a place, a frame, the consequence, the help, and where to read more", () => {
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

  test("has a section for every other file that a label is in", () => {
    const place = placed("---\nname: pdf\n---\n", "pdf", { file: "vendor/pdf/SKILL.md" });
    const other = placed("---\n# house copy\nname: pdf\n---\n", "pdf", { file: "skills/pdf/SKILL.md" });
    const found: Diagnostic = {
      ...missing,
      ...place,
      code: "SKC601",
      rule: "duplicate-name",
      message: 'two skills are named "pdf"',
      labels: [label("the first one", other)],
      consequence: "only one of them could be loaded by that name",
    };
    expect(pretty([found])).toBe(
      `error[SKC601] duplicate-name: two skills are named "pdf"
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

describe("a fix", () => {
  const quote = { title: "quote the value", applicability: "safe", edits: [] } as const;
  const fold = { title: "fold the\nvalue", applicability: "unsafe", edits: [] } as const;

  test("is named after the help, with the flags that apply it", () => {
    expect(pretty([{ ...missing, help: ["rename it"], fixes: [quote, fold] }])).toBe(
      `error[SKC401] ref-missing: the file "references/forms.md" does not exist
  --> skills/pdf-helper/SKILL.md
   = help: rename it
   = fix: quote the value (safe, --fix)
   = fix: fold the<U+000A>value (unsafe, --fix --unsafe)
   = docs: skillc explain SKC401
`,
    );
  });

  test("is counted at the end, as are the suppressed findings", () => {
    const counts = { skills: 118, errors: 2, warnings: 3, infos: 0 };
    const last = (summary: FormatInput["summary"]) => pretty([missing], { summary }).trimEnd().split("\n").at(-1);
    expect(last({ ...counts, fixable: 4 })).toBe("2 errors, 3 warnings in 118 skills (4 fixable with --fix)");
    expect(last({ ...counts, fixable: 0, suppressed: 1 })).toBe("2 errors, 3 warnings in 118 skills (1 suppressed)");
    expect(last({ ...counts, fixable: 4, suppressed: 2 })).toBe(
      "2 errors, 3 warnings in 118 skills (4 fixable with --fix, 2 suppressed)",
    );
  });
});

test("the profile is named when there are several", () => {
  expect(pretty([{ ...missing, profile: "claude-code" }])).toContain(
    'error[SKC401] ref-missing: the file "references/forms.md" does not exist (claude-code)\n',
  );
});

test("suppressed findings are not shown, and do not count for what is cut short", () => {
  const accepted: Diagnostic = { ...missing, message: "accepted", suppressed: { by: "comment", reason: "known" } };
  expect(pretty([accepted])).toBe("");
  const text = pretty([accepted, ...Array.from({ length: 5 }, () => missing), accepted, accepted]);
  expect(text).not.toContain("accepted");
  expect(text).not.toContain("--all");
});

describe("a skill cannot forge the report", () => {
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
