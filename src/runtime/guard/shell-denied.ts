/** Finds the commands that a shell line might run, for rules that disallow: if in doubt, one too many. */
import { matchesWildcard } from "./wildcard.ts";

/** Longer lines cannot be judged: they would take too long. */
const MAX_LENGTH = 10_000;

/** Programs that start a command, which may begin at any of their arguments, also one that is expanded. */
const WRAPPER =
  /^(?:time|coproc|env|command|sudo|doas|su|nohup|exec|eval|iex|builtin|xargs|nice|timeout|setsid|watch|parallel|busybox|ssh|trap|at|function)$/;

/** Programs that run what they read, as shell commands or as code in another language. */
const INTERPRETER =
  /^(?:((?:[bcdkz]|ba|da|a|fi|mk|tc|pw)?sh|powershell|cmd|source|\.)|(?:python|perl|ruby|node|deno|bun|php|lua)[\d.]*)$/;

/** Programs whose arguments are names or texts; those of any other may be a command. */
const PLAIN =
  /^(?:git|docker|podman|kubectl|helm|p?npm|yarn|cargo|svn|hg|gh|aws|apt|brew|pip|echo|printf|e?grep|rg|man|which|type|test|\[|ls|cat|cd|cp|mv|mkdir|touch|diff|tee)$/;

/** Words before a command. */
const PREFIX = /^(?:[!{}]|if|then|elif|else|while|until|do|in|\w+(?:\[.*\])?\+?=.*)$/s;

/** Characters that a shell, `find` or `xargs` expands; `{`, `[` and `[[` alone are commands. */
const DYNAMIC = /[$*?]|\[[^\s[]|\{\S/;

type Words = readonly string[];

/** A command that may be any. */
const ANYTHING: Words = ["$"];

/** Returns whether a pattern forbids a line. */
export function forbidsLine(entry: string, line: string): boolean {
  if (line.length > MAX_LENGTH) return true;
  const folded = line.toLowerCase();
  const matches = commandMatcher(entry.toLowerCase().trim());
  // After an even number of backslashes, or in a comment, the line break ends the command.
  return [folded.replace(/\\\r?\n/g, ""), folded.replace(/\\+\r?\n/g, "\n")].flatMap(commandsOf).some(matches);
}

/**
 * Matches the words of a command, some of which a shell may expand: one that may become what the pattern names matches.
 * Options, each perhaps with a value, may precede any word but the first; the pattern's own options may be anywhere.
 */
function commandMatcher(pattern: string): (words: Words) => boolean {
  const isOpen = pattern.endsWith("*");
  const parts = wordsOf(pattern.replace(/(?::|\s)\*$/, ""));
  const names = parts.filter((part, at) => at === 0 || !part.startsWith("-"));
  const options = parts.slice(1).flatMap((part) => {
    if (!part.startsWith("-")) return [];
    return part.startsWith("--") ? part.replace(/\*+$/, "") : Array.from(part.slice(1), (letter) => `-${letter}`);
  });
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

/** Whether a word may be an option of the pattern: written together, abbreviated, or in its other form, by its initial. */
function hasOption(word: string, option: string): boolean {
  if (mayBecome(word, option)) return true;
  const [name = ""] = word.split("=");
  const [initial = ""] = option.replace(/^-+/, "");
  if (!/^-+[^-]/.test(name)) return false;
  if (!name.startsWith("--")) return name.includes(initial);
  return option.startsWith("--") ? option.startsWith(name) || name.startsWith(option) : name[2] === initial;
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

/** `git add:*` and `git add *` match the command alone, or followed by a space and anything. */
export function matchesCommand(entry: string, text: string): boolean {
  const prefix = /^(.+?)(?::| )\*$/s.exec(entry)?.[1];
  if (prefix === undefined) return matchesWildcard(entry, text);
  return matchesWildcard(prefix, text) || matchesWildcard(`${prefix} *`, text);
}

/** Options and words by which a program starts another; after the program, the word before them or `-` for any option. */
const STARTS =
  /^(?:git (?:(?:-|clone) -c|clone -u|(?:rebase|difftool) -x|grep -O|\S+ (?:--(?:exe|conf|up|rece|ext|open)|ext::|(?:foreach|filter-branch|run)$))|(?:find|fd\w*) \S+ (?:-(?:exec|ok|delete|[xX]$)|--exec)|tar \S+ (?:-\w*[IF]|--(?:to-|check|use-))|rsync \S+ (?:-\w*e|--rsh)|rg \S+ --pre|sort \S+ --comp|\w*awk .*(?:system|\|))/s;

/** Whether a command starts another program by an option that its pattern does not name. */
export function startsOther(entry: string, text: string): boolean {
  const [program = "", ...words] = wordsOf(unquote(text)).map(show);
  const [first = ""] = words;
  return words.some(
    (word) => !entry.includes(word) && STARTS.test(`${baseOf(program)} ${first.startsWith("-") ? "-" : first} ${word}`),
  );
}

/** Returns the words of every command that the line might run. */
function commandsOf(line: string): readonly Words[] {
  // In these, quotes have another meaning, or a part of a quoted string is a command.
  const isLoose = /`|\$[('"]|[<>]\(|<<|(?:^|[\s;&|()])#|system|popen/.test(line);
  // The output of a command in backticks may be one.
  const plain = isLoose ? [line.replace(/['"\\]/g, "").replaceAll("`", "$$`"), unquote(line)] : [unquote(line)];
  // A redirection may be anywhere in a command, also before it.
  const bare = plain.map((text) => text.replace(/[\d&]*[<>]+[&|]?[ \t]*[^\s;&|<>()]+/g, " "));
  return [...plain, ...bare].flatMap((text) => text.split(/[;&|\n\r`()]+|\s-(?:exec|ok)\w*\s/).flatMap(candidates));
}

/** Returns a command without its prefixes, and those that its words may start. */
function candidates(text: string): readonly Words[] {
  const words = wordsOf(text);
  const values = words.flatMap(valuesOf);
  while (words[0] !== undefined && PREFIX.test(words[0])) words.shift();
  const [program] = words;
  if (program === undefined) return values;
  const isPlain = PLAIN.test(baseOf(program));
  const from = isPlain ? startIn(words) : 0;
  const rest = from < 0 ? "" : show(words.slice(from + 1).join(" ")).replace(/['"\\]/g, "");
  const tails = partsOf(rest, /[\s=<>:,]+/).flatMap((part) =>
    // Longer ones would take too long.
    part.length > 500 ? [ANYTHING] : part.map((_, at) => part.slice(at)),
  );
  const all = [words, ...tails];
  if (all.some(isUnjudged)) return [ANYTHING];
  // A program whose name is expanded may be a wrapper, and any other may start one.
  const isWrapper = DYNAMIC.test(program) || all.some(([name = ""]) => starts(baseOf(name)));
  return [words, ...values, ...(isWrapper ? tails : tails.filter(isLiteral))];
}

/** The index of the word before a command among the arguments of a plain program; -1 if there is none. */
function startIn(words: Words): number {
  const at = words.findIndex((word) => /^(?:exec|dlx|run|foreach|--pre|--open.*)$/.test(word));
  // Lines are folded: this is `git grep -O`.
  return at < 0 && words.includes("grep") ? words.findIndex((word) => /^-o./.test(word)) - 1 : at;
}

/** In arguments, `.` is a directory. */
function starts(base: string): boolean {
  return WRAPPER.test(base) || (base !== "." && INTERPRETER.test(base));
}

/** The commands in a quoted string, and in the value of a variable or an option. */
function valuesOf(word: string): readonly Words[] {
  const shown = show(word);
  const value = shown.slice(shown.indexOf("=") + 1).replace(/^[\s!|:+]+/, "");
  return value === word ? [] : partsOf(value).filter(isLiteral);
}

function isLiteral([program = ""]: Words): boolean {
  return program.search(DYNAMIC) !== 0;
}

/** Whether a program reads its commands, gets them as code in another language, or as arguments from its input. */
function isUnjudged([program = "", ...words]: Words): boolean {
  const base = baseOf(program);
  const given = words.filter((word) => !/^[\d&]*[<>]/.test(word));
  const [first = "-"] = given;
  if (/^(?:xargs|parallel)$/.test(base))
    return (
      given.some((word) => /^-\w*[ij]|^--r/.test(word)) || first === "-" || given.some((word) => starts(baseOf(word)))
    );
  if (base === "at") return true;
  const [isKnown, isShell] = INTERPRETER.exec(base) ?? [];
  if (!isKnown || /^--(?:version|help)$/.test(first)) return false;
  if (first.startsWith("/dev/") || (base !== "." && given.every((word) => /^[-+]/.test(word)))) return true;
  return !isShell && /^(?:-.*|eval)$/.test(first) && given.some((word) => /^-\w*[cepr]|eval/.test(word));
}

function partsOf(text: string, separator?: RegExp): readonly Words[] {
  return text.split(/[;&|\n`()]+/).map((part) => wordsOf(part, separator));
}

function wordsOf(text: string, separator = /\s+/): string[] {
  return text.split(separator).filter((word) => word !== "");
}

function baseOf(program: string): string {
  return program.replace(/^.*[\\/]/s, "").replace(/\.exe$/, "");
}

/** Removes quotes and backslashes, and hides the characters that have no meaning inside quotes. */
function unquote(line: string): string {
  let text = "";
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (quote === "" ? /['"]/.test(char) : char === quote) quote = quote === "" ? char : "";
    else if (char === "\\" && quote !== "'") text += hide(line.charAt(++at));
    else text += quote === "" || (quote === '"' && char === "$") ? char : hide(char);
  }
  return text;
}

function hide(char: string): string {
  return /[\s;&|<>()$*?[{]/.test(char) ? String.fromCharCode(0xe000 + char.charCodeAt(0)) : char;
}

function show(text: string): string {
  return text.replace(/[\ue000-\ue0ff]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xe000));
}
