/** Runs git to fetch: bounded in time and output, and killed with every process that it has started. */
import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { HostEnvironment } from "../host/environment.ts";
import { findProgram } from "../host/find-program.ts";
import { onInterrupt } from "../host/interrupts.ts";
import { attempt } from "../host/node-host.ts";
import { isFailure } from "../model/host.ts";

export interface GitRun {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: HostEnvironment;
  readonly input?: string;
  readonly timeoutMs: number;
  /** More output stops git. */
  readonly maxOutputBytes: number;
  /** More in the directory of objects stops git. */
  readonly maxStoredBytes?: number;
}

export interface GitResult {
  readonly ok: boolean;
  readonly stdout: Buffer;
  readonly detail: string;
  readonly stopped?: "missing" | "timeout" | "output" | "size";
}

const STORE_POLL_MS = 100;

/** Never throws. */
export function runGit(run: GitRun): Promise<GitResult> {
  return new Promise((resolve) => {
    const child = spawn(findProgram("git", run.env), ["--no-pager", ...run.args], {
      cwd: run.cwd,
      env: run.env,
      // Without a terminal, nothing can ask for a password.
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let stderr = "";
    let stopped: GitResult["stopped"];
    const stop = (reason: NonNullable<GitResult["stopped"]>): void => {
      stopped ??= reason;
      killGroup(child);
    };
    const forget = onInterrupt(() => killGroup(child));
    const timer = setTimeout(() => stop("timeout"), run.timeoutMs);
    const watcher = setInterval(() => {
      if (run.maxStoredBytes !== undefined && storedBytes(run.cwd) > run.maxStoredBytes) stop("size");
    }, STORE_POLL_MS);
    const settle = (ok: boolean, detail: string): void => {
      clearTimeout(timer);
      clearInterval(watcher);
      forget();
      resolve({ ok, stdout: Buffer.concat(chunks), detail, ...(stopped !== undefined && { stopped }) });
    };
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > run.maxOutputBytes) stop("output");
      else chunks.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr = `${stderr}${chunk.toString("utf8")}`.slice(-8192);
    });
    // A git that ended early closes the pipe; its exit code says why.
    child.stdin.on("error", () => {});
    child.stdin.end(run.input ?? "");
    child.on("error", () => {
      if (child.pid !== undefined) return;
      stopped = "missing";
      settle(false, "");
    });
    child.on("close", (code) => {
      settle(code === 0 && stopped === undefined, reasonOf(stderr));
    });
  });
}

/** The last "fatal:" or "error:", else the last line. */
function reasonOf(stderr: string): string {
  const lines = stderr
    .split(/[\r\n]+/)
    .map((line) => line.replace(/^remote:\s*/, "").trim())
    .filter((line) => line !== "");
  const reason = lines.find((line) => /^(?:fatal|error): /i.test(line)) ?? lines.at(-1) ?? "";
  // Addresses may contain credentials of the user's configuration.
  return reason
    .replace(/^(?:fatal|error): /i, "")
    .replaceAll(/(\/\/)[^/@\s]+@/g, "$1")
    .slice(0, 400);
}

function storedBytes(dir: string): number {
  const pack = join(dir, "objects", "pack");
  const names = attempt(() => readdirSync(pack));
  if (isFailure(names)) return 0;
  return names.reduce((total, name) => {
    const status = attempt(() => statSync(join(pack, name)).size);
    return total + (isFailure(status) ? 0 : status);
  }, 0);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) attempt(() => process.kill(-pid, "SIGKILL"));
}
