import type { CommandResult } from "../model/command.ts";

/** `cognesy` names the command and the reason; `skillkit` shows the output of the command. */
export type MarkerStyle = "cognesy" | "skillkit";

interface MarkerInput {
  readonly command: string;
  readonly result: CommandResult;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

export function describeResult(style: MarkerStyle, input: MarkerInput): string {
  const { result } = input;
  const text = style === "skillkit" ? skillkitText(input) : cognesyText(input);
  return result.isCut ? `${text}\n[output cut after ${input.maxOutputBytes} bytes]` : text;
}

/** Texts of cognesy/instructor-php 2.7, SkillPreprocessor. */
function cognesyText({ command, result, timeoutMs }: MarkerInput): string {
  if (result.failedToStart) return `[error: failed to execute '${command}']`;
  if (result.timedOut) return `[error: command '${command}' timed out after ${timeoutMs / 1000}s]`;
  if (result.exitCode === 0) return trimAscii(result.stdout);
  const message = trimAscii(result.stderr) || trimAscii(result.stdout);
  return `[error: command '${command}' failed (exit ${result.exitCode}): ${message}]`;
}

/** Texts of paper-crow/skill_kit 0.3.0, which has neither a timeout nor a text for a shell that does not start. */
function skillkitText({ result, timeoutMs }: MarkerInput): string {
  if (result.failedToStart) return "[command failed: it could not be started]";
  if (result.timedOut) return `[command failed: it took longer than ${timeoutMs / 1000}s]`;
  const output = result.stdout.trim();
  return result.exitCode === 0 ? output : `[command failed: ${output}]`;
}

/** The characters that PHP's trim() removes. */
function trimAscii(text: string): string {
  const isBlank = (char: string | undefined): boolean => char !== undefined && " \t\n\r\0\v".includes(char);
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}
