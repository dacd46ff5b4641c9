/** The Claude Code dialect, as of 2.1.330. One pass is enough, because inserted values are sealed. */
import { builtinValues, findName, orderNames, type DialectInput, type DialectResult } from "./dialect.ts";
import { splitAtBlanks, splitWords } from "./split-arguments.ts";
import { substitute, type TokenReading } from "./substitute.ts";
import { isEscaped } from "./tokenize.ts";

export function renderClaude(input: DialectInput): DialectResult {
  const { body, tokens } = input;
  const given = input.arguments;
  const split = splitWords(given ?? "", "any");
  const words = split.isBalanced ? split.words : splitAtBlanks(given ?? "");
  const names = orderNames(input.argumentNames);
  const builtins = builtinValues(input);
  const builtin = /\$\{(CLAUDE_[A-Z_]+)\}/y;
  const positional = /\$(?:ARGUMENTS\[(\d+)\]|(\d+)(?!\w))/y;

  const readArgument = (at: number, given: string): TokenReading | undefined => {
    const named = findName(names, body, at + 1);
    if (named !== undefined)
      return { kind: "argument", start: at, end: at + 1 + named.name.length, value: words[named.index] ?? "" };
    positional.lastIndex = at;
    const [token, inBrackets, bare] = positional.exec(body) ?? [];
    if (token !== undefined)
      return { kind: "argument", start: at, end: at + token.length, value: words[Number(inBrackets ?? bare)] };
    if (!body.startsWith("ARGUMENTS", at + 1)) return undefined;
    return { kind: "argument", start: at, end: at + "$ARGUMENTS".length, value: given };
  };

  /** The first letters alone decide whether a backslash escapes a token. */
  const looksLikeArgument = (at: number): boolean =>
    /\d/.test(body[at] ?? "") ||
    body.startsWith("ARGUMENTS", at) ||
    names.some(({ name }) => body.startsWith(name, at));

  const substituted = substitute(body, tokens, (at, _inCode, from) => {
    if (body[at] !== "$") return undefined;
    if (given !== undefined) {
      if (isEscaped(body, at, from) && looksLikeArgument(at + 1))
        return { kind: "escape", start: at - 1, end: at + 1, value: "$" };
      const reading = readArgument(at, given);
      if (reading !== undefined) return reading;
    }
    builtin.lastIndex = at;
    const [token, name = ""] = builtin.exec(body) ?? [];
    if (token === undefined || !builtins.has(name)) return undefined;
    return { kind: "name", start: at, end: at + token.length, value: builtins.get(name) };
  });
  return { ...substituted, appends: given !== undefined && given !== "" && substituted.argumentsReplaced === 0 };
}
