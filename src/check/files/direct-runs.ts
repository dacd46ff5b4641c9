/** Finds scripts that a body runs by name: `./scripts/check.sh`. Without the executable bit, a shell refuses that. */
import type { TextSpan } from "../../model/source.ts";
import { codeOf } from "../../model/code-of.ts";

export interface DirectRun {
  readonly path: string;
  /** Of the path. */
  readonly span: TextSpan;
}

/** The start of a command: an optional prompt, variables, and a path below an optional directory of the skill. */
const COMMAND =
  /(?<=^|\n|&&|\|\||;)([ \t]*(?:[$%>] )?)(?:[A-Za-z_]\w*=\S+[ \t]+)*(["']?(?:\$\{?\w+\}?\/|\{\w+\}\/)?(?:\.\/)?)((?:[\w.-]+\/)*[\w.-]+)["']?(?=([ \t]*)(.?))/g;

const SHELL_FENCE = /^[`~]{3,}[ \t]*\{?\.?(?:sh|bash|zsh|shell|console|terminal|shellsession)\b/i;

/**
 * Returns the first run of each script. In a code span or in a block without a language, a bare path can be a mere
 * mention: there it must start with `./` or a prompt, or have arguments.
 */
export function findDirectRuns(body: string, scripts: ReadonlySet<string>): readonly DirectRun[] {
  if (scripts.size === 0) return [];
  const runs = new Map<string, DirectRun>();
  for (const { start, end } of codeOf(body)) {
    const code = body.slice(start, end).replace(/^`+/, (ticks) => " ".repeat(ticks.length));
    const isShell = SHELL_FENCE.test(body.slice(start, end));
    for (const { 0: found, 1: prompt = "", 2: before = "", 3: path = "", 5: next = "", index } of code.matchAll(
      COMMAND,
    )) {
      const isRun = isShell || before.includes("./") || /[$%>]/.test(prompt) || /[-\w<"'$]/.test(next);
      if (!isRun || !scripts.has(path) || runs.has(path)) continue;
      const at = start + index + found.lastIndexOf(path);
      runs.set(path, { path, span: { start: at, end: at + path.length } });
    }
  }
  return [...runs.values()];
}
