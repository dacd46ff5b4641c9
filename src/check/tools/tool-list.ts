/**
 * Reads every form in which skills list tools: separated by spaces, commas or newlines, or as a YAML list.
 * Separators inside parentheses belong to the tool: `Bash(git add:*), Read` are two tools.
 */
export interface ToolList {
  readonly tools: readonly string[];
  /** Whether a parenthesis is not closed, or is closed without being opened. */
  readonly unbalanced: boolean;
}

/**
 * Splits a string into distinct tools, in order.
 *
 * @example
 * readToolList("Bash(git add:*), Read Write").tools // ["Bash(git add:*)", "Read", "Write"]
 */
export function readToolList(text: string): ToolList {
  const tools: string[] = [];
  let depth = 0;
  let unbalanced = false;
  let current = "";
  const finish = (): void => {
    if (current !== "") tools.push(current);
    current = "";
  };
  for (const character of text) {
    if (depth === 0 && /[\s,]/.test(character)) {
      finish();
      continue;
    }
    // "Bash (git:*)": the pattern belongs to the tool before it.
    if (depth === 0 && character === "(" && current === "" && tools.length > 0) current = tools.pop() as string;
    if (character === "(") depth++;
    else if (character === ")" && depth > 0) depth--;
    else if (character === ")") unbalanced = true;
    current += character;
  }
  finish();
  return { tools: [...new Set(tools)], unbalanced: unbalanced || depth > 0 };
}

/** Returns whether commas separate tools; a comma inside parentheses belongs to a tool. */
export function hasCommas(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth++;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (character === "," && depth === 0) return true;
  }
  return false;
}
