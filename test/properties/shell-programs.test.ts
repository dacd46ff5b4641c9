/**
 * The tool gate against Bash and the programs that are installed: what a pattern for a program admits starts no other
 * program, and what starts one is forbidden by a pattern for it.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "../support/fast-check.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToolGate } from "../../src/runtime/tools/tool-gate.ts";

const PROGRAMS =
  "git find tar sed awk sort split xargs env make node npm perl python3 man less zip gcc bash timeout nice".split(" ");

/** Options, values and code by which one of the programs may start `zap`, whole and in pieces. */
const hazards: readonly string[] = [
  ..."-exec zap ;|-exec zap \\;|-okdir|-execdir zap {} +|-fprintf|--checkpoint=1|--checkpoint-action=exec=zap|--to-command=zap|-I zap|-F zap".split(
    "|",
  ),
  ..."--use-compress-program=zap|--compress-program=zap|--compress-prog|-S1b|--filter=zap|--fil|--upload-pack=zap|--upload zap|--exec=zap|--exec".split(
    "|",
  ),
  ..."-c alias.q=!zap q|-c core.pager=zap|-calias.q=!zap|ext::zap|-x zap|-O zap|-u zap|config alias.q !zap|--eval=x:;@zap|--eval|SHELL=zap".split(
    "|",
  ),
  ...'1ezap|s/.*/zap/e|s,x,zap,|{e zap|}|w x|BEGIN{system("zap")}|BEGIN{"zap"|--version|-e|-f|-n|-p|-pe|-c|-m timeit|-i|-S zap|-P zap'.split(
    "|",
  ),
  ...'require("child_process").execSync("zap")|import os; os.system("zap")|exec "zap"|system("zap")|1|print(1)|-TT zap|-wrapper zap|--'.split(
    "|",
  ),
  ..."exec -c zap|x -c zap|--call=zap|zap|-n 1|-0|5|-C .|log|ls-remote|grep|archive|status|F|a.tar|x.c|.|cf|xf|-cf|--|*|/x|HEAD|--remote=.".split(
    "|",
  ),
];
const quote = fc.constantFrom(
  (text: string) => text,
  (text: string) => `'${text.replaceAll("'", "")}'`,
  (text: string) => `"${text.replaceAll(/["$`\\]/g, "")}"`,
  (text: string) => text.replace(/(?<=\w)(?=\w)/, "''"),
  (text: string) => text.replace(/\w/, "\\$&"),
  (text: string) => `{${text.replaceAll(" ", ",")},}`,
  (text: string) => text.replaceAll(" ", "${IFS}"),
  (text: string) => `$(echo ${text})`,
);
const words = fc.array(fc.tuple(fc.constantFrom(...hazards), quote), { minLength: 1, maxLength: 4 });
const before = fc.constantFrom(
  "",
  "",
  "",
  "",
  "GIT_PAGER=zap ",
  "GIT_EXTERNAL_DIFF='z\"\"ap' ",
  "echo zap | ",
  "X=zap; ",
  "PATH=$PWD/bin:$PATH ",
);
const line = fc
  .tuple(before, fc.constantFrom(...PROGRAMS), words)
  .map(([start, program, rest]) => `${start}${program} ${rest.map(([text, write]) => write(text)).join(" ")}`);

const hasBash = process.platform !== "win32" && spawnSync("/bin/bash", ["-c", "exit 0"]).status === 0;
let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "skillc-programs-"));
  mkdirSync(join(dir, "bin"));
  writeFileSync(join(dir, "bin/zap"), `#!/bin/sh\n: > '${dir}/zapped'\ncat > /dev/null 2>&1 < /dev/null\n`);
  chmodSync(join(dir, "bin/zap"), 0o755);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Whether a line starts `zap`, in a fresh directory with a repository, an archive and a text. */
export function zaps(command: string): boolean {
  const work = join(dir, "work");
  rmSync(work, { recursive: true, force: true });
  rmSync(join(dir, "zapped"), { force: true });
  mkdirSync(join(work, ".git/refs"), { recursive: true });
  mkdirSync(join(work, ".git/objects"));
  writeFileSync(join(work, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(work, ".git/config"), "[core]\n\trepositoryformatversion = 0\n");
  for (const [name, text] of [
    ["F", "x\ny\n"],
    ["a.tar", ""],
    ["x.c", "int main(){}\n"],
  ] as const)
    writeFileSync(join(work, name), text);
  spawnSync("/bin/bash", ["-c", command], {
    cwd: work,
    env: {
      PATH: `${dir}/bin:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: work,
      GIT_CONFIG_NOSYSTEM: "1",
      npm_config_offline: "true",
    },
    stdio: "ignore",
    timeout: 5000,
    killSignal: "SIGKILL",
  });
  return existsSync(join(dir, "zapped"));
}

test.skipIf(!hasBash)(
  "what a pattern admits starts no other program",
  () => {
    for (const command of ["find . -maxdepth 0 {-exec,zap,\\;}", "sed 1ezap F", "GIT_PAGER=zap zap"])
      expect(zaps(command), command).toBe(true);
    const allowedTools = [...PROGRAMS.map((program) => `Bash(${program}:*)`), "Bash(echo:*)"];
    const gate = createToolGate([{ allowedTools }], { allowedTools: "restrict" });
    fc.assert(
      fc.property(
        line.filter((command) => command.includes("zap") && gate.check("Bash", { command }).allowed),
        (command) => {
          expect(zaps(command), command).toBe(false);
        },
      ),
      { numRuns: 120 },
    );
  },
  120_000,
);

test.skipIf(!hasBash)(
  "what starts a program is forbidden by a pattern for it",
  () => {
    const gate = createToolGate([{ allowedTools: [], disallowedTools: ["Bash(zap:*)"] }]);
    fc.assert(
      fc.property(
        line.filter((command) => gate.check("Bash", { command }).allowed),
        (command) => {
          expect(zaps(command), command).toBe(false);
        },
      ),
      { numRuns: 120 },
    );
  },
  120_000,
);
