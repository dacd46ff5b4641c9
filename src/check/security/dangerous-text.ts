/**
 * Finds commands and instructions that a skill should not contain. The patterns are few and structural: each was
 * checked against 909 public skills, and single words never count.
 */
import type { TextSpan } from "../../model/source.ts";
import { markStrings, readMarks, type TextMark, type TextMarks } from "../../model/text-marks.ts";
import { READ_BY_MODELS } from "../size/check.ts";
import { isMention } from "./command-mention.ts";

type DangerRule =
  | "pipe-to-shell"
  | "destructive-command"
  | "tls-verification-off"
  | "data-to-raw-address"
  | "home-path";

interface Danger {
  readonly rule: DangerRule;
  readonly span: TextSpan;
  readonly text: string;
  /** For the message; "" if the match is not severe. */
  readonly severe: string;
}

interface Pattern {
  readonly rule: DangerRule;
  readonly pattern: RegExp;
  /** A text without it needs no search. */
  readonly mark: TextMark;
  readonly severe?: (found: string) => string;
  /** What must follow some matches in the next `REACH` characters; it is part of the command. */
  readonly rest?: Readonly<Record<string, RegExp>>;
  readonly isMeant?: (found: string) => boolean;
  /** Whether skills about security usually only name the command. */
  readonly isOftenMentioned?: true;
}

const RAW_ADDRESS = String.raw`https?:\/\/(?!(?:127|10|0)\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)\d{1,3}(?:\.\d{1,3}){3}\b`;

/** Repetitions are bounded, so that no text is slow to match. */
const PATTERNS: readonly Pattern[] = [
  {
    rule: "pipe-to-shell",
    pattern: new RegExp(
      [
        String.raw`\b(?:curl|wget)\b[^\n|;&\u0060]{1,400}\|\s{0,20}(?:sudo\s{1,20}(?:-\w{1,20}\s{1,20}){0,9})?(?:(?:ba|z|da)?sh\b|(?:python3?|node|perl|ruby)(?:\s{1,9}-)?(?=\s{0,9}(?:$|[\n\u0060;&|])))`,
        // bash <(curl …) and sh -c "$(curl …)"
        String.raw`\b(?:ba|z|da)?sh\s{1,9}(?:-\w{1,20}\s{1,9}){0,5}(?:<\(|["']?\$\()\s{0,9}(?:curl|wget)\b[^\n)]{1,400}\)`,
        String.raw`\b(?:irm|iwr|Invoke-RestMethod|Invoke-WebRequest)\b[^\n|]{1,400}\|\s{0,20}(?:iex|Invoke-Expression)\b`,
      ].join("|"),
      "g",
    ),
    mark: markStrings([["curl"], ["wget"], ["|iex"], [" iex"], ["nvoke-Expression"]]),
    severe: (found) =>
      /\bsudo\b/.test(found)
        ? "as root"
        : /\bhttp:\/\/(?!localhost\b|127\.)/.test(found)
          ? "over an unencrypted connection"
          : /https?:\/\/\d{1,3}(?:\.\d{1,3}){3}\b/.test(found) && !/\/\/127\./.test(found)
            ? "from a bare IP address"
            : "",
  },
  {
    rule: "destructive-command",
    pattern:
      /\brm(?:\s{1,9}-[a-zA-Z-]{1,30}){1,19}\s{1,9}["']?(?:\/\*?|~\/?\*?|\$HOME\/?\*?|\$\{HOME\}\/?\*?)["']?\/?(?=\s|$|[;&|`)"'])/g,
    isMeant: (found) => found.split(/\s/).some((word) => /^-[a-z]+$/i.test(word) && /r/i.test(word)),
    // Two spaces are any white space and more of it.
    mark: markStrings([["rm -"], ["rm  "]]),
    isOftenMentioned: true,
  },
  {
    rule: "tls-verification-off",
    pattern: /\bNODE_TLS_REJECT_UNAUTHORIZED\s{0,9}=\s{0,9}["']?0|\bcurl\b|\bverify\s{0,9}=\s{0,9}False\b|\bgit\b/g,
    rest: { curl: /^[^\n|]*\s(?:-k|--insecure)(?![\w-])/, git: /^[^\n]*http\.sslVerify[= ]false/ },
    mark: markStrings([["NODE_TLS_REJECT_UNAUTHORIZED"], ["curl"], ["verify", "False"], ["sslVerify"]]),
  },
  {
    // A command that sends data, and an address that is neither local, private nor for documentation.
    rule: "data-to-raw-address",
    pattern: new RegExp(
      String.raw`\b(?:curl|wget)\b(?=[^\n]{0,400}\s(?:-d|-F|-T|--data[\w-]{0,20}|--form|--upload-file|--post-(?:data|file)|-X\s{0,9}(?:POST|PUT))\b)[^\n]{1,400}?(${RAW_ADDRESS})|\brequests\.(?:post|put)\(\s{0,9}["'](${RAW_ADDRESS})`,
      "g",
    ),
    mark: markStrings([["curl"], ["wget"], ["requests."]]),
  },
  {
    rule: "home-path",
    pattern:
      /(?:(?<![\w.:/~$}-])(?<!\]\(<?)(?:file:\/\/)?(?:(?:\/mnt)?(?:\/[a-z])?\/Users\/|(?:\/var|\/usr|\/export)?\/home\/)|(?<![\w$}])[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/))(?!(?:user|users|username|you|your|your[-_]?name|me|myuser|name|runner|ubuntu|node|app|vscode|coder|linuxbrew|jovyan|oai|dev|developer|admin|administrator|agent|sandbox|example|foo|someone|shared|public|default|USER|USERNAME|Public|Default|Administrator)\b|\$|<|\{|\[|\*|%)[A-Za-z][\w.-]*[\\/]/g,
    mark: markStrings([["/Users"], ["\\Users"], ["/home/"]]),
  },
];

