/** Judges code on a command line: only what clearly starts no process passes. */
import { show } from "./shell-words.ts";

/** All words that code may contain outside its strings. None of them calls what a string names. */
const WORDS =
  /^(?:print|puts|echo|console|log|len|str|int|import|json|sys|loads?|dumps|stdin|JSON|stringify|Math|process|versions?|for|in)$/;

/** `sed` starts a program by the command `e` and by the flag `e` of `s`, and writes a file by `w`. */
const SED =
  /^(?:[\s\d;{},$!~+=dDgGhHnNpPqx]|\/(?:\\.|[^\\/])*\/I?|s([/|#,])(?:\\.|(?!\1)[^\\])*\1(?:\\.|(?!\1)[^\\])*\1[gpiI\d]*(?![^\s;}]))*$/s;

/** Returns whether code for a program, as `unquote` leaves it, starts no process. */
export function isHarmlessCode(program: string, word: string): boolean {
  if (/[$`*?[{~]/.test(word)) return false;
  const code = show(word);
  if (program === "sed") return SED.test(code);
  if (program.endsWith("awk")) return !/system|[|@]/.test(code.replace(/\|\||\\\n/g, ""));
  // Strings without escapes and inserted values. No comment or regular expression can contain an open one.
  const rest = code.replace(/'[^'\\$#@{`\n]*'|"[^"\\$#@{`\n]*"/g, "0");
  // What is called or imported has a name.
  return (
    /^[\w\s.,;:()+*<>=-]*$/.test(rest) &&
    !/[\d)>]\s*\(|import\s*[^\sa-z]/.test(rest) &&
    (rest.match(/[A-Za-z_]\w*/g) ?? []).every((word) => WORDS.test(word))
  );
}
