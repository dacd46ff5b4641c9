import { describe, expect, test } from "vitest";
import { formatMarkdown } from "../../../src/formats/markdown.ts";
import type { FormatInput } from "../../../src/formats/index.ts";
import type { Diagnostic } from "../../../src/model/diagnostic.ts";
import { accepted, duplicate, junk, noSources, unquoted } from "../../support/sample-findings.ts";

const summary = { skills: 118, errors: 2, warnings: 1, infos: 1, fixable: 1, suppressed: 1 };

function markdown(diagnostics: readonly Diagnostic[], options: Partial<FormatInput> = {}): string {
  return formatMarkdown({ diagnostics, summary, color: true, width: 40, ...options });
}

function cell(message: string): string {
  const [, row = ""] = markdown([{ ...junk, message }]).split("| --- | --- | --- | --- |\n");
  return row.split(" | ")[3]?.replace(/ \|\n$/u, "") ?? "";
}

test("a heading with the counts, then a table per file", () => {
  expect(markdown([duplicate, unquoted, accepted, junk, noSources])).toBe(
    `### skillc: 2 errors, 1 warning, 1 info in 118 skills (1 fixable with --fix, 1 suppressed)

<code>skills/pdf-helper/SKILL.md</code>

| severity | place | rule | problem |
| --- | --- | --- | --- |
| warning | 2:7 | SKC601 duplicate-name | two skills are named "pdf-helper" (claude-code)<br><b>help:</b> rename one of them |
| error | 3:14 | SKC101 yaml-invalid | the value of "description" contains ": " but is not quoted<br><b>note:</b> clients with a strict YAML parser silently drop the skill<br><b>help:</b> put the value in double quotes: description: "…"<br><b>fix:</b> quote the value (safe, --fix) |

<code>skills/pdf-helper/.env</code>

| severity | place | rule | problem |
| --- | --- | --- | --- |
| info |  | SKC412 junk-file | the file ".env" is left out |

the whole run

| severity | place | rule | problem |
| --- | --- | --- | --- |
| error |  | SKC646 no-sources | there is nothing to compile |
`,
  );
});

test("a heading is there also when all is well, so that a comment can be brought up to date", () => {
  const well = { skills: 118, errors: 0, warnings: 0, infos: 0 };
  expect(markdown([], { summary: well })).toBe("### skillc: no findings in 118 skills\n");
});

describe("what a skill has written", () => {
  test("is no Markdown and no HTML", () => {
    expect(cell("a|b `c` *d* _e_ [f](g) ~~ h ~~ \\i <img src=x>& &#39;")).toBe(
      "a&#124;b &#96;c&#96; &#42;d&#42; &#95;e&#95; &#91;f&#93;(g) &#126;&#126; h &#126;&#126; &#92;i &#60;img src=x&#62;&#38; &#38;<span>&#35;</span>39;",
    );
  });

  test("mentions no one, refers to nothing, and contains no formula or link", () => {
    expect(cell("@org/team #12 $x$ !3 C# 100%")).toBe(
      "<span>&#64;</span>org/team <span>&#35;</span>12 <span>&#36;</span>x<span>&#36;</span> <span>&#33;</span>3 C# 100%",
    );
    expect(cell("https://evil.example www.evil.example")).toBe("https&#58;//evil.example www&#46;evil.example");
  });

  test("shows what could not be seen", () => {
    expect(cell("a\nb\u202E")).toBe("a&#60;U+000A&#62;b&#60;U+202E&#62;");
  });
});

describe("many findings", () => {
  const many = (count: number, message = "left out"): Diagnostic[] =>
    Array.from({ length: count }, (_, index) => ({ ...junk, file: `skills/s${index % 3}/a_b`, message }));

  test("are folded by file", () => {
    expect(markdown(many(20))).not.toContain("<details>");
    const folded = markdown(many(21));
    expect(folded.match(/<details><summary>.*<\/summary>/gu)).toEqual([
      "<details><summary><code>skills/s0/a&#95;b</code>: 7 infos</summary>",
      "<details><summary><code>skills/s1/a&#95;b</code>: 7 infos</summary>",
      "<details><summary><code>skills/s2/a&#95;b</code>: 7 infos</summary>",
    ]);
    // Without the empty lines the table would be HTML.
    expect(folded.match(/<\/summary>\n\n\| severity/gu)).toHaveLength(3);
    expect(folded.match(/ \|\n\n<\/details>\n/gu)).toHaveLength(3);
  });

  test("fit into a comment, unless all are asked for", () => {
    const found = many(2_000, "a very long sentence about a file that is left out");
    const comment = markdown(found);
    expect(comment.length).toBeLessThan(65_536);
    expect(comment.length).toBeGreaterThan(55_000);
    const rows = comment.match(/^\| info \|/gmu)?.length ?? 0;
    expect(comment).toContain(
      `\n\n…and ${(2_000 - rows).toLocaleString("en-US")} more findings (\`--all\` shows them)\n`,
    );
    expect(markdown(found, { all: true }).match(/^\| info \|/gmu)).toHaveLength(2_000);
  });

  test("fit also when each is in a file of its own", () => {
    const found = many(2_000).map((finding, index) => ({ ...finding, file: `skills/s${index}/.env` }));
    expect(markdown(found).length).toBeLessThan(65_536);
  });
});