const WARNING_LINE =
  /\b(?:never|do not|don't|avoid|dangerous|must not|forbidden|block(?:ed|s)?|den(?:y|ied)|reject|refuse[sd]?|prevent(?:s|ed)?|destructive|malicious)\b|❌|🚫/i;
/** A text with this many warnings is about dangerous commands. */
const MAX_CANDIDATES = 200;
/** These texts usually contain examples of bad commands. */
const EXAMPLE_PATH = /(?:^|\/)(?:references?|examples?|docs?|tests?|__tests__|fixtures?|evals?|testdata)\//i;

/** Returns the first of each kind. */
export function findDangers(text: string, path: string, marks: TextMarks = readMarks(text)): Danger[] {
  const likely = PATTERNS.filter(({ mark }) => marks.may(mark));
  if (likely.length === 0 || EXAMPLE_PATH.test(path)) return [];
  return likely.flatMap((pattern) => firstMatch(text, pattern, READ_BY_MODELS.test(path)));
}

/** Characters after a program in which its options are searched. */
const REACH = 200;

/** Undefined if the match is another command. */
function commandAt(text: string, { 0: start, index }: RegExpExecArray, { rest, isMeant }: Pattern): string | undefined {
  const end = index + start.length;
  const more = rest?.[start]?.exec(text.slice(end, end + REACH));
  if (more === null || isMeant?.(start) === false) return undefined;
  return start + (more?.[0] ?? "");
}

function firstMatch(text: string, danger: Pattern, isProse: boolean): Danger[] {
  const { rule, pattern, severe, isOftenMentioned } = danger;
  let tried = 0;
  for (const match of text.matchAll(pattern)) {
    const { index } = match;
    const found = commandAt(text, match, danger);
    if (found === undefined) continue;
    if (++tried > MAX_CANDIDATES) return [];
    // In a very long line, a warning far away is about something else.
    const before = text.slice(Math.max(0, index - 200), index);
    const [after = ""] = text.slice(index, index + 400).split("\n");
    if (WARNING_LINE.test(before.slice(before.lastIndexOf("\n") + 1) + after)) continue;
    const span = { start: index, end: index + found.length };
    if (isOftenMentioned && isMention(text, span, isProse)) continue;
    return [{ rule, span, text: found.trim(), severe: severe?.(found) ?? "" }];
  }
  return [];
}
