import fc from "../../support/fast-check.ts";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { beforeAll, describe, expect, it } from "vitest";
import { documentChecker, HEAD_LINES } from "../../support/check-document.ts";
import { NASTY_LINES } from "../../support/nasty-lines.ts";

interface MarkdownNode {
  readonly type: string;
  readonly children?: readonly MarkdownNode[];
  readonly position?: {
    readonly start: { readonly offset?: number; readonly line: number; readonly column: number };
    readonly end: { readonly offset?: number };
  };
}

const markdown = unified().use(remarkParse);

/** Lines of the fences outside of lists and quotations that the Markdown parser finds open at the end. */
function openFences(body: string): number[] {
  const found: number[] = [];
  const last = (markdown.parse(body) as MarkdownNode).children?.at(-1);
  if (last?.type !== "code" || last.position === undefined) return found;
  const block = body.slice(last.position.start.offset, last.position.end.offset);
  const marker = /^(?:`{3,}|~{3,})/.exec(block)?.[0];
  if (marker === undefined) return found;
  const closer = /\n {0,3}(`{3,}|~{3,})[ \t]*$/.exec(block)?.[1];
  if (closer?.startsWith(marker) !== true) found.push(last.position.start.line);
  return found;
}

describe("code blocks that are never closed", () => {
  let unclosed: (body: string) => number[];
  beforeAll(async () => {
    const check = await documentChecker();
    unclosed = (body) =>
      check(body)
        .diagnostics.filter(({ rule }) => rule === "code-fence-unclosed")
        .map(({ span }) => (span?.start.line ?? 0) - HEAD_LINES);
  });

  it.each([
    ["a fence alone", "```\n", [1]],
    ["a fence with a language", "# a\n\n~~~ts\ncode\n", [3]],
    ["a shorter fence inside", "````\n```\n", [1]],
    ["another kind of fence inside", "```\n~~~\n", [1]],
    ["a fence with words inside", "```\n``` js\n", [1]],
    ["a block indented and closed without indentation", "  ```\ncode\n```\n", []],
    ["a closed block", "```\ncode\n```\n", []],
    ["a longer closing fence", "```\ncode\n`````  \n", []],
    ["an indented closing fence", "```\ncode\n   ```\n", []],
    ["no fence", "Write ``` here. `` ``` ``\n", []],
    ["a block in a list", "- a\n  ```\n  code\n\nAfter.\n", []],
    ["a block in a quotation", "> ```\n> code\n\nAfter.\n", []],
  ])("%s", (_, body, lines) => {
    expect(unclosed(body)).toEqual(lines);
  });

  it("are those that the Markdown parser finds, whatever stands around them", () => {
    const line = fc.constantFrom(...NASTY_LINES, "````", "``` js", "``", "~~");
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 10 }), (lines) => {
        const body = `${lines.join("\n")}\n`;
        expect(unclosed(body)).toEqual(openFences(body));
      }),
      { numRuns: 1500 },
    );
  });
});
