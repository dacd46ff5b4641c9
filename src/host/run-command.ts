/** Used only by the step `prepare`. */
import { spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { resolve as resolvePath } from "node:path";
import { findBareRepository } from "./bare-repository.ts";
import { type HostEnvironment, gitCeiling, hardenGit, minimalEnvironment } from "./environment.ts";
import { findProgram } from "./find-program.ts";
import type { CommandOptions, CommandResult, RunCommand } from "../model/command.ts";

/**
 * Runs commands in directories below a base: with `sh -c`, or without a shell if they are given as words. A command has
 * a minimal environment, in which git runs no program of a repository, and an empty input. None runs in a directory
 * with a bare repository, which an earlier command may have created. Each leads a process group that is killed at the
 * timeout and when the command ends, so that no process outlives it.
 *
 * @param base Absolute path in the system's own form.
 */
export function createCommandRunner(base: string): RunCommand {
  return (command, options) =>
    new Promise((resolve) => {
      const { cwd, timeoutMs, maxOutputBytes, env } = options;
      const dir = resolvePath(base, cwd);
      const repository = findBareRepository(dir);
      if (repository !== undefined) return resolve({ ...notStarted, repository });
      const environment = { ...minimalEnvironment(env), GIT_CEILING_DIRECTORIES: gitCeiling(base) };
      const child = start(toArguments(command, options), dir, hardenGit(environment, dir));
      if (child === undefined) return resolve(notStarted);
      const stdout = collect(child.stdout, maxOutputBytes);
      const stderr = collect(child.stderr, maxOutputBytes);
      let timedOut = false;
      let exitCode: number | undefined;

      const timer = setTimeout(() => {
        timedOut = exitCode === undefined;
        killGroup(child);
        // A process that left the group may keep the pipes open forever.
        child.stdout.destroy();
        child.stderr.destroy();
      }, timeoutMs);
      const settle = (): void => {
        clearTimeout(timer);
        const [out, err] = [stdout(), stderr()];
        const isCut = out.isCut || err.isCut;
        resolve({
          exitCode: exitCode ?? 128 + constants.signals.SIGKILL,
          stdout: out.text,
          stderr: err.text,
          timedOut,
          failedToStart: false,
          isCut,
        });
      };
      child.on("error", () => {
        if (child.pid !== undefined) return;
        clearTimeout(timer);
        resolve(notStarted);
      });
      child.on("exit", (code, signal) => {
        exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
        killGroup(child);
      });
      child.on("close", settle);
    });
}

const notStarted: CommandResult = {
  exitCode: 127,
  stdout: "",
  stderr: "",
  timedOut: false,
  failedToStart: true,
  isCut: false,
};

/** A shell that only merges the outputs gets the command unchanged, and expands nothing. */
function toArguments(command: string, { words, mergeStderr }: CommandOptions): readonly string[] {
  const all = words ?? ["sh", "-c", command];
  return mergeStderr ? ["sh", "-c", 'exec "$@" 2>&1', "sh", ...all] : all;
}

/** Undefined if the command cannot be passed to a process, for example because it contains NUL. */
function start([program = "", ...args]: readonly string[], cwd: string, env: HostEnvironment) {
  try {
    return spawn(findProgram(program, env), args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  } catch {
    return undefined;
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is empty.
  }
}

/** Keeps the first bytes. The rest is read and discarded, so that the writer is not blocked. */
function collect(stream: NodeJS.ReadableStream, limit: number): () => { text: string; isCut: boolean } {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCut = false;
  stream.on("data", (chunk: Buffer) => {
    const kept = chunk.subarray(0, limit - size);
    isCut ||= kept.length < chunk.length;
    size += kept.length;
    if (kept.length > 0) chunks.push(kept);
  });
  // A character that the limit splits is left out.
  return () => ({
    text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(chunks), { stream: isCut }),
    isCut,
  });
}
