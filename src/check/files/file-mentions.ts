import { trimEndOf } from "../../model/trim.ts";
import { isUsualEvalPath } from "../evals/eval-paths.ts";

/**
 * Finds the files that texts of a skill mention: by path, name, stem or directory. Of a text, only the set of mentioned
 * files is kept. Takes linear time for any number of files, and ends when every file is reached, usually after the
 * SKILL.md.
 */
interface MentionGraph {
  /** `from` is the path of the text, or "SKILL.md". */
  add(from: string, text: string): void;
  /** In the order of the files. */
  unreachable(): readonly string[];
}

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_./\\-]*/gu;

/** Up to this number, searching for each name is faster than reading word by word. */
const FEW_NAMES = 32;
const MAX_MENTIONS = 100_000;
/** Shorter stems occur everywhere. */
const SHORT_NAME = 3;

/** Clients, license tools, test runners and package managers find these files without a mention. */
const EXEMPT_NAME =
  /^(?:\.|__init__\.[^]|(?:LICEN[CS]E|COPYING|NOTICE|README|CHANGELOG|AUTHORS|CONTRIBUTING|AGENTS?|CLAUDE|GEMINI)(?:\.|$)|(?:package(?:-lock)?\.json|pyproject\.toml|requirements[^]*\.txt|tsconfig[^]*\.json|uv\.lock|(?:plugin|marketplace)\.json|(?:evals?|trigger|eval_queries|trigger_tests)\.(?:json|ya?ml)|openai\.ya?ml|_meta\.json|skill\.(?:json|ya?ml|toml)|gemini-extension\.json)$|[^]+\.test\.[^]|test_[^]|[^]+_test\.[^])/i;
const EXEMPT_DIRECTORY = /^(?:evals?|evaluations?|tests?|\.[^/]+)\//i;

function isExempt(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return EXEMPT_DIRECTORY.test(path) || EXEMPT_NAME.test(name) || isUsualEvalPath(path);
}

/** Files through which clients find others: icons, scripts, prompts. */
const COMPANION =
  /(?:^|\/)(?:openai\.ya?ml|_meta\.json|skill\.(?:json|ya?ml|toml)|(?:plugin|marketplace|gemini-extension)\.json|package\.json|pyproject\.toml|hooks\.json|\.mcp\.json)$/i;

export function createMentionGraph(files: readonly string[]): MentionGraph {
  const names = indexNames(files);
  const waiting = new Map<number, ReadonlySet<number>>();
  const lost = new Set(files.keys());
  const lostNames = countNames(files);
  let mentions = 0;
  const indexOf = new Map(files.map((path, index) => [path, index]));
  // Clients read these companions, whether or not the SKILL.md mentions them, so what they name is used.
  const companions = new Set(files.filter((path) => COMPANION.test(path)));
  const reach = (named: ReadonlySet<number>): void => {
    const stack = [...named];
    for (let index = stack.pop(); index !== undefined; index = stack.pop())
      if (lost.delete(index)) {
        lostNames.remove(files[index] as string);
        for (const next of waiting.get(index) ?? []) stack.push(next);
      }
  };
  return {
    add(from, text) {
      if (lost.size === 0) return;
      const named = new Set<number>();
      const words = new Set<string>();
      for (const word of candidates(text, lostNames.first())) {
        if (words.has(word)) continue;
        words.add(word);
        addMentioned(word, names, named);
        if (named.size === files.length) break;
      }
      if (text.length >= names.shortestOdd)
        for (const { name, index } of names.odd) if (text.includes(name)) named.add(index);
      const own = indexOf.get(from);
      if (own === undefined || !lost.has(own) || companions.has(from)) return reach(named);
      waiting.set(own, named);
      mentions += named.size;
      // The files all mention each other: the result is not worth the memory.
      if (mentions > MAX_MENTIONS) lost.clear();
    },
    unreachable: () => files.filter((path, index) => lost.has(index) && !isExempt(path)),
  };
}

interface NameIndex {
  /** Also without extension. */
  readonly byName: Map<string, Set<number>>;
  readonly byDirectory: Map<string, Set<number>>;
  /** A name with spaces, brackets and so on is not one word: it is searched for as it is. */
  readonly odd: { readonly name: string; readonly index: number }[];
  /** UTF-16 units. */
  shortestOdd: number;
}

