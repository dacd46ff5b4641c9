import { createFindings, findSecrets } from "../../diagnostics/index.ts";
import type { FindingGroup } from "../../model/finding.ts";
import { createSourceText, locate, type Position, type Span } from "../../model/source.ts";
import { createLeakList } from "./leak-list.ts";

interface LargeTextCheck {
  /** A part may begin and end anywhere. */
  see(text: string): void;
  finish(): FindingGroup;
}

/** In UTF-16 units. */
const WINDOW = 4 * 1024 * 1024;
/** No credential is longer: a possible start at the end of a window is searched again with the next one. */
const LONGEST = 32 * 1024;
/** Text before a credential on its line can decide about it. */
const BEFORE = 1024;

/** `file` is relative to the skill. */
export function createLargeTextCheck(file: string): LargeTextCheck {
  const findings = createFindings();
  const leaks = createLeakList<{ readonly span: Span; readonly line: number }>();
  let text = "";
  let start: Position = { line: 1, column: 1, offset: 0 };
  /** Text before this offset is context. */
  let from = 0;
  const search = (to: number): void => {
    const source = createSourceText(file, text);
    for (const secret of findSecrets(text)) {
      if (secret.span.start < from || secret.span.start >= to) continue;
      const { span, line } = findings.locate(source, secret.span);
      leaks.add(secret, text, { span: { start: after(start, span.start), end: after(start, span.end) }, line });
    }
    const keep = lastStart(text, Math.max(0, to - BEFORE));
    start = after(start, locate(source, { start: keep, end: keep }).start);
    text = text.slice(keep);
    from = to - keep;
  };
  return {
    see(part) {
      text += part;
      if (text.length >= WINDOW) search(lastStart(text, text.length - LONGEST));
    },
    finish() {
      search(text.length);
      leaks.report((rule, at, args) => findings.add(rule, { file, at, lines: findings.lines }, args));
      return findings;
    },
  };
}

/** Moves a place that is within a line ending, which would count twice. */
function lastStart(text: string, place: number): number {
  return text[place - 1] === "\r" ? place - 1 : place;
}

/** `start` is where the part begins. */
function after(start: Position, { line, column, offset }: Position): Position {
  return {
    line: start.line + line - 1,
    column: line === 1 ? start.column + column - 1 : column,
    offset: start.offset + offset,
  };
}
