/**
 * Distinguishes a warning about a dangerous command, as in skills about security, from an order. For commands that no
 * sensible instruction contains, mentions are far more frequent than orders.
 */
import type { TextSpan } from "../../model/source.ts";

const ABOUT_DANGER =
  /\b(?:never|do(?:es)? not|don't|must not|should not|shouldn't|cannot|can't|won't|avoid|dangerous|danger|risk(?:y|s)?|critical|severity|high|harmful|unsafe|destroys?|destructive|catastroph\w{1,8}|malicious|attack(?:s|ers?)?|inject(?:s|ed|ions?)?|exploits?|payloads?|threats?|suspicious|vulnerab\w{1,8}|forbid(?:s|den)?|prohibit(?:s|ed)?|disallow(?:s|ed)?|block(?:s|ed|ing|list)?|den(?:y|ies|ied|ylist)|reject(?:s|ed)?|refuse[sd]?|prevent(?:s|ed|ing)?|stops?|guards?|catch(?:es)?|caught|detect(?:s|ed|ion|or|ors)?|flag(?:s|ged)?|scan(?:s|ner|ners)?|warn(?:s|ed|ing|ings)?|confirm(?:s|ation)?|red flags?|anti-?patterns?|bad|wrong|incorrect|hooks? (?:that|which))\b|❌|🚫|⛔|⚠/iu;

/** A command in quotes after one of these is an order. Matched from the end back, because each start would be slow. */
const RUNS_STRING =
  /$(?<=(?:\b(?:ba|z|da)?sh\s{1,9}-\w{0,9}c|\b(?:ssh|docker|kubectl)\b[^"']{1,120}|\beval|\b(?:system|popen|run|exec\w{0,8}|spawn\w{0,8}|call|check_output|shell)\s{0,4}\(\s{0,4}\[?|["']?(?:command|cmd|run|script|exec|shell|\w{0,30}install)["']?\s{0,4}[:=])\s{0,4})/i;

/** Characters before a command in which words introduce it. */
const NEARBY = 3000;

/** A mention is quoted, in a comment, or in a part about dangers. */
export function isMention(text: string, { start, end }: TextSpan, isProse: boolean): boolean {
  const nearby = text.slice(Math.max(0, start - NEARBY), start);
  const before = nearby.slice(nearby.lastIndexOf("\n") + 1);
  const lineStart = start - before.length;
  // The command may end with the quote that closes the quotation.
  const [after = ""] = text.slice(end - 1, end + NEARBY).split("\n", 1);
  if (isQuoted(before, after) || isComment(before, isProse) || isNamedInCode(before)) return true;
  if (ABOUT_DANGER.test(before.slice(-200)) || ABOUT_DANGER.test(after.slice(0, 200))) return true;
  return isProse && introductions(text.slice(Math.max(0, lineStart - NEARBY), lineStart)).some(isAboutDanger);
}

const isAboutDanger = (line: string): boolean => ABOUT_DANGER.test(line.slice(0, 400));

/** A string literal or a quotation, unless something runs it. */
function isQuoted(before: string, after: string): boolean {
  const [quote] = /["'\u201C]$/.exec(before) ?? [];
  const open = quote === undefined ? before.lastIndexOf('"') : before.length - 1;
  const isOpen = quote !== undefined || before.split('"').length % 2 === 0;
  return isOpen && /["'\u201D]/.test(after) && !RUNS_STRING.test(before.slice(0, open));
}

/** An order before a code span: elsewhere in a sentence, a span only names its command. */
const ORDER =
  /`$(?<=\b(?:run|execute|type|enter|use|using|call|invoke|issue|then|do|via|with|by|clean|cleanup|delete|remove|wipe|reset|start)\b[^.!?]{0,40}`)|(?:运行|执行|実行)`$|^\s*(?:(?:[-*+]|\d{1,3}[.)]|>)\s*)?`$/i;

function isNamedInCode(before: string): boolean {
  return before.endsWith("`") && !ORDER.test(before.slice(-80));
}

/** In prose, `#` may be a prompt. */
function isComment(before: string, isProse: boolean): boolean {
  return /(?:^|\s)\/\/[/!]?\s/.test(before) || (!isProse && /^\s*#/.test(before));
}

const HEADING = /^\s{0,3}#{1,6}\s/;
const IN_LIST_OR_TABLE = /^\s*(?:[-*+]\s|\||\d{1,3}[.)]\s)/;
const FENCE = /^\s*(?:```|~~~)/;

/**
 * Returns the lines that introduce the end of a text: the line before its list, table or code block, the first row of
 * its table, and its heading.
 */
function introductions(text: string): string[] {
  const lines = text.split("\n");
  lines.pop();
  const isInCode = lines.filter((line) => FENCE.test(line)).length % 2 === 1;
  let at = lines.length - 1;
  if (isInCode) {
    while (at >= 0 && !FENCE.test(lines[at] as string)) at--;
    at--;
  }
  const found: string[] = [];
  let row = "";
  for (; at >= 0; at--) {
    const line = lines[at] as string;
    if (line.trim() === "") continue;
    if (HEADING.test(line)) return [...found, row, line];
    if (line.trimStart().startsWith("|")) row = line;
    else if (found.length === 0 && !IN_LIST_OR_TABLE.test(line)) found.push(line);
  }
  return [...found, row];
}
