/** Finds the commands that a shell line might run, for rules that disallow: if in doubt, one too many. */
import { splitAtBlanks } from "../render/split-arguments.ts";
import { judge } from "./judge-command.ts";
import { baseOf, hasIndex, show, unquote } from "./shell-words.ts";
import { matchesWildcard } from "./wildcard.ts";

/** Longer lines cannot be judged: they would take too long. */
const MAX_LENGTH = 10_000;

/** Words before a command. */
const PREFIX = /^(?:[!{}]|if|then|elif|else|while|until|do|in|\w+(?:\[.*\])?\+?=.*)$/s;

/** Characters that a shell, `find` or `xargs` expands; `{`, `[` and `[[` alone are commands. */
const DYNAMIC = /[$*?]|\[[^\s[]|\{\S/;

type Words = readonly string[];

/** Stands for a command that cannot be determined: it matches every pattern. */
const ANYTHING: Words = ["$"];

/** Returns whether a pattern forbids a line. */
export function forbidsLine(entry: string, line: string): boolean {
  if (line.length > MAX_LENGTH) return true;
  const matches = commandMatcher(entry.toLowerCase().trim());
  // After an even number of backslashes, or in a comment, the line break ends the command.
  return [line.replace(/\\\r?\n/g, ""), line.replace(/(?<!\\)\\+\r?\n/g, "\n")]
    .flatMap(commandsOf)
    .some((words) => matches(words.map((word) => word.toLowerCase())));
}

/**
 * Matches the words of a command, some of which a shell may expand: one that may become what the pattern names matches.
 * Options, each perhaps with a value, may precede any word but the first; the pattern's own options may be anywhere.
 */
function commandMatcher(pattern: string): (words: Words) => boolean {
  const isOpen = pattern.endsWith("*");
  const parts = splitAtBlanks(pattern.replace(/(?::|\s)\*$/, ""));
  const names = parts.filter((part, at) => at === 0 || !part.startsWith("-"));
  // The letters of short options, the initial of a long one.
  const options = parts
    .slice(1)
    .flatMap((part) => (part.startsWith("-") ? [...part.replace(/^-(?:-(.).*)?/s, "$1")] : []));
  return (words) => {
    let ends = new Set([0]);
    for (const [index, name] of names.entries()) {
      const next = new Set<number>();
      // Includes those that are added meanwhile.
      for (const at of ends) {
        const word = words[at];
        if (word === undefined) continue;
        const texts = index === 0 ? namesOf(word) : [word];
        if (texts.some((text) => mayBecome(text, name))) return true;
        if (texts.some((text) => matchesWildcard(name, show(text)))) next.add(at + 1);
        if (index > 0 && word.startsWith("-")) ends.add(at + 1).add(at + 2);
        if (index > 0 && name.includes("*")) ends.add(at + 1);
      }
      ends = next;
    }
    // What follows may be empty after the expansion.
    const last = isOpen || options.length > 0 ? 0 : words.findLastIndex((word) => !DYNAMIC.test(word)) + 1;
    const isNamed = [...ends].some((at) => at >= last && at <= words.length);
    return isNamed && options.every((option) => words.some((word) => hasOption(word, option)));
  };
}

/** Whether a word may be an option of the pattern: written together, abbreviated, or in its other form. */
function hasOption(word: string, letter: string): boolean {
  if (mayBecome(word, `--${letter}`)) return true;
  const [name = ""] = word.split("=");
  // The pattern `-*` is any option.
  return /^-./.test(name) && (letter === "*" || (name.startsWith("--") ? name[2] === letter : name.includes(letter)));
}

/** Whether a shell may expand a word to a name: its part before the expansion can begin it. */
function mayBecome(word: string, name: string): boolean {
  const at = word.search(DYNAMIC);
  if (at < 0) return false;
  const known = show(word.slice(0, at));
  const [literal = ""] = name.split("*");
  return literal.startsWith(known) || (name.includes("*") && known.startsWith(literal));
}

/** A program with and without its directory, or after an option that it is written together with. */
function namesOf(program: string): readonly string[] {
  const names = [program, baseOf(program)];
  return /^-\w/.test(program) ? [...names, ...Array.from(program, (_, at) => program.slice(at))] : names;
}

/** Returns the words of every command that the line might run. */
function commandsOf(line: string): readonly Words[] {
  const text = unquote(line);
  // In these, quotes have another meaning, or a part of a quoted string is a command.
  const isLoose = /`|\$[('"]|[<>]\(|<<|(?:^|[\s;&|()])#/.test(line);
  // The output of a command in backticks may be one.
  const plain = isLoose ? [line.replace(/['"\\]/g, "").replaceAll("`", "$$`"), text] : [text];
  // A redirection may be anywhere in a command, also before it.
  const bare = plain.map((each) => each.replace(/[\d&]{0,9}[<>]{1,3}[&|]?[ \t]{0,99}[^\s;&|<>()]+/g, " "));
  return hasIndex(text)
    ? [ANYTHING]
    : [...plain, ...bare].flatMap((each) =>
        each.split(/[;&|\n\r`()]+|\s-(?:exec|ok)\w*\s/).flatMap((part) => candidates(splitAtBlanks(part))),
      );
}

