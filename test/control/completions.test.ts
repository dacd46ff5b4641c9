/** Completion scripts in their shells: each is run, and completes commands, flags, values and paths. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandTable } from "../../src/cli/command-table.ts";
import { settableKeys } from "../../src/config/settings.ts";
import { completionScript, shellNames } from "../../src/cli/completions.ts";
import { flagsOf } from "../../src/cli/flags.ts";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";

/** What a shell proposes for the words of a line, of which the last is being typed. */
type Propose = (script: string, words: readonly string[]) => string;

const quoted = (word: string): string => `'${word}'`;

/** zsh completes on a terminal only: its helpers are replaced by ones that print what they get. */
const propose: Readonly<Record<(typeof shellNames)[number], Propose>> = {
  bash: (script, words) =>
    `source ${script}; COMP_WORDS=(${words.map(quoted).join(" ")}); COMP_CWORD=${words.length - 1}; _skillc; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (script, words) =>
    [
      "_arguments() { print -rl -- $@ }; _describe() { print -rl -- $commands }; _files() { ls }",
      `source ${script}`,
      `words=(${words.map(quoted).join(" ")}); CURRENT=${words.length}; _skillc`,
    ].join("\n"),
  fish: (script, words) => `source ${script}; complete -C ${quoted(words.join(" "))}`,
};

for (const shell of shellNames) {
  const isThere = spawnSync(shell, ["-c", "true"]).status === 0;
  if (!isThere) process.stderr.write(`SKIPPED: ${shell} is not installed\n`);

  test.skipIf(!isThere)(`${shell} completes commands, flags, values and paths`, async () => {
    await withFiles({ "skills/tides/SKILL.md": "" }, (dir) => {
      const script = join(dir, "script");
      writeFileSync(script, completionScript(shell, settableKeys()));
      const ask = (...words: string[]): readonly string[] => {
        const { stdout, stderr } = spawnSync(shell, ["-c", propose[shell](script, ["skillc", ...words])], {
          cwd: dir,
          encoding: "utf8",
        });
        expect(stderr).toBe("");
        // The name comes first, then what is said about it.
        return stdout.split("\n").map(
          (line) =>
            line
              .split(/[\t:[]/)[0]
              ?.replace(/^\*/, "")
              .trim() ?? "",
        );
      };
      expect(ask("")).toEqual(expect.arrayContaining(commandTable.map(({ name }) => name)));
      for (const { name } of commandTable)
        expect(ask(name, "--")).toEqual(expect.arrayContaining(flagsOf(name).map((flag) => `--${flag.name}`)));
      expect(ask("check", "--sta")).toContain("--staged");
      expect(ask("check", "--set", "files.m")).toContain("files.maxBytes=");
      return Promise.resolve();
    });
  });
}

test("the command prints one script, and names the shells", async () => {
  await withFiles({}, async (dir) => {
    for (const shell of shellNames)
      expect(await runCli(["completions", shell], dir)).toEqual({
        exitCode: 0,
        stdout: completionScript(shell, settableKeys()),
        stderr: "",
      });
    expect(await runCli(["completions", "bahs"], dir)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('unknown shell "bahs" (did you mean "bash"?)') as string,
    });
    expect(await runCli(["completions"], dir)).toMatchObject({ exitCode: 2, stdout: "" });
  });
});
