/** Readers that stop reading, as `head` does: the work is done all the same. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withFiles } from "../support/fix-skill.ts";

const BIN = join(import.meta.dirname, "../../dist/bin/skillc.js");

// More findings than any pipe holds at once.
const files = Object.fromEntries(
  Array.from({ length: 600 }, (_, index): [string, string] => [
    `skills/port-${index}/SKILL.md`,
    `---\nname: pier-${index}\ndescription: Lists the ${index} moorings of port ${index * index}. Use when a boat comes in.\n---\nMoor.\n`,
  ]),
);

test.each(["stdout", "stderr"] as const)("a closed %s does not stop a build", (stream) =>
  withFiles(files, async (cwd) => {
    const child = spawn(process.execPath, [BIN, "build", "--all"], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    child[stream].destroy();
    child[stream === "stdout" ? "stderr" : "stdout"].resume();
    const [exitCode] = (await once(child, "exit")) as [number];
    expect([exitCode, existsSync(join(cwd, "generated/skills/index.js"))]).toEqual([0, true]);
  }),
);
