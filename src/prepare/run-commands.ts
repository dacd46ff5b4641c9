import type { CommandResult, RunCommand } from "../model/command.ts";
import type { TextSpan } from "../model/source.ts";
import { decideCommand } from "./allow-command.ts";
import { findCommands } from "./find-commands.ts";
import { describeResult, type MarkerStyle } from "./markers.ts";

export interface ShellPolicy {
  /** Exact commands, which a shell runs, or prefixes followed by `*`, for which no shell runs; nothing else runs. */
  readonly allow: readonly string[];
  /** Host path of the skill directory, in which commands run. */
  readonly cwd: string;
  /** Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Default 65,536. */
  readonly maxOutputBytes?: number | undefined;
  /** Default `cognesy`. */
  readonly markers?: MarkerStyle | undefined;
  /** Names of environment variables that commands get in addition to the usual few. */
  readonly env?: readonly string[] | undefined;
  /** `exact` finds commands as SkillKit and instructor-php do. */
  readonly compat?: "exact" | undefined;
}

/** The outcome of one command; its span refers to the original body. */
export interface CommandOutcome {
  readonly command: string;
  readonly span: TextSpan;
  readonly status: "done" | "failed" | "timed-out" | "not-started" | "refused";
  readonly reason?: string;
  /** Path in the skill of the bare git repository that is the reason. */
  readonly repository?: string;
  readonly exitCode?: number;
  readonly isCut?: boolean;
  readonly complaint?: string;
}

export const REPOSITORY_REASON = "the directory of the skill contains a bare git repository";

export interface PreparedBody {
  readonly text: string;
  readonly outcomes: readonly CommandOutcome[];
  /** Ranges of outputs in `text`, in which nothing may be substituted. */
  readonly inert: readonly TextSpan[];
}

/**
 * Runs the allowed commands in a body, one after the other, and replaces each with its output. A refused command stays
 * in the text as written. Arguments are inserted later, so they never reach a shell; outputs are not expanded again.
 * Never rejects, unless `runCommand` does.
 *
 * @example
 * const policy = { allow: ["git branch --show-current"], cwd: "skills/review" };
 * (await prepareBody("On !`git branch --show-current`.\n", policy, runCommand)).text; // "On main.\n"
 */
export async function prepareBody(body: string, policy: ShellPolicy, runCommand: RunCommand): Promise<PreparedBody> {
  const { allow, cwd, timeoutMs = 10_000, maxOutputBytes = 65_536, markers = "cognesy", env } = policy;
  const options = { cwd, timeoutMs, maxOutputBytes, mergeStderr: markers === "skillkit", env };
  const outcomes: CommandOutcome[] = [];
  const inert: TextSpan[] = [];
  let text = "";
  let from = 0;
  for (const { command, start, end } of findCommands(body, policy)) {
    const span = { start, end };
    const decision = decideCommand(command, allow);
    if (decision.refused !== undefined) {
      outcomes.push({ command, span, status: "refused", reason: decision.refused });
      continue;
    }
    const result = await runCommand(command, { ...options, words: decision.words });
    const { exitCode, isCut, repository } = result;
    if (repository !== undefined) {
      outcomes.push({ command, span, status: "refused", reason: REPOSITORY_REASON, repository });
      continue;
    }
    const status = statusOf(result);
    const complaint = status === "failed" ? firstLine(result.stderr) || firstLine(result.stdout) : "";
    outcomes.push({ command, span, status, exitCode, isCut, ...(complaint !== "" && { complaint }) });
    text += body.slice(from, start);
    const output = describeResult(markers, { command, result, timeoutMs, maxOutputBytes });
    inert.push({ start: text.length, end: text.length + output.length });
    text += output;
    from = end;
  }
  return { text: text + body.slice(from), outcomes, inert };
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

function statusOf({ failedToStart, timedOut, exitCode }: CommandResult): CommandOutcome["status"] {
  if (failedToStart) return "not-started";
  if (timedOut) return "timed-out";
  return exitCode === 0 ? "done" : "failed";
}
