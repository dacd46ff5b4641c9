import { describe, expect, test } from "vitest";
import { formatPretty } from "../../../src/formats/pretty.ts";
import type { Diagnostic } from "../../../src/model/diagnostic.ts";
import { label, missing, placed } from "../../support/placed-findings.ts";
import { processorTime } from "../../support/processor-time.ts";

/** Only the frame: what stands between the arrow and the last line. */
function frame(found: Partial<Diagnostic>, width = 80): string {
  const summary = { skills: 0, errors: 0, warnings: 0, infos: 0 };
  const output = formatPretty({ diagnostics: [{ ...missing, ...found }], summary, color: false, width });
  const lines = output.split("\n");
  return lines
    .slice(
      2,
      lines.findIndex((line) => line.startsWith("   = docs")),
    )
    .join("\n");
}

describe("labels", () => {
  const frontmatter = "---\nname: pdf\nlicense: MIT\nversion: 2\nname: pdf-helper\n---\n";

  test("on other lines of the file are in the order of the lines", () => {
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
    const text = frame(placed(line, "references/forms.md"), 60);
    expect(text).toBe(
      `   |
 1 | …hen sign it. See references/forms.md here. Fill in th…
   |                   ^^^^^^^^^^^^^^^^^^^`,
    );
    expect(Math.max(...text.split("\n").map((row) => row.length))).toBeLessThanOrEqual(60);
  });

  test("are cut at one end only where the span is near the other", () => {
    expect(frame(placed(sentence.repeat(3), "Fill"), 40)).toBe(
      `   |
 1 | Fill in the form as the guide says…
   | ^^^^`,
    );
    const line = `${sentence.repeat(3)}See forms.md`;
    expect(frame(placed(line, "forms.md"), 40)).toBe(
      `   |
 1 | …e says, then sign it. See forms.md
   |                            ^^^^^^^^`,
    );
    expect(frame(placed(`${line}\n`, "\n", { length: 0 }), 40)).toBe(
      `   |
 1 | … says, then sign it. See forms.md
   |                                   ^`,
    );
  });

  test("show the beginning of a span that is longer than the line, and the key before it", () => {
    const line = `description: ${sentence.repeat(30)}`;
    expect(frame(placed(line, "Fill", { length: line.length - 13 }), 60)).toBe(
      `   |
 1 | description: Fill in the form as the guide says, then …
   |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`,
    );
    const later = `${sentence}${line}`;
    expect(frame(placed(later, "Fill", { after: 60, length: later.length - 63 }), 60)).toBe(
      `   |
 1 | …description: Fill in the form as the guide says, then…
   |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`,
    );
  });

  test("show every mark if that is possible, else let the others point at the cut", () => {
    const line = `${sentence.repeat(3)}one.md or two.md ${sentence.repeat(3)}three.md`;
    const labels = [label("near", placed(line, "two.md")), label("far", placed(line, "three.md"))];
    expect(frame({ ...placed(line, "one.md"), labels: labels.slice(0, 1) }, 50)).toBe(
      `   |
 1 | …hen sign it. one.md or two.md Fill in the f…
   |               ^^^^^^    ------ near`,
    );
    expect(frame({ ...placed(line, "one.md"), labels }, 50)).toBe(
      `   |
 1 | …ys, then sign it. one.md or two.md Fill in …
   |                    ^^^^^^    ------         - far
   |                              |
   |                              near`,
    );
  });

  test("of a million characters, wide ones too, cost next to nothing", () => {
    const line = `${"表".repeat(500_000)}forms.md${"表".repeat(500_000)}`;
    const time = processorTime(() =>
      expect(frame(placed(line, "forms.md"), 30)).toBe(
        `   |
 1 | …表表表forms.md表表表表…
   |        ^^^^^^^^`,
      ),
    );
    expect(time).toBeLessThan(500);
  });

  test("are cut to twenty columns at the narrowest", () => {
    expect(frame(placed(sentence, "guide"), 0)).toBe(
      `   |
 1 | …s the guide says, …
   |        ^^^^^`,
    );
  });
});

describe("hidden characters", () => {
  test("are spelled out and marked as a whole", () => {
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

  test("a joiner is only honest inside an emoji", () => {
    expect(frame(placed("👩‍💻 but pass\u200Dword", "word"))).toBe(
      `   |
 1 | 👩‍💻 but pass<U+200D>word
   |                    ^^^^`,
    );
  });
});
