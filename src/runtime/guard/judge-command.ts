/** Judges the words of a command by the table of programs. */
import { isHarmlessCode } from "./harmless-code.ts";
import { PROGRAMS } from "./programs.ts";
import { baseOf, show } from "./shell-words.ts";

/**
 * What a command may start (0: only the command inside it; 1: also what one of its words names; 2: anything), and the index
 * of the word where the command inside it begins, 0 if there is none.
 */
export type Ruling = readonly [risk: number, inner: number];

type Row = readonly [kind: string, short: readonly RegExp[], words: readonly string[]];

let rows: ReadonlyMap<string, Row> | undefined;

function rowOf(name: string): Row | undefined {
  rows ??= new Map(
    PROGRAMS.split("\n").flatMap((line) => {
      const [names = "", kind = "", letters = "", ...words] = line.split(" ");
      const row: Row = [kind, letters.split("/").map(shortOptions), words];
      return names.split(",").map((each) => [each, row] as const);
    }),
  );
  return rows.get(name);
}

/** Returns an expression for a word of short options, with the one that takes code, or the next word, as its groups. */
function shortOptions(letters: string): RegExp {
  const [plain = "", values = "", attached = "", code = ""] = letters.split(":");
  return new RegExp(
    plain.startsWith("^")
      ? `^-[${plain}\\W]*(?:[^\\w-].*)?$`
      : `^-[${plain}]*?(?:([${code}])|([${values}])|[${values}].+|[${attached}].*)?$`,
    "s",
  );
}

/** Version numbers end the names of some programs. */
function nameOf(word = ""): string {
  return baseOf(show(word)).replace(/([a-z+])-?\d[\d.]*$/, "$1");
}

/** Whether a word is an option of a list, perhaps with a value, or a number. */
function isListed(word: string, options: readonly string[]): boolean {
  return /^-\d+$/.test(word) || options.includes(word.replace(/^(--[^=]*).*/s, "$1"));
}

/** What another program reads as a sign: quotes, expansions, substitutions. */
const SIGNS = /[\ue022\ue024\ue027\ue028\ue02a\ue03c\ue03f\ue05b\ue05c\ue060\ue07b]/;

/** Braces that a shell may turn into an option and its value. */
const BRACES = /^(?:-.*)?\{[^}]/s;

/** Files that are the input of a process, also from a directory such as `/proc/self/fd`, and modules that read code. */
const INPUT =
  /^\/+(?:dev|proc)\/|(?:^|\/)(?:stdin|\d+|-)$|^(?:code|pdb|asyncio|sqlite3|timeit|c?[Pp]rofile|trace|runpy|imaplib|webbrowser|inspect)$/;

/**
 * Judges a command; undefined if its program is not in the table.
 *
 * @param words As `unquote` leaves them.
 * @param isNamed Whether a pattern names the word at an index, which is then not judged.
 */
export function judge(words: readonly string[], isNamed: (at: number) => boolean = () => false): Ruling | undefined {
  const program = nameOf(words[0]);
  const found = rowOf(program);
  if (found === undefined || found[0] === "X") return found && [2, 0];
  let [kind, [short = /^$/, later = short], tokens] = found;
  let [at, risk, checked, operands, isEnd, isKnown] = [1, 0, 0, 0, false, false];
  const fail = (count = words.length): void => {
    if (isNamed(at)) return;
    const rest = words.slice(Math.max(at, checked), at + count);
    const isText = rest.some((word) => SIGNS.test(word) || (kind === "f" && /[$`]/.test(word)));
    risk = isText || /[A-Z]/.test(kind) ? 2 : 1;
    checked = Math.max(checked, at + count);
  };
  const judgeCode = (): void => {
    isKnown = true;
    if (!isHarmlessCode(program, words[at] ?? "")) fail(1);
  };
  for (; at < words.length && risk < 2; at++) {
    const word = show(words[at] as string);
    if (kind === "p") {
      if (tokens.includes(word)) fail();
    } else if (BRACES.test(words[at] as string) || (program === "git" && /(?:^|=)alias\./i.test(word))) risk = 2;
    else if ((/^-./.test(word) || (program === "tar" && at === 1)) && !isEnd) {
      const [listed, code, value] = short.exec(word.replace(/^(?!-)/, "-")) ?? [];
      isEnd = word === "--" && listed === undefined;
      const options = /[oCO]/.test(kind) || isKnown ? [...tokens, ...(rowOf("")?.[2] ?? [])] : tokens;
      if (!isEnd && listed === undefined && !isListed(word, options)) fail(2);
      else if (/f/i.test(kind) && /^--?(?:version|test|[vV])$/.test(word)) isKnown = true;
      if (code || value) at++;
      if (code) judgeCode();
    } else if (/f/i.test(kind)) {
      // A shell also looks for a script on the path.
      if (kind === "f" && !/[./]/.test(word) && !(at > 1 && isNamed(at - 1))) fail(1);
      if (INPUT.test(word) || word.startsWith("+")) risk = 2;
      return [risk, 0];
    } else if (/^w/i.test(kind)) {
      if (++operands > Number(kind[1] ?? 0)) break;
    } else if (
      (kind === "O" && word.includes("=")) ||
      (/o/i.test(kind) && /^[+@]./.test(word)) ||
      (program === "git" && /^\w+::/.test(word))
    )
      fail();
    else if (kind === "C" && !isKnown) judgeCode();
    else if (kind === "s" && !isKnown) {
      const own = rowOf(`${program}/${word}`);
      if (own === undefined && !tokens.includes(word)) {
        fail();
        isKnown = isNamed(at) && !isNamed(at + 1);
      } else {
        isKnown = own?.[0] !== "s";
        [kind, [short = later], tokens] = own ?? [kind, [later], tokens];
      }
    }
  }
  const inner = at < words.length ? at : 0;
  // What xargs starts gets words from an input, which may be options.
  return [
    (/f/i.test(kind) && !isKnown) || (kind === "W" && /[^p]/.test(rowOf(nameOf(words[inner]))?.[0] ?? "")) ? 2 : risk,
    inner,
  ];
}
