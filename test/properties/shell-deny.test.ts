/** The tool gate against Bash: a line that a rule does not disallow never runs the program. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "../support/fast-check.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToolGate } from "../../src/runtime/tools/tool-gate.ts";

const pieces = [
  ..."zap|zap x|z|ap|ok|ok x|X=1|!|{|}|time|coproc|env|command|exec|eval|if ok; then|; fi|; do|while".split("|"),
  ..."'|\"|''|\\|\\\n|\n|\t| | | |;|&&|&|$|$(|)|(|`|>o|2>&1|<|#|*|?|[z]|{zap,x}|$X|${X}|$'|=|~/|./".split("|"),
  "|",
  "||",
];
const line = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 }).map((parts) => parts.join(""));
const gate = createToolGate([{ allowedTools: [], disallowedTools: ["Bash(zap:*)"] }]);

/** Lines in which another program, also one that skillc does not know, starts it. */
const starter = fc.constantFrom(
  ..."env|env -i|env -u X|env -S |nice -n 5|timeout 5|xargs|xargs -n 1|sh -c |sh|find . -exec|command|exec|eval".split(
    "|",
  ),
  ..."strange|strange -q|strange --level 3|strange -- |X=1|exec -a y|command -p|echo zap x \\||echo zap \\| xargs".split(
    "|",
  ),
);
const quoted = fc.constantFrom(
  ..."zap|'zap x'|\"zap\"|z\\ap x|{}|'{}' |zap {} \\;|zap x +|z$Y''ap|sh -c zap|-|".split("|"),
);
const started = fc
  .tuple(
    fc.constantFrom("", "ok; ", "echo zap | ", "ok && "),
    fc.array(starter, { minLength: 1, maxLength: 3 }),
    quoted,
  )
  .map(([before, starters, last]) =>
    `${before}${starters.join(" ").replaceAll(/ $/g, "")} ${last}`.replaceAll("\\|", "|"),
  );

/** Lines for a program whose first word that is no option decides what it does. */
const hubGate = createToolGate([{ allowedTools: [], disallowedTools: ["Bash(hub zap:*)"] }]);
const hubWord = fc.constantFrom(
  ..."zap|ok|-C|x|-p|--dir|--dir=x|'a b'|-c|k=v|$X|z''ap|'zap'|--|-Cx|\\\n|>o|2>&1|${Z}|{zap,ok}".split("|"),
);
const hubLine = fc.array(hubWord, { minLength: 1, maxLength: 6 }).map((words) => `hub ${words.join(" ")}`);
const hasBash = process.platform !== "win32" && spawnSync("/bin/bash", ["-c", "exit 0"]).status === 0;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "skillc-deny-"));
  for (const [name, script] of [
    ["zap", "#!/bin/sh\necho zapped >&7\n"],
    ["ok", "#!/bin/sh\nexit 0\n"],
    ["strange", '#!/bin/sh\nwhile case "$1" in --level) shift;; -*) ;; *) false;; esac; do shift; done\nexec "$@"\n'],
    ["hub", HUB],
    ...["env", "nice", "timeout", "xargs", "find", "sh"].map(
      (name) => [name, `#!/bin/sh\nexec ${whole(name)} "$@"\n`] as const,
    ),
  ] as const) {
    writeFileSync(join(dir, name), script);
    chmodSync(join(dir, name), 0o755);
  }
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const HUB = `#!/bin/sh
while :; do case "$1" in -C|-c|--dir) shift 2 || exit;; -*) shift;; *) break;; esac; done
[ "$1" = zap ] && echo zapped >&7
`;

/** The program of the system, or one that fails. */
function whole(name: string): string {
  return ["/usr/bin", "/bin"].map((place) => join(place, name)).find((path) => existsSync(path)) ?? "/bin/false";
}

/** Runs a line where no other program exists; the stub answers on a descriptor of its own. */
function zaps(command: string): boolean {
  const { output } = spawnSync("/bin/bash", ["-c", command], {
    cwd: dir,
    env: { PATH: dir, HOME: dir, X: "zap" },
    stdio: ["ignore", "ignore", "ignore", "ignore", "ignore", "ignore", "ignore", "pipe"],
    timeout: 2000,
  });
  return String(output[7] ?? "").includes("zapped");
}

test.skipIf(!hasBash)(
  "a line that is let through does not run what is disallowed",
  () => {
    for (const command of ["zap", "z''ap", "X=1 zap", "if ok; then zap; fi", "$X"]) expect(zaps(command)).toBe(true);
    fc.assert(
      fc.property(
        line.filter((command) => /[za$*?]/.test(command) && gate.check("Bash", { command }).allowed),
        (command) => {
          expect(zaps(command), command).toBe(false);
        },
      ),
      { numRuns: 400 },
    );
  },
  60_000,
);

test.skipIf(!hasBash)(
  "no program that starts others is let through with what is disallowed",
  () => {
    for (const command of ["env zap", "strange -q zap", "env -S 'zap x'", "strange env z''ap"])
      expect(zaps(command), command).toBe(true);
    fc.assert(
      fc.property(
        // That an unknown program runs what it gets from another cannot be seen.
        started.filter((command) => !/xargs.*strange/.test(command) && gate.check("Bash", { command }).allowed),
        (command) => {
          expect(zaps(command), command).toBe(false);
        },
      ),
      { numRuns: 150 },
    );
  },
  120_000,
);

test.skipIf(!hasBash)(
  "options before a word that is disallowed change nothing",
  () => {
    for (const command of ["hub zap", "hub -C . zap", "hub --dir=x -p z''ap"])
      expect(zaps(command), command).toBe(true);
    fc.assert(
      fc.property(
        hubLine.filter((command) => hubGate.check("Bash", { command }).allowed),
        (command) => {
          expect(zaps(command), command).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  },
  120_000,
);
