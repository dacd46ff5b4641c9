/** The tool gate against Bash: a line that a rule does not disallow never runs the program. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
const hasBash = process.platform !== "win32" && spawnSync("/bin/bash", ["-c", "exit 0"]).status === 0;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "skillc-deny-"));
  for (const [name, script] of [
    ["zap", "#!/bin/sh\necho zapped >&7\n"],
    ["ok", "#!/bin/sh\nexit 0\n"],
    ["env", '#!/bin/sh\nexec /usr/bin/env "$@"\n'],
  ] as const) {
    writeFileSync(join(dir, name), script);
    chmodSync(join(dir, name), 0o755);
  }
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

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
