/** Decides which commands may run: only those that the user listed. */

/** Characters that make a shell run more than the first program of a command. */
const SHELL_OPERATOR = /[;&|<>`()\n\r]|\$\{/;

/**
 * Returns why a command must not run; undefined if it may.
 *
 * A pattern is an exact command, or a prefix followed by `*`. A prefix allows only a plain command: with `git *`
 * listed, `git status; rm -rf .` is refused, because the rest of the line is another program.
 *
 * @example
 * refuseCommand("git log -3", ["git log *"]); // undefined
 * refuseCommand("git log | sh", ["git log *"]); // 'it contains "|", and "git log *" allows only plain commands; …'
 */
export function refuseCommand(command: string, allow: readonly string[]): string | undefined {
  const text = command.trim();
  if (allow.includes(text)) return undefined;
  const prefix = allow.find((pattern) => pattern.endsWith("*") && text.startsWith(pattern.slice(0, -1)));
  if (prefix === undefined) return "prepare.shell.allow does not list it";
  const [operator] = SHELL_OPERATOR.exec(text) ?? [];
  if (operator === undefined) return undefined;
  return `it contains ${JSON.stringify(operator)}, and ${JSON.stringify(prefix)} allows only plain commands; list it exactly to allow it`;
}
