/** Finds the substitution tokens of a body, as the dialects of the five systems and of Claude Code know them. */
import { findCodeRanges } from "./code-ranges.ts";

export interface Placeholders {
  /** Tokens as written, sorted, each once. */
  readonly tokens: readonly string[];
  /** The body asks for the output of a shell command: !`cmd` or a block opened with ```!. */
  readonly hasShellCommands: boolean;
}

const TOKEN =
  /\\?\$(?:\{ARGUMENTS\}|ARGUMENTS(?:\[\d+\])?|\{?(?:CLAUDE_)?(?:SKILL_DIR|SESSION_ID)\}?|\{?CLAUDE_(?:EFFORT|PROJECT_DIR|PLUGIN_ROOT)\}?|\d+)(?![A-Za-z0-9_])|\{\{\s*[A-Z_][A-Z0-9_]*\s*\}\}/g;

const SHELL = /(?:^|[^`\\])!`[^`\n]+`|^ {0,3}```!/m;

export function findPlaceholders(body: string): Placeholders {
  const hasShellCommands = SHELL.test(body);
  if (!body.includes("$") && !body.includes("{{")) return { tokens: [], hasShellCommands };
  let code: ReturnType<typeof findCodeRanges> | undefined;
  let past = 0;
  const tokens = new Set<string>();
  for (const match of body.matchAll(TOKEN)) {
    const [token] = match;
    if (token.startsWith("\\")) continue;
    // $1 in code is shell or awk far more often than an argument.
    if (/^\$\d/.test(token)) {
      code ??= findCodeRanges(body);
      // Tokens and ranges are both in order: a range that ended before this token cannot hold a later one.
      while ((code[past]?.end ?? Infinity) <= match.index) past++;
      if ((code[past]?.start ?? Infinity) <= match.index) continue;
    }
    tokens.add(token);
  }
  return { tokens: [...tokens].sort(), hasShellCommands };
}
