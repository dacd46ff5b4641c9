/** Finds the substitution tokens in a body that the five systems and Claude Code support. */
import { findCommands } from "../prepare/find-commands.ts";
import type { TextSpan } from "../model/source.ts";
import { createRangeWalk } from "../runtime/render/code-ranges.ts";
import { isEscaped, readPlace, tokenizeBody, type BodyTokens } from "../runtime/render/tokenize.ts";

export interface Placeholders {
  /** Where tokens of any dialect may start. */
  readonly places: BodyTokens;
  /** Tokens as written, sorted, each once. */
  readonly tokens: readonly string[];
  /** Whether the body embeds the output of a shell command: !`cmd` or a block opened with ```!. */
  readonly hasShellCommands: boolean;
}

const NAME = "(?:CLAUDE_)?(?:SKILL_DIR|SESSION_ID)|CLAUDE_(?:EFFORT|PROJECT_DIR|PLUGIN_ROOT)";
const TOKEN = [
  String.raw`\$\{(?:ARGUMENTS|\d+|${NAME})\}`,
  String.raw`\$ARGUMENTS\[\d+\]`,
  String.raw`\$(?:ARGUMENTS|\d+|${NAME})(?!\w)`,
  String.raw`\{\{\s*[A-Z_][A-Z0-9_]*\s*\}\}`,
].join("|");

/** @param inert ranges in which nothing is substituted. */
export function findPlaceholders(body: string, inert: readonly TextSpan[] = []): Placeholders {
  const token = new RegExp(TOKEN, "y");
  const found = new Set<string>();
  const places = tokenizeBody(body, inert);
  for (const entry of places) {
    const { at, inCode } = readPlace(entry);
    // $1 in code is shell or awk far more often than an argument.
    if (inCode || isEscaped(body, at)) continue;
    token.lastIndex = at;
    const [written] = token.exec(body) ?? [];
    if (written !== undefined) found.add(written);
  }
  const isInert = createRangeWalk(inert);
  return {
    places,
    tokens: [...found].sort(),
    hasShellCommands: findCommands(body).some(({ start }) => !isInert(start)),
  };
}
