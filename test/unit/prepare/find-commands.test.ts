import { describe, expect, it, test } from "vitest";
import { findCommands } from "../../../src/prepare/index.ts";

const found = (body: string, compat?: "exact"): string[] =>
  findCommands(body, { compat }).map(({ command }) => command);

describe("inline", () => {
  test.each([
    ["On !`git branch` since !`date`.", ["git branch", "date"]],
    ["At !`echo y`z\n!`date`\n\t!`pwd`", ["echo y", "date", "pwd"]],
    ["x!`echo y` (!`echo z`)", []],
    ["Call `live_design!`, then `app_main!`.", []],
    ["`Platform.select({ a })!` or `b !` and `c`", []],
    ["Press ` !`, then `x !` or ``y !`z` ``, not !`date`", ["date"]],
    ["- ```sh\n  !`git diff`\n  ```\n", ["git diff"]],
    ["!`echo a`!`echo b`", ["echo a"]],
    ["```\n!`git diff`\n```", ["git diff"]],
    ["Write \\!`cmd` or ``!`cmd` ``.", []],
    ["Empty !`` and unfinished !`cmd", []],
    ["Not over !`two\nlines`.", []],
  ])("%j", (body, commands) => {
    expect(found(body)).toEqual(commands);
  });

  it("is found anywhere by the old systems", () => {
    expect(found("\\!`a` ``!`b` !`two\nlines`!`c`", "exact")).toEqual(["a", "b", "two\nlines", "c"]);
  });
});

describe("blocks", () => {
  test.each([
    ["Tide:\n```!\ntide now\ndate\n```\nend", ["tide now\ndate"]],
    ["```!\r\ndate\r\n```\r\n", ["date"]],
    ["1. ```!\n   date\n   ```", []],
    ["  ````!\n  date\n  ````", ["date"]],
    ["````md\n```!\ndate\n```\n````", []],
    ["```!\nnever closed", []],
    ["```!\n\n```", []],
    ["```!sh\ndate\n```", []],
    ["```!\necho !`date`\n```\n!`date`", ["echo !`date`", "date"]],
  ])("%j", (body, commands) => {
    expect(found(body)).toEqual(commands);
  });

  it("is none for the old systems", () => {
    expect(found("```!\ndate\n```", "exact")).toEqual([]);
  });
});

it("spans what its output replaces", () => {
  const body = "A !`x` B\n```!\ny\n```\nC";
  expect(findCommands(body).map(({ kind, start, end }) => [kind, body.slice(start, end)])).toEqual([
    ["inline", "!`x`"],
    ["block", "```!\ny\n```"],
  ]);
});
