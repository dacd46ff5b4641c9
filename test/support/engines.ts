/**
 * The engines that a generated module has to answer in, each started in a cage: no file system beyond the app's
 * directory where the engine can be told so. Bun cannot; there it has to do that the module names no specifier but
 * its own files.
 */
import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBinary, howToInstall, type BinaryName } from "./engine-binaries.ts";
import { linesOf } from "./engine-process.ts";
import { pageLines } from "./engine-chromium.ts";
import { NEWEST_WORKERD, OLD_WORKERD, workerdLines } from "./engine-workerd.ts";

export type EngineName = "workerd" | "workerd-newest" | "node" | "node22" | "node24" | "deno" | "bun" | "chromium";

/** Runs the app of a directory; yields the lines that it prints, answers or sends. */
type Run = (binary: string, appDir: string, scratch: string) => AsyncIterable<string>;

const DENO_CAGE = ["--no-prompt", "--cached-only", "--no-remote", "--no-npm", "--no-config", "--no-lock"];

const RUNS: Readonly<Record<EngineName, { binary: BinaryName; run: Run }>> = {
  workerd: { binary: "workerd", run: (binary, dir, scratch) => workerdLines(binary, dir, scratch, OLD_WORKERD) },
  "workerd-newest": {
    binary: "workerd",
    run: (binary, dir, scratch) => workerdLines(binary, dir, scratch, NEWEST_WORKERD),
  },
  node: { binary: "node", run: inNode(ownPermissionFlag()) },
  node22: { binary: "node22", run: inNode("--permission") },
  node24: { binary: "node24", run: inNode("--permission") },
  deno: { binary: "deno", run: script((dir) => ["run", ...DENO_CAGE, join(dir, "script.mjs")]) },
  bun: { binary: "bun", run: script((dir) => ["run", "--no-install", join(dir, "script.mjs")]) },
  chromium: { binary: "chromium", run: pageLines },
};

/**
 * Runs the app in an engine and yields its records. Undefined, and a line that everybody sees, when the engine is not
 * installed.
 *
 * @example
 * const run = engineRunner("deno");
 * describe.skipIf(run === undefined)("in deno", …);
 */
export function engineRunner(name: EngineName): ((appDir: string) => AsyncGenerator) | undefined {
  const { binary: binaryName, run } = RUNS[name];
  const binary = findBinary(binaryName);
  if (binary === undefined) {
    reportSkipped(binaryName);
    return undefined;
  }
  return async function* records(appDir) {
    const scratch = realpathSync(mkdtempSync(join(tmpdir(), "skillc-engine-")));
    try {
      for await (const line of run(binary, appDir, scratch)) yield JSON.parse(line);
    } finally {
      // Chromium's helpers write for a moment after it is gone.
      await rm(scratch, { recursive: true, force: true, maxRetries: 20 });
    }
  };
}

/** Says that tests are skipped because a program is not there. */
export function reportSkipped(name: BinaryName): void {
  process.stderr.write(`SKIPPED: ${name} is not installed (${howToInstall(name)})\n`);
}

function script(argsFor: (appDir: string) => readonly string[]): Run {
  return (binary, appDir, scratch) => linesOf({ binary, args: argsFor(appDir), cwd: appDir, scratch });
}

function inNode(permission: string): Run {
  return script((dir) => [permission, `--allow-fs-read=${join(dir, "*")}`, join(dir, "script.mjs")]);
}

/** The permission model was experimental before Node 22.13. */
function ownPermissionFlag(): string {
  return process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission";
}
