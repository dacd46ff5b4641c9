/** Characters that a terminal does not show are escaped in every output as JSON. */
import { afterAll, expect, test } from "vitest";
import { commandTable } from "../../../src/cli/command-table.ts";
import { flagTable } from "../../../src/cli/flags.ts";
import { createProject } from "../../support/consumer.ts";
import { runCli } from "../../support/run-cli.ts";

const HIDDEN = ["\u202E", "\u200B", "\u2066", "\u0085", "\u009B", "\u{E0041}"];
const project = createProject({
  "skills/boats/SKILL.md": `---\nname: boats\ndescription: Counts boats. Use for a count${HIDDEN.join("a")}.\n---\n${HIDDEN.join("b")}\n`,
});
afterAll(() => project.remove());

test.each([
  ["list", "--json"],
  ["build", "--json"],
  ["show", "boats", "--json"],
])("%s %s", async (...args) => {
  const flags = ["--rule", "SKC7*=warning", "--set", "onInvalid=error"];
  const { stdout } = await runCli([...args, ...flags], project.dir);
  expect(stdout).toContain("{");
  for (const character of HIDDEN) expect(stdout).not.toContain(character);
  expect(JSON.stringify(JSON.parse(stdout))).toContain("boats");
  if (args[0] !== "build") expect(JSON.stringify(JSON.parse(stdout))).toContain("\u202E");
});

test("compile prints what it has compiled", async () => {
  const { stdout } = await runCli(["compile", "skills", "--blocks", "blocks", "--json"], project.dir);
  expect(JSON.parse(stdout)).toMatchObject({ exitCode: 0, blocks: "blocks", skills: 1, of: 1, diagnostics: [] });
});

test("every command that has a result prints it as JSON", () => {
  const without = commandTable
    .map(({ name }) => name)
    .filter(
      (name) => !flagTable.some((flag) => flag.name === "json" && (flag.commands as readonly string[]).includes(name)),
    );
  // A script for a shell, and two servers.
  expect(without.sort()).toEqual(["completions", "lsp", "serve"]);
});
