/**
 * Suppression comments: `<!-- skillc-disable-next-line SKC402: reason -->`, `skillc-disable-line`, `skillc-disable` …
 * `skillc-enable`, `skillc-disable-file` in Markdown, and `# skillc-disable-line SKC201: reason` in the frontmatter.
 */
import type { SuppressionComment } from "../model/finding.ts";
import { locate, type SourceText, type TextSpan } from "../model/source.ts";
import { markStrings } from "../model/text-marks.ts";
import { codeOf } from "../model/code-of.ts";
import { createRangeWalk } from "../runtime/render/code-ranges.ts";
import { locateFix, type Findings, type FixPlan } from "./findings.ts";

const KIND = "skillc-(disable-next-line|disable-line|disable-file|disable|enable)\\b";
const IN_YAML = new RegExp(`(?<![^\\s])#[ \\t]*${KIND}([^\\r\\n]*)`, "g");
const IN_MARKDOWN = new RegExp(`<!--[ \\t]*${KIND}([^\\r\\n]*?)(?:-->|(?=[\\r\\n]|$))`, "g");

/** Per document: no person writes more. */
const MOST_COMMENTS = 1000;

/** Most documents contain no such comment. */
const SUPPRESSIONS = markStrings([["llc-disable"]]);

interface WrittenComment extends Pick<SuppressionComment, "keys" | "reason" | "from" | "to"> {
  readonly span: TextSpan;
  /** Undefined if it also ends something else. */
  readonly closer?: TextSpan;
}

/**
 * `bodyStart` is where the YAML of the document ends. Lines of comments become lines of `findings`.
 *
 * @example
 * readSuppressionComments(source, parsed.body.start, findings)[0]?.keys // ["SKC402"]
 */
export function readSuppressionComments(
  source: SourceText,
  bodyStart: number,
  findings: Pick<Findings, "locate">,
): readonly SuppressionComment[] {
  if (!source.marks().may(SUPPRESSIONS)) return [];
  return readComments(source, bodyStart).map((comment) => ({
    file: source.file,
    at: findings.locate(source, comment.span),
    keys: comment.keys,
    reason: comment.reason,
    from: comment.from,
    to: comment.to,
    removal: locateFix(planRemoval(comment, source.text), source),
  }));
}

function readComments(source: SourceText, bodyStart: number): WrittenComment[] {
  const comments: WrittenComment[] = [];
  let open: Omit<WrittenComment, "to">[] = [];
  for (const { kind, rest, span } of findComments(source.text, bodyStart)) {
    const line = locate(source, span).start.line;
    const { keys, reason } = readRest(rest);
    const one = { span, keys, reason };
    if (kind === "disable-line") comments.push({ ...one, from: line, to: line });
    else if (kind === "disable-next-line") comments.push({ ...one, from: line + 1, to: line + 1 });
    else if (kind === "disable-file") comments.push({ ...one, from: 0, to: 0 });
    else if (kind === "disable") open.push({ ...one, from: line });
    else {
      const closed = open.filter((each) => keys.length === 0 || each.keys.some((key) => keys.includes(key)));
      const closer = closed.length === 1 ? { closer: span } : {};
      for (const each of closed) comments.push({ ...each, ...closer, to: line });
      open = open.filter((each) => !closed.includes(each));
    }
  }
  return [...comments, ...open.map((each) => ({ ...each, to: Number.MAX_SAFE_INTEGER }))];
}

/** In order; a comment in code is an example. */
function findComments(text: string, bodyStart: number): { kind: string; rest: string; span: TextSpan }[] {
  const toComment =
    (from: number) =>
    ({ 0: whole, 1: kind = "", 2: rest = "", index }: RegExpExecArray) => {
      return { kind, rest, span: { start: from + index, end: from + index + whole.trimEnd().length } };
    };
  const body = text.slice(bodyStart);
  const isCode = createRangeWalk(codeOf(body));
  return [
    ...Array.from(text.slice(0, bodyStart).matchAll(IN_YAML), toComment(0)),
    ...Array.from(body.matchAll(IN_MARKDOWN))
      .filter(({ index }) => !isCode(index))
      .map(toComment(bodyStart)),
  ].slice(0, MOST_COMMENTS);
}

/** Reads ` SKC402, ref-missing: the file is made at deploy time `. */
function readRest(rest: string): { keys: readonly string[]; reason: string } {
  const colon = rest.indexOf(":");
  const names = colon === -1 ? rest : rest.slice(0, colon);
  return {
    keys: names.split(/[\s,]+/).filter((name) => name !== ""),
    reason: colon === -1 ? "" : rest.slice(colon + 1).trim(),
  };
}

function planRemoval({ span, closer }: WrittenComment, text: string): FixPlan {
  const edits = [span, ...(closer === undefined ? [] : [closer])].map((one) => ({
    span: withItsLine(one, text),
    text: "",
  }));
  return { title: "delete the comment", applicability: "safe", edits };
}

/** The whole line if it contains nothing else, or the comment and the whitespace before it. */
function withItsLine({ start, end }: TextSpan, text: string): TextSpan {
  let from = start;
  // All whitespace: a byte order mark alone on a line of frontmatter would be a key without a colon.
  while (from > 1 && /[^\S\r\n]/.test(text[from - 1] as string)) from--;
  const rest = /^[ \t]*(?:(\r\n|\n|\r)|$)/.exec(text.slice(end));
  if (rest === null) return { start, end };
  const isAlone = from === 0 || /[\r\n]/.test(text[from - 1] as string);
  return { start: from, end: isAlone ? end + rest[0].length : end };
}
