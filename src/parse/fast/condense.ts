/**
 * Shortens a text before it is parsed: drops the lines of code blocks, and the text of paragraphs, lists and tables that
 * have no link, HTML or heading. The rest has the same blocks, with the same links and headings.
 */
import { lastStartUpTo, type TextSpan } from "../../model/source.ts";
import { mayHaveFence, type BodyLines } from "./block-lines.ts";
import { afterContainers } from "./containers.ts";

/** A text without some of its parts. */
export interface CondensedText {
  readonly text: string;
  /** Returns where a part of it, which is not empty, is in the full text. */
  toOriginal(span: TextSpan): TextSpan;
}

/** What may be a link, HTML or code, or reach beyond its line. */
const SPECIAL = /[[\]<`~\\]/;
/**
 * Texts that stay as they are. Frontmatter can contain signs of code. Micromark does not count a byte order mark, and counts
 * a tab by its columns: places after them could be in a part that is left out.
 */
const UNUSUAL = /^(?:\uFEFF|---)|\t/;
/** A start of text that cannot start anything else, after lists and quotations: the rest of the line is text, too. */
const TEXT_START = /[*_]{0,3}[A-Za-z]|[^\0-\x7f]|[|("':;,./@$%^{}?]|\d+(?![\d.)])/uy;

/** Shortens a part of a body that consists of whole lines; spans count from the start of the body. */
export function condense(body: string, part: TextSpan, lines: BodyLines): CondensedText {
  const { starts, places, text, at } = lines;
  const cutter = createCutter(body, part);
  const last = at(part.end - 1);
  for (let line = at(part.start); line <= last; line++) {
    const first = line;
    if (startsCode(line, lines)) {
      for (; line <= last && places[line] === "code"; line++)
        if (!mayHaveFence(text(line))) cutter.cut(starts[line] as number, starts[line + 1] ?? body.length);
    } else {
      while (line <= last && text(line) !== "" && !startsCode(line, lines)) line++;
      for (const idle of idleParts(first, line, lines)) cutter.cut(idle.start, idle.end);
    }
    if (line > first) line--;
  }
  const condensed = cutter.finish();
  return UNUSUAL.test(condensed.text) ? createCutter(body, part).finish() : condensed;
}

/** Whether a line is a fence of code, whatever is around it: one that is indented more can be text of a paragraph. */
function startsCode(line: number, { places, text }: BodyLines): boolean {
  if (places[line] !== "code") return false;
  return line === 0 || text(line - 1) === "" || /^ {0,3}\S/.test(text(line));
}

/** Returns what follows the start of each line of a paragraph; nothing if any line may be more than text. */
function idleParts(first: number, end: number, { starts, places, text }: BodyLines): readonly TextSpan[] {
  const idle: TextSpan[] = [];
  for (let line = first; line < end; line++) {
    const content = text(line);
    if (places[line] !== "text" || SPECIAL.test(content)) return [];
    TEXT_START.lastIndex = afterContainers(content);
    if (!TEXT_START.test(content)) return [];
    const start = starts[line] as number;
    idle.push({ start: start + TEXT_START.lastIndex, end: start + content.length });
  }
  return idle;
}

function createCutter(
  body: string,
  part: TextSpan,
): { cut(start: number, end: number): void; finish(): CondensedText } {
  const kept: string[] = [];
  /** Where each piece that is kept starts, in the condensed text and in the body. */
  const starts = [0];
  const origins = [part.start];
  let from = part.start;
  let length = 0;
  const keep = (end: number): void => {
    kept.push(body.slice(from, end));
    length += end - from;
  };
  const originOf = (offset: number): number => {
    const piece = lastStartUpTo(starts, offset);
    return offset - (starts[piece] as number) + (origins[piece] as number);
  };
  return {
    cut(start, end) {
      keep(start);
      from = end;
      starts.push(length);
      origins.push(end);
    },
    finish() {
      keep(part.end);
      return {
        text: kept.join(""),
        toOriginal: ({ start, end }) => ({ start: originOf(start), end: originOf(end - 1) + 1 }),
      };
    },
  };
}
