import { SymbolKind, type DocumentSymbol } from "vscode-languageserver/node";
import { codeOf } from "../model/code-of.ts";
import { createRangeWalk } from "../runtime/render/code-ranges.ts";
import { rangeIn, type OpenDocument } from "./open-document.ts";
import { isMarkdown } from "./links.ts";
import { frontmatterOf } from "./places.ts";

const HEADING = /^ {0,3}(#{1,6})[ \t]+([^\r\n]*)/gm;

interface Heading {
  readonly level: number;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export function symbolsOf(open: OpenDocument): DocumentSymbol[] {
  const { document, skill, inSkill } = open;
  if (!isMarkdown(open)) return [];
  const text = document.getText();
  const rangeOf = (start: number, end: number): DocumentSymbol["range"] => rangeIn(document, { start, end });
  const headings = nest(headingsOf(text), text.length, rangeOf);
  const yaml = frontmatterOf(text);
  if (skill === undefined || yaml === undefined || !/^skill\.md$/i.test(inSkill)) return headings;
  const [range, selectionRange] = [rangeOf(0, text.length), rangeOf(0, Math.min(3, text.length))];
  const name = skill.id ?? skill.name;
  return [{ name: name === "" ? "skill" : name, kind: SymbolKind.Module, range, selectionRange, children: headings }];
}

function headingsOf(text: string): readonly Heading[] {
  const body = frontmatterOf(text)?.end ?? 0;
  const isCode = createRangeWalk(codeOf(text.slice(body)));
  return Array.from(text.slice(body).matchAll(HEADING))
    .filter(({ index }) => !isCode(index))
    .flatMap(({ index, 0: line, 1: signs = "", 2: title = "" }): Heading[] => {
      const name = title.replace(/[ \t]#+[ \t]*$/, "").trim();
      return name === "" ? [] : [{ level: signs.length, name, start: body + index, end: body + index + line.length }];
    });
}

/** Puts each heading below the last one of a lower level; its range ends where the next of its level or a lower one starts. */
function nest(
  headings: readonly Heading[],
  length: number,
  rangeOf: (start: number, end: number) => DocumentSymbol["range"],
): DocumentSymbol[] {
  const top: DocumentSymbol[] = [];
  const open: { readonly level: number; readonly symbol: DocumentSymbol }[] = [];
  for (const [index, { level, name, start, end }] of headings.entries()) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const next = headings.slice(index + 1).find((other) => other.level <= level);
    const symbol: DocumentSymbol = {
      name,
      kind: SymbolKind.String,
      range: rangeOf(start, next?.start ?? length),
      selectionRange: rangeOf(start, end),
      children: [],
    };
    (open.at(-1)?.symbol.children ?? top).push(symbol);
    open.push({ level, symbol });
  }
  return top;
}
