/** How a shell command is run: by a function that the host gives, so that no other room can start a process. */

export interface CommandOptions {
  /** Directory in which it runs, as a host path. */
  readonly cwd: string;
  /** After this it is killed with everything that it started. */
  readonly timeoutMs: number;
  /** How much of each output is kept; the rest is thrown away. */
  readonly maxOutputBytes: number;
  /** Whether errors go where output goes, in the order in which they are written; `stderr` is empty then. */
  readonly mergeStderr: boolean;
}

export interface CommandResult {
  /** 128 plus the number of the signal for a process that was killed. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** There is no shell, or no such directory. */
  readonly failedToStart: boolean;
  /** Output was thrown away. */
  readonly isCut: boolean;
}

/** Runs a command line with `sh -c`. Never rejects. */
export type RunCommand = (command: string, options: CommandOptions) => Promise<CommandResult>;
