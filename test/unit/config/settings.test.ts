/** Keys of the config on the command line: the schema says what a text means. */
import { describe, expect, test } from "vitest";
import { parseArguments } from "../../../src/cli/arguments.ts";
import { flagsOf } from "../../../src/cli/flags.ts";
import { readOverrides } from "../../../src/config/overrides.ts";
import { readSettings, settableKeys, settingFor } from "../../../src/config/settings.ts";
import { validateUserConfig } from "../../../src/config/validate.ts";
import { createFindings } from "../../../src/diagnostics/index.ts";
import { withFiles } from "../../support/fix-skill.ts";
import { runCli } from "../../support/run-cli.ts";

function read(...given: string[]) {
  const findings = createFindings();
  const settings =
    parseArguments(
      "check",
      given.flatMap((one) => ["--set", one]),
    ).get("set") ?? {};
  const config = readSettings(settings, findings);
  validateUserConfig(config, { place: () => ({ file: "." }), findings });
  return { config, found: findings.findings.map(({ rule, args }) => [rule, args]) };
}

test.each<[readonly string[], object]>([
  [["files.maxBytes=007"], { files: { maxBytes: 7 } }],
  [["files.maxBytes=7", "files.exclude=a, b"], { files: { maxBytes: 7, exclude: ["a", "b"] } }],
  [["module.format=ts", "module.runtime=import"], { module: { format: "ts", runtime: "import" } }],
  [["module.scripts=true"], { module: { scripts: true } }],
  [["module.scripts=untyped"], { module: { scripts: "untyped" } }],
  [["module.scripts.packages=a,b"], { module: { scripts: { packages: ["a", "b"] } } }],
  [["allowEmpty=false", "onInvalid=skip"], { allowEmpty: false, onInvalid: "skip" }],
  [["outDir=true"], { outDir: "true" }],
  [["profile=spec,lenient"], { profile: "spec,lenient" }],
  [["views.a.b={c,d}=e"], { views: { "a.b": "{c,d}=e" } }],
  [["rules.SKC4*=off", "sources=a,b"], { rules: { "SKC4*": "off" }, sources: ["a", "b"] }],
  [["symlinks=refuse", "symlinks=inside"], { symlinks: "inside" }],
])("%j is %j", (given, config) => {
  expect(read(...given)).toEqual({ config, found: [] });
});

test("a view named __proto__ is a view", () => {
  const { views = {} } = read("views.__proto__=sea").config;
  expect(Object.entries(views)).toEqual([["__proto__", "sea"]]);
});

test.each([
  ["files.maxByte=7", "files.maxBytes"],
  ["maxBytes=7", "files.maxBytes"],
  ["ignore=a", "files.exclude"],
  ["outdir=a", "outDir"],
  ["rules=a", undefined],
  ["constructor=a", ""],
])("%j is not a key: did you mean %j", (given, nearest) => {
  const key = given.slice(0, given.indexOf("="));
  const expected =
    nearest === undefined
      ? ["config-invalid-value", { key, expected: "an object", actual: '"a"' }]
      : ["config-unknown-key", { key, where: "--set", nearest, shape: "" }];
  expect(read(given).found).toEqual([expected]);
});

test.each([
  ["files.maxBytes=many", "files.maxBytes", "a number", '"many"'],
  ["allowEmpty=yes", "allowEmpty", "true or false", '"yes"'],
  ["symlinks=follow", "symlinks", '"refuse" or "inside"', '"follow"'],
])("the value of %j is wrong, and the finding names the key", (given, key, expected, actual) => {
  expect(read(given).found).toEqual([["config-invalid-value", { key, expected, actual }]]);
});

test("every key that has a value of its own can be set, and is named after the option that it was", () => {
  const keys = settableKeys();
  expect(keys).toEqual(expect.arrayContaining(["outDir", "files.maxBytes", "rules.<name>", "module.scripts.packages"]));
  for (const key of keys) expect(read(`${key}=x`).found.map(([rule]) => rule)).not.toContain("config-unknown-key");
  for (const key of keys.filter((one) => !one.endsWith(">")))
    expect(settingFor(key.replaceAll(/[.A-Z]/g, (sign) => `-${sign.replace(".", "").toLowerCase()}`))).toMatch(
      new RegExp(`^${key}=(?:…|true)$`),
    );
});

test("flags win over settings, and both over what a caller leaves out", async () => {
  const overrides = { outDir: "a", files: { exclude: ["x"] }, profile: undefined };
  const settings = { outDir: "b", "files.exclude": "y", "files.maxBytes": "7", profile: "spec" };
  const expected = { outDir: "/a", files: { exclude: ["x"], maxBytes: 7 }, profile: "spec" };
  expect(await readOverrides({ overrides, settings }, createFindings(), (path) => `/${path}`)).toEqual(expected);
});

describe("the command line", () => {
  const skill = "---\nname: tides\ndescription: Reads tide tables. Use for tides.\n---\nRead.\n";
  const files = { "package.json": "{}", "node_modules/x/package.json": "{}", "skills/tides/SKILL.md": skill };

  test("an option that was a key of the config names its form", async () => {
    await withFiles(files, async (dir) => {
      const { exitCode, stderr } = await runCli(["build", "--max-bytes", "7"], dir);
      expect([exitCode, stderr]).toEqual([
        2,
        "skillc: unknown option --max-bytes (did you mean --set files.maxBytes=…?)\nSee: skillc build --help\n",
      ]);
      expect((await runCli(["rules", "--max-bytes", "7"], dir)).stderr).toContain("unknown option --max-bytes\n");
    });
  });

  test("a known outcome is that of the same settings", async () => {
    await withFiles({ ...files, "skills/tides/notes.md": "Spring tides.\n" }, async (dir) => {
      const codes = async (...args: string[]) =>
        (await runCli(["check", "skills", ...args], dir)).stdout.match(/SKC\d+/g) ?? [];
      const plain = await codes("--all");
      const limited = await codes("--all", "--set", "files.maxBytes=4");
      expect(limited).not.toEqual(plain);
      for (const _ of [1, 2]) {
        expect(await codes("--all")).toEqual(plain);
        expect(await codes("--all", "--set", "files.maxBytes=4")).toEqual(limited);
      }
    });
  });

  test("what is never known is a column of the flags of build and check", () => {
    const fresh = (["build", "check"] as const).map((name) =>
      flagsOf(name).flatMap((flag) => (flag.isFresh === true ? [flag.name] : [])),
    );
    expect(fresh).toEqual([
      ["watch", "help"],
      ["watch", "fix", "baseline", "since", "staged", "print-config", "stdin-filename", "help"],
    ]);
  });
});
