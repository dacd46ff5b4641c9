/** A text as it is decoded, whose places lead back to the text as it is written. */
import { lastStartUpTo, type TextSpan } from "../model/source.ts";

/** A text without its encoding. */
export interface TextView {
  readonly text: string;
  /** Returns the part of the original text that a part of this one was written as. */
  spanOf(span: TextSpan): TextSpan;
}

/** A part of a text, and what it stands for. */
export interface ViewEdit extends TextSpan {
  readonly text: string;
}

/** Where a piece of the view starts, and what it was written as. */
interface ViewPiece extends TextSpan {
  /** Whether it is written as it is, so that each of its places is known. */
  readonly isCopy: boolean;
}

/**
 * Returns a text after some edits, in the order of their places; undefined if there is none.
 *
 * @example
 * viewAfter("a%2Db", [{ start: 1, end: 4, text: "-" }])?.text // "a-b"
 */
export function viewAfter(text: string, edits: Iterable<ViewEdit>): TextView | undefined {
  const parts: string[] = [];
  const pieces: ViewPiece[] = [];
  const starts: number[] = [];
  let length = 0;
  let from = 0;
  const add = (part: string, piece: ViewPiece): void => {
    if (part === "") return;
    parts.push(part);
    pieces.push(piece);
    starts.push(length);
    length += part.length;
  };
  for (const edit of edits) {
    add(text.slice(from, edit.start), { start: from, end: edit.start, isCopy: true });
    add(edit.text, { start: edit.start, end: edit.end, isCopy: false });
    from = edit.end;
  }
  if (from === 0) return undefined;
  add(text.slice(from), { start: from, end: text.length, isCopy: true });
  const placeOf = (at: number): TextSpan => {
    const index = lastStartUpTo(starts, at);
    const { start, end, isCopy } = pieces[index] as ViewPiece;
    if (!isCopy) return { start, end };
    const place = start + at - (starts[index] as number);
    return { start: place, end: place + 1 };
  };
  return {
    text: parts.join(""),
    spanOf: ({ start, end }) => ({ start: placeOf(start).start, end: placeOf(end - 1).end }),
  };
}
