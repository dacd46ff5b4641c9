import { describe, expect, it, test } from "vitest";
import { createRangeWalk, findCodeRanges } from "../../../src/runtime/render/code-ranges.ts";

function codeOf(text: string): string[] {
  return findCodeRanges(text).map(({ start, end }) => text.slice(start, end));
}

describe("fences", () => {
  test.each([
    ["closed", "Run:\n```sh\nmake $1\n```\nDone.\n", ["```sh\nmake $1\n```"]],
    ["with CRLF", "~~~\r\nmake\r\n~~~\r\nDone", ["~~~\r\nmake\r\n~~~"]],
    ["never closed", "```\nmake\n", ["```\nmake\n"]],
    ["longer closes shorter", "```\na\n`````\nb", ["```\na\n`````"]],
    ["shorter does not close longer", "````\n```\n````\n", ["````\n```\n````"]],
    ["other character does not close", "```\n~~~\n```\n", ["```\n~~~\n```"]],
    ["info string on the closer is a line", "```\n```js\n```\n", ["```\n```js\n```"]],
    ["backtick in the info string is no fence", "``` a`b\nprose\n", []],
    ["behind a list marker", "1. ```sh\n   make\n   ```\n2. next\n", ["1. ```sh\n   make\n   ```"]],
    [
      "deep in a list",
      "- a\n  - b\n\n        ```sh\n        make\n        ```\n\nprose",
      ["        ```sh\n        make\n        ```"],
    ],
    ["in a quote", "> ```\n> make\n> ```\nprose\n", ["> ```\n> make\n> ```"]],
    ["an indented example of a fence", "```md\n    ```\n```\nprose `x`\n", ["```md\n    ```\n```", "`x`"]],
  ])("%s", (_title, text, code) => {
    expect(codeOf(text)).toEqual(code);
  });
});

describe("inline spans", () => {
  test.each([
    ["single", "Use `a` and `b`.", ["`a`", "`b`"]],
    ["with a backtick inside", "Use `` a`b `` now", ["`` a`b ``"]],
    ["a longer run holds shorter ones", "`` ` x ` y ``", ["`` ` x ` y ``"]],
    ["over two lines", "a `b\nc` d", ["`b\nc`"]],
    ["not over a blank line", "a `b\n\nc` d", []],
    ["not over a blank line with blanks and CRLF", "a `b\r\n \t\r\nc` d", []],
    ["an unmatched run is prose", "a `` b `c` d", ["`c`"]],
    ["an escaped backtick opens nothing", "\\`a` b `c`", ["` b `"]],
    ["an escaped backslash escapes nothing", "\\\\`a` b", ["`a`"]],
    ["not from prose into a fence", "a ` b\n```\nc\n```\n` d", ["```\nc\n```"]],
  ])("%s", (_title, text, code) => {
    expect(codeOf(text)).toEqual(code);
  });
});

it("walks places in ascending order", () => {
  const isCode = createRangeWalk([
    { start: 2, end: 4 },
    { start: 6, end: 7 },
  ]);
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].filter(isCode)).toEqual([2, 3, 6]);
});
