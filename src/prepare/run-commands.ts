/** Replaces the commands of a body by their output, before any argument is known. */
import type { CommandResult, RunCommand } from "../model/command.ts";
import type { TextSpan } from "../model/source.ts";
import { refuseCommand } from "./allow-command.ts";
import { findCommands } from "./find-commands.ts";
import { describeResult, type MarkerStyle } from "./markers.ts";

export interface ShellPolicy {
  /** Commands word for word, or beginnings followed by `*`; nothing else runs. */
  readonly allow: readonly string[];
  /** Directory in which commands run: the skill's, as a host path. */
  readonly cwd: string;
  /** Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Default 65,536. */
  readonly maxOutputBytes?: number | undefined;
  /** Default `cognesy`. */
  readonly markers?: MarkerStyle | undefined;
  /** `exact` finds commands as SkillKit and instructor-php do. */
  readonly compat?: "exact" | undefined;
}

/** What became of one command; its span is that in the original body. */
export interface CommandOutcome {
  readonly command: string;
  readonly span: TextSpan;
  readonly status: "done" | "failed" | "timed-out" | "not-started" | "refused";
  /** Of a refused command. */
  readonly reason?: string;
  readonly exitCode?: number;
  readonly isCut?: boolean;
  /** Of a failed command: the first line that it wrote, shortened. */
  readonly complaint?: string;
}

export interface PreparedBody {
  readonly text: string;
  readonly outcomes: readonly CommandOutcome[];
  /** Where outputs stand in `text`: nothing is to be substituted there. */
  readonly inert: readonly TextSpan[];
}

/**
 * Runs the allowed commands of a body, one after the other, and puts their output in their place. A refused command
 * stays in the text as it is written. Arguments are inserted later and so never reach a shell; outputs are not looked
 * at again. Never rejects, unless `runCommand` does.
 *
 * @param runCommand Usually the host's `runCommand`.
 * @example
 * const policy = { allow: ["git branch --show-current"], cwd: "skills/review" };
 * (await prepareBody("On !`git branch --show-current`.\n", policy, runCommand)).text; // "On main.\n"
 */
export async function prepareBody(body: string, policy: ShellPolicy, runCommand: RunCommand): Promise<PreparedBody> {
  const { allow, cwd, timeoutMs = 10_000, maxOutputBytes = 65_536, markers = "cognesy" } = policy;
  const options = { cwd, timeoutMs, maxOutputBytes, mergeStderr: markers === "skillkit" };
  const outcomes: CommandOutcome[] = [];
  const inert: TextSpan[] = [];
  let text = "";
  let from = 0;
  for (const { command, start, end } of findCommands(body, policy)) {
    const span = { start, end };
    const reason = refuseCommand(command, allow);
    if (reason !== undefined) {
      outcomes.push({ command, span, status: "refused", reason });
      continue;
    }
    const result = await runCommand(command, options);
    const { exitCode, isCut } = result;
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
