import { expect, it, test } from "vitest";
import { isEscaped, readPlace, tokenizeBody } from "../../../src/runtime/render/tokenize.ts";

test.each([
  ["", []],
  ["Nothing to see for 5 dollars.", []],
  ["Costs $ 5, $$, $(make), $?", []],
  ["$0", [0]],
  ["a $ARGUMENTS b ${USERNAME} $é", [2, 15, 27]],
  ["{{ GUEST }} {{guest}} {{{A}}}", [0, 23]],
])("finds the places of %j", (body, places) => {
  expect(tokenizeBody(body)).toEqual(places);
});

it("marks numbers in code, and only numbers", () => {
  const body = "$1 `$1` `${2}` `$ARGUMENTS` `$NAME`";
  expect(tokenizeBody(body).map(readPlace)).toEqual([
    { at: 0, inCode: false },
    { at: 4, inCode: true },
    { at: 9, inCode: true },
    { at: 16, inCode: false },
    { at: 29, inCode: false },
  ]);
});

it("is plain JSON", () => {
  const tokens = tokenizeBody("`$0` $0 $1");
  expect(JSON.parse(JSON.stringify(tokens))).toEqual(tokens);
});

it("leaves out what came from elsewhere", () => {
  const body = "$0 costs $1 and $2";
  expect(tokenizeBody(body, [{ start: 3, end: 11 }])).toEqual([0, 16]);
});

test.each([
  ["$0", 0, false],
  ["\\$0", 1, true],
  ["\\\\$0", 2, false],
  ["\\\\\\$0", 3, false],
])("in %j the token at %i is escaped: %j", (body, at, escaped) => {
  expect(isEscaped(body, at)).toBe(escaped);
});
