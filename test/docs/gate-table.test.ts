/** SECURITY.md prints the table of programs that the tool gate reads. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROGRAMS } from "../../src/runtime/guard/judge-command.ts";
import { gateTable } from "./gate-table.mjs";
import { withPart } from "./generated.mjs";

const page = readFileSync(join(import.meta.dirname, "../../SECURITY.md"), "utf8");

test("the table in SECURITY.md is the table of the gate", () => {
  expect(withPart(page, "programs", gateTable(PROGRAMS)), "run npm run docs").toBe(page);
});

test("no common option is, or abbreviates, one that starts a program or names an output", () => {
  const [common = ""] = PROGRAMS.split("\n");
  const options = common.split(" ").slice(3);
  const hazards =
    "exec exec-path exec-batch upload-pack receive-pack extcmd open-files-in-pager config config-env template ext-diff textconv output to-command checkpoint-action use-compress-program rsh-command rmt-command info-script new-volume-script compress-program filter rsh remote-option rsync-path pre hostname-bin pager html browser call script-shell node-options shell editor viewer git unzip-command split-string eval file makefile source load include import require loader expression files-from strategy sendmail-cmd access-hook smtp-server tree-filter wrapper specs plugin log-file command".split(
      " ",
    );
  expect(options.length).toBeGreaterThan(20);
  for (const option of options)
    expect(
      hazards.filter((hazard) => `--${hazard}`.startsWith(option)),
      option,
    ).toEqual([]);
});
