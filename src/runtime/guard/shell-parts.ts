/** Splits a shell line into its commands, as far as possible without a shell. */

/**
 * Splits a shell line; empty if it contains something that may run anything: substitution, redirection, parentheses, open
 * quotes, or a comment, where quotes have no meaning.
 *
 * @example
 * shellCommands("git add . && git commit"); // ["git add .", "git commit"]
 * shellCommands("git add $(whoami)"); // []
 */
export function shellCommands(line: string): readonly string[] {
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
    } else if (char === "`" || (char === "$" && /[('"{]/.test(line.charAt(at + 1)))) return [];
    else if (quote === '"') {
      if (char === '"') quote = "";
    } else if (/[<>()]/.test(char) || (char === "#" && /^$|[\s;&|]/.test(line.charAt(at - 1)))) return [];
    else if (/['"]/.test(char)) quote = char;
    else if (/[;&|\n]/.test(char)) {
      commands.push(command);
      command = "";
      continue;
    }
    command += char;
  }
  return quote === "" ? [...commands, command].map((text) => text.trim()).filter((text) => text !== "") : [];
}
