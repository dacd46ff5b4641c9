/** Splits a shell line into its commands, as far as possible without a shell. */

/** The parts of a shell line. */
export interface ShellParts {
  /**
   * The commands; empty if the line contains something that may run anything: substitution, redirection, parentheses,
   * open quotes, or a comment, where quotes have no meaning.
   */
  readonly commands: readonly string[];
  /** Everything that might be a command, for rules that disallow. */
  readonly pieces: readonly string[];
}

/**
 * Splits a shell line.
 *
 * @example
 * shellParts("git add . && git commit").commands; // ["git add .", "git commit"]
 * shellParts("git add $(whoami)").commands; // []
 */
export function shellParts(line: string): ShellParts {
  const pieces = line
    .split(/[;&|\n`(){}<>"']+/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  const commands: string[] = [];
  let command = "";
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (quote === "'") {
      if (char === "'") quote = "";
    } else if (char === "\\") {
      command += char + line.charAt(++at);
      continue;
    } else if (char === "`" || (char === "$" && /[('"{]/.test(line.charAt(at + 1)))) return { commands: [], pieces };
    else if (quote === '"') {
      if (char === '"') quote = "";
    } else if (/[<>()]/.test(char)) return { commands: [], pieces };
    else if (char === "#" && /^$|[\s;&|]/.test(line.charAt(at - 1))) return { commands: [], pieces };
    else if (char === "'" || char === '"') quote = char;
    else if (/[;&|\n]/.test(char)) {
      commands.push(command);
      command = "";
      continue;
    }
    command += char;
  }
  if (quote !== "") return { commands: [], pieces };
  const whole = [...commands, command].map((text) => text.trim()).filter((text) => text !== "");
  return { commands: whole, pieces: [...new Set([...whole, ...pieces])] };
}
