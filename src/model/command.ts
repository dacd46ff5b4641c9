/** Types for running a shell command: the host provides the function, so that no other module can start a process. */

export interface CommandOptions {
  /** Directory in which it runs, as a host path. */
  readonly cwd: string;
  /** Timeout after which the command is killed, with everything that it started. */
  readonly timeoutMs: number;
  /** Maximum bytes kept of each output; the rest is discarded. */
  readonly maxOutputBytes: number;
  /** Whether errors are merged into the output in writing order; `stderr` is empty then. */
  readonly mergeStderr: boolean;
  /** Names of environment variables that it gets in addition to the usual few. */
  readonly env?: readonly string[] | undefined;
  /** The program and its arguments, to run without a shell; undefined for a command line that a shell runs. */
  readonly words?: readonly string[] | undefined;
}

export interface CommandResult {
  /** The exit code; 128 plus the signal number for a killed process. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Whether the shell, the program or the directory does not exist. */
  readonly failedToStart: boolean;
  /** Whether output was discarded. */
  readonly isCut: boolean;
  /** Path, in its directory, of a bare git repository, because of which the command was not started. */
  readonly repository?: string;
}

/** Runs a command line with `sh -c`, or its words without a shell. Never rejects. */
export type RunCommand = (command: string, options: CommandOptions) => Promise<CommandResult>;