function indexNames(files: readonly string[]): NameIndex {
  const names: NameIndex = {
    byName: new Map(),
    byDirectory: new Map(),
    odd: [],
    shortestOdd: Number.POSITIVE_INFINITY,
  };
  for (const [index, path] of files.entries()) {
    const segments = path.split("/");
    const name = segments.pop() as string;
    note(names.byName, name, index);
    const stem = withoutExtension(name);
    if (stem !== name) note(names.byName, stem, index);
    for (const directory of segments) note(names.byDirectory, directory, index);
    if (/^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(name)) continue;
    names.odd.push({ name, index });
    names.shortestOdd = Math.min(names.shortestOdd, name.length);
  }
  return names;
}

function withoutExtension(name: string): string {
  return name.replace(/(?!^)\.[^.]+$/, "");
}

/** Strings that mention an unreached file: its stem, or one of its directories. */
interface LostNames {
  remove(path: string): void;
  /** All if they are few, else some. */
  first(): readonly string[];
}

/** Counts names instead of collecting them for each text: a thousand files may share one, and each may be a text. */
function countNames(files: readonly string[]): LostNames {
  const uses = new Map<string, number>();
  const change = (path: string, by: number): void => {
    const segments = path.split("/");
    const stem = withoutExtension(segments.pop() as string);
    for (const name of new Set([...segments, stem])) {
      const count = (uses.get(name) ?? 0) + by;
      if (count === 0) uses.delete(name);
      else uses.set(name, count);
    }
  };
  for (const path of files) change(path, 1);
  return {
    remove: (path) => change(path, -1),
    first: () => {
      const names: string[] = [];
      for (const name of uses.keys()) {
        if (names.length > FEW_NAMES) break;
        names.push(name);
      }
      return names;
    },
  };
}

/**
 * `references/forms.md` mentions the file, not its directory; `references/` and `references` mention all files in it.
 */
function addMentioned(word: string, { byName, byDirectory }: NameIndex, named: Set<number>): void {
  const take = (found: Set<number> | undefined): void => {
    for (const index of found ?? []) named.add(index);
  };
  const segments = word.split(/[/\\]/);
  const last = segments.pop() as string;
  if (last === "" || /^[.-]*$/.test(last)) return take(byDirectory.get(segments.at(-1) ?? ""));
  const name = trimEndOf(last, ".-");
  take(byName.get(name));
  take(byName.get(last));
  if (segments.length === 0 || !name.includes(".")) take(byDirectory.get(name));
  // `from office.validate import check`, `helpers.soffice`: modules are mentioned without their extension.
  if (name.includes(".")) for (const part of name.split(".")) take(byName.get(part));
}

/** Characters on both sides of a name: paths are shorter, and minified text has no spaces. */
const REACH = 300;
const BLANK = 0x20;

/** Returns the words that may mention one of a few names; all words if there are many names. */
function* candidates(text: string, names: readonly string[]): Generator<string> {
  if (names.length > FEW_NAMES || names.some((name) => name.length < SHORT_NAME)) {
    for (const [word] of text.matchAll(WORD)) yield word;
    return;
  }
  for (const name of names) {
    let next = 0;
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, next)) {
      let start = at;
      let end = at + name.length;
      while (start > 0 && at - start < REACH && text.charCodeAt(start - 1) > BLANK) start--;
      while (end < text.length && end - at < REACH && text.charCodeAt(end) > BLANK) end++;
      // No word contains a space, so these words are complete.
      for (const [word] of text.slice(start, end).matchAll(WORD)) yield word;
      next = Math.max(at + name.length, end - name.length);
    }
  }
}

function note(map: Map<string, Set<number>>, key: string, index: number): void {
  const set = map.get(key);
  if (set === undefined) map.set(key, new Set([index]));
  else set.add(index);
}

/** A directory of orphans is reported once. */
export function groupByDirectory(
  orphans: readonly string[],
  all: readonly string[],
): { readonly path: string; readonly files: readonly string[] }[] {
  const lost = new Set(orphans);
  const kept = new Set<string>();
  for (const path of all) if (!lost.has(path)) for (const directory of directoriesOf(path)) kept.add(directory);
  const groups = new Map<string, string[]>();
  for (const file of orphans) {
    const whole = directoriesOf(file).find((directory) => !kept.has(directory)) ?? file;
    const group = groups.get(whole);
    if (group === undefined) groups.set(whole, [file]);
    else group.push(file);
  }
  return [...groups].map(([path, files]) => ({
    path: files.length === 1 ? (files[0] as string) : path,
    files,
  }));
}

/** `a/b/c.md` is in `a/` and in `a/b/`. */
function directoriesOf(path: string): string[] {
  const directories: string[] = [];
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) directories.push(path.slice(0, at + 1));
  return directories;
}