/** Returns a command without its prefixes, and those that its words may start. */
function candidates(words: Words): readonly Words[] {
  const from = words.findIndex((word) => !PREFIX.test(word));
  const before = from < 0 ? words : words.slice(0, from);
  return [
    ...before.filter((word) => word.includes("=")).flatMap(valuesOf),
    ...(from < 0 ? [] : startedBy(words.slice(from))),
  ];
}

/** Names of variables that programs read as code or options. */
const CODE = /opt|config|flags|env$|perl5|ps4|prompt/i;

/** The commands in the value of a variable. */
function valuesOf(word: string): readonly Words[] {
  const [name = "", ...value] = word.split("=");
  return CODE.test(name) || /[\ue022\ue024\ue027\ue05c\ue060]/.test(word) ? [ANYTHING] : tailsOf(show(value.join("=")));
}

/** The commands of which the first begins with the first word. */
function startedBy(words: Words): readonly Words[] {
  const verdict = judge(words);
  // A program that is not known may start a command that is not known.
  const isOpen =
    verdict === undefined && [words[0] as string, words.slice(1).join(" ")].every((text) => DYNAMIC.test(text));
  if (verdict?.[0] === 2 || isOpen) return [ANYTHING];
  // A script may start what it gets.
  const isKnown =
    verdict?.[0] === 0 &&
    !/^(?:source|\.|.*sh)$/.test(baseOf(words[0] as string)) &&
    !words.some((word) => DYNAMIC.test(word));
  return [
    words,
    ...(verdict?.[1] ? candidates(words.slice(verdict[1])) : []),
    ...(isKnown ? [] : tailsOf(show(words.slice(1).join(" ")))),
  ];
}

/** The commands that may begin at any word of a text, also after a sign, as in `--option=command`. */
function tailsOf(text: string): readonly Words[] {
  return text
    .replace(/['"\\]/g, "")
    .split(/[;&|\n`()]+/)
    .flatMap((part) => {
      const words = splitAtBlanks(part, /[\s=<>:,{}!@+]+/);
      // Longer ones would take too long.
      return words.length > 200 ? [ANYTHING] : words.flatMap((_, at) => startedAt(words.slice(at)));
    });
}

function startedAt(words: Words): readonly Words[] {
  const [program = ""] = words;
  const [risk, inner] = (program === "." ? undefined : judge(words)) ?? [0, 0];
  if (risk === 2) return [ANYTHING];
  return [...(program.search(DYNAMIC) === 0 ? [] : [words]), ...(inner > 0 ? [words.slice(inner)] : [])];
}
