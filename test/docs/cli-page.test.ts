/** The documentation and `--help` show every command and every flag. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandTable } from "../../src/cli/command-table.ts";
import { parseArguments } from "../../src/cli/arguments.ts";
import { helpOfCommand } from "../../src/cli/help.ts";
import { flagsOf, flagTable, helpOfFlag, isShared, type Flag } from "../../src/cli/flags.ts";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";
import { commandsPage, optionsPage } from "./cli-page.mjs";
import { withPart } from "./generated.mjs";

const README = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
const PAGE = readFileSync(join(import.meta.dirname, "../../docs/cli.md"), "utf8");
const flags: readonly Flag[] = flagTable;
const run = (...args: string[]) => withFiles({}, (cwd) => runCli(args, cwd));

test("the documentation lists the commands and options that exist: npm run docs updates it", () => {
  expect(README).toBe(withPart(README, "commands", commandsPage(commandTable)));
  expect(PAGE).toBe(withPart(PAGE, "options", optionsPage(flagTable, helpOfFlag, commandTable.length)));
});

test("skillc --help lists every command", async () => {
  const { stdout } = await run("--help");
  for (const { name, summary } of commandTable) expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, "m"));
  expect((await run("help")).stdout).toBe(stdout);
});

describe.each(commandTable)("skillc $name --help", ({ name, usage, about, examples }) => {
  test("lists every flag of the command, and only those", async () => {
    const { exitCode, stdout } = await run(name, "--help");
    expect(exitCode).toBe(0);
    expect(stdout.startsWith(`Usage: skillc ${usage}\n\n${about}\n\nOptions:\n`)).toBe(true);
    const shown = Array.from(
      stdout.matchAll(/^  (?:-(\w), |    )--([\w-]+)(?: (<.+?>))? {2,}(.*)$/gm),
      ([, ...row]) => row,
    );
    expect(shown).toEqual(flagsOf(name).map((flag) => [flag.short, flag.name, flag.value, helpOfFlag(flag)]));
    expect((await run("help", name)).stdout).toBe(stdout);
  });

  test("puts its own options before those that commands share", () => {
    const shared = flagsOf(name).map(isShared);
    expect(shared).toEqual(shared.toSorted((one, two) => Number(one) - Number(two)));
  });

  test("has three examples that can be typed, and its exit codes", async () => {
    const { stdout } = await run(name, "--help");
    expect(examples).toHaveLength(3);
    for (const [args, does] of examples) {
      expect(stdout).toContain(`\n  skillc ${args}\n      ${does}\n`);
      const words = Array.from(
        args.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
        ([, one, two, three]) => one ?? two ?? three ?? "",
      );
      expect(words[0]).toBe(name);
      expect(() => parseArguments(name, words.slice(1))).not.toThrow();
    }
    expect(stdout).toMatch(/\nExit codes:\n  0  success\n(?:  1  .+\n)?  2  .+\n$/);
  });

  test("fits a narrow terminal", () => {
    const row = commandTable.find((one) => one.name === name);
    for (const line of row === undefined
      ? []
      : (helpOfCommand(row, 80).split("\nExamples:")[0]?.split("\nOptions:")[1]?.split("\n") ?? []))
      expect(line.length).toBeLessThanOrEqual(80);
  });

  test("has one row for each name and each letter", () => {
    const names = flagsOf(name).flatMap((flag) => (flag.short === undefined ? [flag.name] : [flag.name, flag.short]));
    expect(names).toEqual([...new Set(names)]);
  });
});

test("a flag names another flag of its commands in needs", () => {
  for (const { name, needs, commands } of flags)
    for (const command of needs === undefined ? [] : commands)
      expect([name, flagsOf(command).map((flag) => flag.name)]).toEqual([name, expect.arrayContaining([needs])]);
});
