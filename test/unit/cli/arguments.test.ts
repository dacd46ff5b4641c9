/** How flags are read, and which config keys they override. */
import { expect, test } from "vitest";
import { parseArguments } from "../../../src/cli/arguments.ts";

test.each<[string[], object]>([
  [[], {}],
  [["--profile", "spec", "--profile", "lenient"], { profile: "lenient" }],
  [["--emit", "module, json"], { emit: ["module", "json"] }],
  [["--exclude", "*.psd", "--exclude=*.tif"], { files: { exclude: ["*.psd", "*.tif"] } }],
  [["--rule", "bom=off", "--view", "a=b=c"], { rules: { bom: "off" }, views: { a: "b=c" } }],
  [["--platform", "fastly", "-o", "out"], { platform: "fastly", outDir: "out" }],
])("%j overrides %j", (args, overrides) => {
  expect(parseArguments("build", args).overrides).toEqual(overrides);
});

test("a view named __proto__ is a view", () => {
  const { views = {} } = parseArguments("build", ["--view", "__proto__=sea"]).overrides;
  expect(Object.entries(views)).toEqual([["__proto__", "sea"]]);
});

test("settings of a source apply to the directory before them", () => {
  const { sources, positionals, overrides } = parseArguments("check", ["a", "--preload", "b", "--mount-as", "c"]);
  expect(sources).toEqual([
    { dir: "a", preload: true },
    { dir: "b", mountAs: "c" },
  ]);
  expect([positionals, overrides]).toEqual([["a", "b"], {}]);
});

test("after -- everything is a positional, or the program of a command that runs one", () => {
  const check = parseArguments("check", ["--", "--fix"]);
  expect([check.positionals, check.program]).toEqual([["--fix"], []]);
  const build = parseArguments("build", ["a", "-w", "--", "next", "--watch", "b", "--", "-c"]);
  expect([build.positionals, build.has("config"), build.program]).toEqual([
    ["a"],
    false,
    ["next", "--watch", "b", "--", "-c"],
  ]);
});

test.each([
  [["--template"], ""],
  [["-t"], ""],
  [["shop", "--template"], ""],
  [["--template", "node", "shop"], "node"],
  [["--template=node"], "node"],
])("the value of %j may be missing", (args, value) => {
  expect(parseArguments("init", args).get("template")).toBe(value);
});

test.each<[string[], string]>([
  [["--fixx"], "unknown option --fixx (did you mean --fix?)"],
  [["--constructor"], "unknown option --constructor"],
  [["--emit", "json"], "unknown option --emit"],
  [["--fix=yes"], "--fix does not take a value"],
  [["--since"], "--since needs a value: --since <git ref>"],
  [["--since="], "--since needs a value: --since <git ref>"],
  [["--dry-run"], "--dry-run needs --fix"],
  [["--update-baseline"], "--update-baseline needs --baseline <file>"],
  [["--max-warnings=-1"], '--max-warnings must be a whole number, not "-1"'],
  [["--view", "=sea"], '--view must be written as name=value, not "=sea"'],
  [["--fail-on", "note"], '--fail-on must be error, warning or info, not "note"'],
  [
    ["--preload", "skills"],
    "--preload must come after the directory that it applies to: skillc build skills --preload",
  ],
])("%j is wrong usage of check: %s", (args, message) => {
  expect(() => parseArguments("check", args)).toThrow(message);
});
