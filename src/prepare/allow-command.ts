/** Decides which commands may run, and how: only those that the user listed. */
import { findGitEffect } from "./git-arguments.ts";
import { splitWords } from "../runtime/render/split-arguments.ts";

/** How a command runs: as it is written, by a shell, or as a program with its arguments, without a shell. */
type CommandDecision =
  | { readonly refused: string }
  | { readonly refused?: undefined; readonly words?: readonly string[] };

/**
 * Returns how a command may run, or why it must not.
 *
 * A pattern is an exact command, which a shell runs, or a prefix followed by `*`. A prefix allows one program with
 * literal arguments, which runs without a shell: with `git *` listed, `git status; rm -rf .` is refused, because the rest
 * of the line is another program, and `git log $HOME`, because only a shell can expand it.
 *
 * @example
 * decideCommand("date | cut -c1-4", ["date | cut -c1-4"]); // {}
 * decideCommand("git log -3", ["git log *"]); // { words: ["git", "log", "-3"] }
 * decideCommand("git log | sh", ["git log *"]); // { refused: 'it contains "|", and "git log *" allows only plain …' }
 */
export function decideCommand(command: string, allow: readonly string[]): CommandDecision {
  const text = command.trim();
  if (allow.includes(text)) return {};
  let decision: CommandDecision = { refused: "prepare.shell.allow does not list it" };
  for (const pattern of allow) {
    if (!pattern.endsWith("*") || !text.startsWith(pattern.slice(0, -1))) continue;
    decision = decideByPrefix(text, pattern);
    if (decision.refused === undefined) return decision;
  }
  return decision;
}

function decideByPrefix(text: string, pattern: string): CommandDecision {
  const split = splitPlain(text);
  if ("fault" in split)
    return {
      refused: `it ${split.fault}, and ${JSON.stringify(pattern)} allows only plain commands; list it exactly to allow it`,
    };
  const [program = ""] = split.words;
  const isNamed = !program.slice(openName(pattern.slice(0, -1))).includes("/");
  if (!isNamed || program === "" || program.startsWith("-") || program.includes("="))
    return {
      refused: `${JSON.stringify(pattern)} does not allow the program ${JSON.stringify(program)}; list it exactly to allow it`,
    };
  const effect = findGitEffect(split.words, fixedWords(pattern.slice(0, -1)));
  if (effect !== undefined)
    return {
      refused: `with ${JSON.stringify(effect.word)}, git may ${effect.does}; list it exactly to allow it`,
    };
  return split;
}

function fixedWords(prefix: string): number {
  const split = splitPlain(prefix);
  if ("fault" in split) return 0;
  return split.words.length - (/[ \t]$/.test(prefix) || prefix === "" ? 0 : 1);
}

/**
 * Returns the length of the part of a program's name that a prefix fixes; Infinity if it fixes the whole name. "tide*"
 * lists programs, not "tide/x", which is a file of the skill, nor "tide/../../bin/sh".
 */
function openName(prefix: string): number {
  const split = splitPlain(prefix);
  if ("fault" in split) return 0;
  const [name = "", ...more] = split.words;
  return more.length > 0 || /[ \t]$/.test(prefix) ? Infinity : name.length;
}

/**
 * As much of a text as every shell reads in the same way and expands nothing of. Left out, because a shell gives them a
 * meaning: operators, `$`, backquotes, backslashes, globs, control characters, braces other than the `@{…}` of a git
 * revision; `#`, `!` and `~` at the start of a word, and `~` after `=` or `:`.
 */
const PLAIN =
  /(?:[ \t]|'[^'\p{Cc}]*'|"[^"$`\\\p{Cc}]*"|@\{[\w-]*\}|(?<![ \t]|^)[#!]|(?<![ \t]|^|[=:]['"]{0,9})~|[^\s'"$`\\;&|<>()*?[\]{}~#!\p{Cc}])*/u;

function splitPlain(text: string): { readonly words: readonly string[] } | { readonly fault: string } {
  const at = PLAIN.exec(text)?.[0].length ?? 0;
  return at < text.length ? { fault: faultAt(text, at) } : { words: splitWords(text, "any").words };
}

function faultAt(text: string, at: number): string {
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (char !== "'" && char !== '"') return `contains ${JSON.stringify(char)}`;
  const end = text.indexOf(char, at + 1);
  if (end === -1) return `has no closing ${char === "'" ? "single" : "double"} quote`;
  const [inner = char] = /[$`\\]|\p{Cc}/u.exec(text.slice(at + 1, end)) ?? [];
  return `contains ${JSON.stringify(inner)} in quotes`;
}
