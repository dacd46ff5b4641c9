/**
 * Commands and instructions that a skill should not hold. Structural and few: each was held against 909 public
 * skills, and bare words never count.
 */
import type { TextSpan } from "../../../model/source.ts";

export type DangerRule = "pipe-to-shell" | "destructive-command" | "tls-verification-off" | "home-path" | "instruction-override";

export interface Danger {
  readonly rule: DangerRule;
  readonly span: TextSpan;
  readonly text: string;
  /** More than a habit: plain HTTP, a bare address, with root's rights, hidden from people. */
  readonly severe: boolean;
}

interface Pattern {
  readonly rule: Exclude<DangerRule, "instruction-override">;
  readonly pattern: RegExp;
  readonly isSevere?: (found: string) => boolean;
}

const PATTERNS: readonly Pattern[] = [
  {
    rule: "pipe-to-shell",
    pattern: /\b(?:curl|wget)\b[^\n|;&`]{1,400}\|\s*(?:sudo\s+(?:-\w+\s+)*)?(?:ba|z|da)?sh\b/g,
    isSevere: (found) => /\bsudo\b|\bhttp:\/\/|https?:\/\/\d{1,3}(?:\.\d{1,3}){3}\b/.test(found),
  },
  { rule: "destructive-command", pattern: /\brm\s+(?:-[a-zA-Z]+\s+)*-[a-zA-Z]*[rR][a-zA-Z]*\s+(?:-[a-zA-Z-]+\s+)*["']?(?:\/|~\/?|\$HOME\/?|\/\*)["']?(?=\s|$|[;&|`)])/gm },
  { rule: "tls-verification-off", pattern: /\bNODE_TLS_REJECT_UNAUTHORIZED\s*=\s*["']?0|\bcurl\b[^\n|]{0,200}\s(?:-k|--insecure)\b|\bverify\s*=\s*False\b|\bgit\b[^\n]{0,60}http\.sslVerify[= ]false/g },
  { rule: "home-path", pattern: /(?<![\w.])\/(?:Users|home)\/(?!(?:user|username|you|your|me|name|runner|ubuntu|node|app|USER|USERNAME|\$|<|\{|\[|\*))[A-Za-z][\w.-]*\//g },
];

/** Lines that warn of what they name. */
const WARNING_LINE = /\b(?:never|do not|don't|avoid|dangerous|must not|forbidden|block(?:ed|s)?|den(?:y|ied)|reject)\b/i;
/** Where examples of bad commands are at home. */
const EXAMPLE_PATH = /(?:^|\/)(?:references?|examples?|docs?|tests?|fixtures?|evals?)\//i;

const OVERRIDE =
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+)?(?:(?:of\s+)?(?:the|your|any)\s+)?(?:previous|prior|above|earlier|system)\s+(?:instructions?|prompts?|rules|guidelines)\b/i;
const CONCEALMENT =
  /\b(?:do not|don't|never)\s+(?:tell|inform|mention|reveal|show|notify)\b[^.\n]{0,40}\b(?:the\s+)?user\b|\b(?:silently|secretly|without\s+(?:telling|informing|notifying|asking))\b|\b(?:send|post|upload|exfiltrate|forward)\b[^.\n]{0,80}\b(?:https?:\/\/|webhook|server)/i;

/** Dangers of a text file of a skill; one finding per rule and file. */
export function findDangers(text: string, path: string): Danger[] {
  const isExample = EXAMPLE_PATH.test(path);
  const found = isExample ? [] : PATTERNS.flatMap((pattern): Danger[] => firstMatch(text, pattern));
  return [...found, ...findOverrides(text)];
}

function firstMatch(text: string, { rule, pattern, isSevere }: Pattern): Danger[] {
  for (const match of text.matchAll(pattern)) {
    const start = text.lastIndexOf("\n", match.index) + 1;
    const end = text.indexOf("\n", match.index);
    if (WARNING_LINE.test(text.slice(start, end === -1 ? text.length : end))) continue;
    const found = match[0];
    return [{ rule, span: { start: match.index, end: match.index + found.length }, text: found.trim(), severe: isSevere?.(found) ?? false }];
  }
  return [];
}

/**
 * "Ignore previous instructions" alone is quoted by every skill about security. It counts in the same paragraph with
 * concealment or sending data away, and wherever people do not look: in HTML comments.
 */
function findOverrides(text: string): Danger[] {
  if (!OVERRIDE.test(text)) return [];
  const comments = [...text.matchAll(/<!--[\s\S]*?(?:-->|$)/g)];
  const paragraphs = [...text.matchAll(/(?:[^\n]+\n?)+/g)];
  const spots = [
    ...comments.map((match) => ({ match, severe: true })),
    ...paragraphs.filter(([paragraph]) => CONCEALMENT.test(paragraph)).map((match) => ({ match, severe: false })),
  ];
  for (const { match, severe } of spots) {
    const inner = OVERRIDE.exec(match[0]);
    if (inner === null) continue;
    const start = match.index + inner.index;
    return [{ rule: "instruction-override", span: { start, end: start + inner[0].length }, text: inner[0], severe }];
  }
  return [];
}
