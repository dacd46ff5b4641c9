/** The commands of one skill: what became of each is reported where the command is. */
import type { Findings } from "../diagnostics/index.ts";
import type { RunCommand } from "../model/command.ts";
import type { ShellPreparation } from "../model/config.ts";
import type { SkillDocument } from "../model/document.ts";
import { decideCommand } from "./allow-command.ts";
import { findCommands } from "./find-commands.ts";
import { prepareRules } from "./rules.ts";
import { prepareBody, REPOSITORY_REASON, type CommandOutcome, type PreparedBody } from "./run-commands.ts";

interface PrepareSkillOptions {
  readonly shell: ShellPreparation;
  readonly cwd: string;
  /** Undefined where nothing may run, as in a check: then only what would be refused is reported. */
  readonly runCommand?: RunCommand | undefined;
  /** Returns the path of a bare git repository at or below a directory. */
  readonly findRepository?: ((dir: string) => string | undefined) | undefined;
  readonly compat?: "exact" | undefined;
  readonly findings: Findings;
}

/** Undefined if no command ran. */
export async function prepareSkill(
  document: SkillDocument,
  options: PrepareSkillOptions,
): Promise<PreparedBody | undefined> {
  const { shell, cwd, runCommand, compat } = options;
  const { text } = document.body;
  if (runCommand === undefined) {
    const commands = findCommands(text, { compat });
    const repository = commands.length === 0 ? undefined : options.findRepository?.(cwd);
    for (const { command, start, end } of commands) {
      const { refused } = decideCommand(command, shell.allow);
      const inRepository = refused === undefined && repository !== undefined;
      const reason = inRepository ? REPOSITORY_REASON : refused;
      if (reason === undefined) continue;
      const outcome = {
        command,
        span: { start, end },
        status: "refused",
        reason,
        ...(inRepository && { repository }),
      } as const;
      reportOutcome(outcome, document, options);
    }
    return undefined;
  }
  const prepared = await prepareBody(text, { ...shell, cwd, compat }, runCommand);
  for (const outcome of prepared.outcomes) reportOutcome(outcome, document, options);
  return prepared.inert.length === 0 ? undefined : prepared;
}

function reportOutcome(
  outcome: CommandOutcome,
  { source, body }: SkillDocument,
  { shell, findings }: PrepareSkillOptions,
): void {
  const { span, status, reason = "", repository } = outcome;
  const place = { file: source.file, source, span: { start: span.start + body.start, end: span.end + body.start } };
  const [command = ""] = outcome.command.split("\n");
  if (status === "refused")
    findings.add(prepareRules["shell-command-refused"], place, {
      command,
      reason,
      ...(repository !== undefined && { repository }),
    });
  else if (status !== "done")
    findings.add(prepareRules["shell-command-failed"], place, { command, problem: problemOf(outcome, shell) });
  if (outcome.isCut === true)
    findings.add(prepareRules["shell-output-cut"], place, { command, limit: shell.maxOutputBytes ?? 65_536 });
}

function problemOf(
  { status, exitCode = 1, complaint }: CommandOutcome,
  { timeoutMs = 10_000 }: ShellPreparation,
): string {
  if (status === "not-started") return "could not be started";
  if (status === "timed-out") return `took longer than ${timeoutMs} ms`;
  return `ended with exit code ${exitCode}${complaint === undefined ? "" : `: ${complaint}`}`;
}
