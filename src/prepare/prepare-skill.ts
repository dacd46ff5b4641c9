/** Runs the commands of one skill and reports the outcome of each at the place of the command. */
import type { Report } from "../diagnostics/index.ts";
import type { RunCommand } from "../model/command.ts";
import type { ShellPreparation } from "../model/config.ts";
import type { ParsedSkill } from "../model/skill.ts";
import { refuseCommand } from "./allow-command.ts";
import { findCommands } from "./find-commands.ts";
import { prepareBody, type CommandOutcome, type PreparedBody } from "./run-commands.ts";

export interface PrepareSkillOptions {
  readonly shell: ShellPreparation;
  /** Undefined if nothing may run, as in `check`: then only refused commands are reported. */
  readonly runCommand?: RunCommand | undefined;
  readonly compat?: "exact" | undefined;
  readonly report: Report;
  /** Key of the skill in the report. */
  readonly key: string;
}

/** Returns the body with the output of its commands; undefined if no command ran. */
export async function prepareSkill(
  skill: ParsedSkill,
  options: PrepareSkillOptions,
): Promise<PreparedBody | undefined> {
  const { shell, runCommand, compat } = options;
  const { text } = skill.body;
  if (runCommand === undefined) {
    for (const { command, start, end } of findCommands(text, { compat })) {
      const reason = refuseCommand(command, shell.allow);
      if (reason !== undefined)
        reportOutcome({ command, span: { start, end }, status: "refused", reason }, skill, options);
    }
    return undefined;
  }
  const prepared = await prepareBody(text, { ...shell, cwd: skill.dir, compat }, runCommand);
  for (const outcome of prepared.outcomes) reportOutcome(outcome, skill, options);
  return prepared.inert.length === 0 ? undefined : prepared;
}

function reportOutcome(outcome: CommandOutcome, skill: ParsedSkill, { shell, report, key }: PrepareSkillOptions): void {
  const { span, status } = outcome;
  const { start } = skill.body;
  const place = {
    file: skill.file,
    source: skill.source,
    span: { start: span.start + start, end: span.end + start },
    skill: key,
  };
  const [command = ""] = outcome.command.split("\n");
  if (status === "refused") report.report("shell-command-refused", place, { command, reason: outcome.reason ?? "" });
  else if (status !== "done")
    report.report("shell-command-failed", place, { command, problem: problemOf(outcome, shell) });
  if (outcome.isCut === true)
    report.report("shell-output-cut", place, { command, limit: shell.maxOutputBytes ?? 65_536 });
}

function problemOf(
  { status, exitCode = 1, complaint }: CommandOutcome,
  { timeoutMs = 10_000 }: ShellPreparation,
): string {
  if (status === "not-started") return "could not be started";
  if (status === "timed-out") return `took longer than ${timeoutMs} ms`;
  return `ended with exit code ${exitCode}${complaint === undefined ? "" : `: ${complaint}`}`;
}
