/** skillc's own dialect: inserts each argument once and never reads it as a token. */
import {
  builtinValues,
  findName,
  orderNames,
  resolveInScope,
  type DialectInput,
  type DialectResult,
} from "./dialect.ts";
import { splitWords } from "./split-arguments.ts";
import { substitute, type TokenReading } from "./substitute.ts";
import { isEscaped } from "./tokenize.ts";

export function renderSafe(input: DialectInput): DialectResult {
  const { body, tokens } = input;
  const given = input.arguments;
  const words = splitWords(given ?? "", "quotes-and-blanks").words;
  const names = orderNames(input.argumentNames);
  const indexOfName = new Map(names.toReversed().map(({ name, index }) => [name, index]));
  const builtins = builtinValues(input);
  const token = /\$(?:\{([^\s{}]+)\}|([A-Za-z_]\w*|\d+(?!\w)))?/y;
  const position = /\[(\d+)\]/y;

  const argument = (start: number, end: number, value: string | undefined): TokenReading => ({
    kind: "argument",
    start,
    end,
    value: given === undefined ? undefined : value,
  });

  const read = (at: number, inCode: boolean): TokenReading | undefined => {
    token.lastIndex = at;
    const [text = "", braced, plain] = token.exec(body) ?? [];
    const name = braced ?? plain;
    const end = at + text.length;
    if (name === "ARGUMENTS") {
      position.lastIndex = end;
      const [brackets, index] = (braced === undefined ? position.exec(body) : null) ?? [];
      if (brackets !== undefined) return argument(at, end + brackets.length, words[Number(index)]);
      return argument(at, end, given);
    }
    // Without braces, a name may end before a character of another script.
    const found = braced === undefined ? findName(names, body, at + 1) : undefined;
    if (found !== undefined) return argument(at, at + 1 + found.name.length, words[found.index] ?? "");
    if (name === undefined) return undefined;
    const index = indexOfName.get(name);
    if (index !== undefined) return braced === undefined ? undefined : argument(at, end, words[index] ?? "");
    if (/^\d+$/.test(name)) return inCode ? undefined : argument(at, end, words[Number(name)]);
    const value = builtins.get(name) ?? resolveInScope(input, name);
    return value !== undefined || builtins.has(name) ? { kind: "name", start: at, end, value } : undefined;
  };

  const substituted = substitute(body, tokens, (at, inCode, from) => {
    if (body[at] !== "$") return undefined;
    const reading = read(at, inCode);
    if (reading === undefined || !isEscaped(body, at, from)) return reading;
    return { kind: "escape", start: at - 1, end: at + 1, value: "$" };
  });
  return { ...substituted, appends: given !== undefined && given.trim() !== "" && substituted.argumentsMet === 0 };
}
