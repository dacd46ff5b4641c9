/** The tool gate against a real shell: of an allowed line, no program but the allowed one ever runs. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "../support/fast-check.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToolGate } from "../../src/runtime/tools/tool-gate.ts";

const piece = fc.constantFrom(
  ..."reboot|git add|git|add| |x|'|\"|\\|\n|#|$|(|)|{|}|;|&|&&|`|<|>|\t|!|*|~|=|$X|@P|\r".split("|"),
  "|",
);
const line = fc.array(piece, { maxLength: 9 }).map((pieces) => `git add ${pieces.join("")}`);
const gate = createToolGate([{ allowedTools: ["Bash(git add:*)"] }], { allowedTools: "restrict" });

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "skillc-gate-"));
  for (const [name, script] of [
    ["git", "#!/bin/sh\nexit 0\n"],
    ["reboot", `#!/bin/sh\n: > '${dir}/rebooted'\n`],
  ] as const) {
    writeFileSync(join(dir, name), script);
    chmodSync(join(dir, name), 0o755);
  }
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function run(command: string): void {
  spawnSync("/bin/sh", ["-c", command], { cwd: dir, env: { PATH: dir, X: "reboot" }, stdio: "ignore" });
}

test.skipIf(process.platform === "win32")("a line that is let through runs nothing else", () => {
  // The other program does run where a line calls it.
  run("git add .; reboot");
  expect(existsSync(join(dir, "rebooted"))).toBe(true);
  rmSync(join(dir, "rebooted"));
  fc.assert(
    fc.property(
      line.filter((text) => text.includes("reboot") && gate.check("Bash", { command: text }).allowed),
      (text) => {
        run(text);
        expect(existsSync(join(dir, "rebooted"))).toBe(false);
      },
    ),
    { numRuns: 400 },
  );
});
