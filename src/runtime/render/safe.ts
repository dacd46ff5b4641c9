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
import { substitute, type Reading } from "./substitute.ts";
import { isEscaped } from "./tokenize.ts";

export function renderSafe(input: DialectInput): DialectResult {
  const { body, tokens } = input;
  const given = input.arguments;
  const words = splitWords(given ?? "", "quotes-and-blanks").words;
  const names = orderNames(input.argumentNames);
  const indexOfName = new Map(names.toReversed().map(({ name, index }) => [name, index]));
  const builtins = builtinValues(input);
  const braced = /\$\{([^\s{}]+)\}/y;
  const plain = /\$([A-Za-z_]\w*|\d+(?!\w))/y;
  const position = /\[(\d+)\]/y;

  const argument = (start: number, end: number, value: string | undefined): Reading => ({
    kind: "argument",
    start,
    end,
    value: given === undefined ? undefined : value,
  });

  const named = (index: number, start: number, end: number): Reading => argument(start, end, words[index] ?? "");

  const readName = (name: string, inCode: boolean, start: number, end: number): Reading | undefined => {
    if (/^\d+$/.test(name)) return inCode ? undefined : argument(start, end, words[Number(name)]);
    const value = builtins.get(name) ?? resolveInScope(input, name);
    return value !== undefined || builtins.has(name) ? { kind: "name", start, end, value } : undefined;
  };

  const readBraced = (at: number, inCode: boolean): Reading | undefined => {
    braced.lastIndex = at;
    const [token, name] = braced.exec(body) ?? [];
    if (token === undefined || name === undefined) return undefined;
    const end = at + token.length;
    if (name === "ARGUMENTS") return argument(at, end, given);
    const index = indexOfName.get(name);
    return index === undefined ? readName(name, inCode, at, end) : named(index, at, end);
  };

  const readPlain = (at: number, inCode: boolean): Reading | undefined => {
    plain.lastIndex = at;
    const name = plain.exec(body)?.[1];
    if (name === "ARGUMENTS") {
      const end = at + "$ARGUMENTS".length;
      position.lastIndex = end;
      const [brackets, index] = position.exec(body) ?? [];
      if (brackets !== undefined) return argument(at, end + brackets.length, words[Number(index)]);
      return argument(at, end, given);
    }
    const found = findName(names, body, at + 1);
    if (found !== undefined) return named(found.index, at, at + 1 + found.name.length);
    return name === undefined || indexOfName.has(name) ? undefined : readName(name, inCode, at, at + 1 + name.length);
  };

  const substituted = substitute(body, tokens, (at, inCode, from) => {
    if (body[at] !== "$") return undefined;
    const reading = body[at + 1] === "{" ? readBraced(at, inCode) : readPlain(at, inCode);
    if (reading === undefined || !isEscaped(body, at, from)) return reading;
    return { kind: "escape", start: at - 1, end: at + 1, value: "$" };
  });
  return { ...substituted, appends: given !== undefined && given.trim() !== "" && substituted.argumentsMet === 0 };
}
