/**
 * Suppression comments: `<!-- skillc-disable-next-line SKC402: reason -->`, `skillc-disable-line`,
 * `skillc-disable` … `skillc-enable`, `skillc-disable-file` in Markdown, and `# skillc-disable-line SKC201: reason` in
 * the frontmatter. A reason is required; a comment in a skill never suppresses a security error, nor one that leaves
 * nothing to emit.
 */
import type { Suppression } from "../model/diagnostic.ts";
import { locate, type SourceText, type TextSpan } from "../model/source.ts";
import { nearestNames } from "../runtime/access.ts";
import { createRangeWalk, findCodeRanges } from "../runtime/render/code-ranges.ts";
import type { FixPlan, Report } from "./report.ts";
import { ruleEntry, ruleNames, rulesMatching } from "../rules.ts";

interface SuppressionComment {
  readonly span: TextSpan;
  /** Rules, codes, categories and patterns as written. */
  readonly keys: readonly string[];
  readonly rules: ReadonlySet<string>;
  readonly reason: string;
  /** 1-based lines, both inclusive; 0 for the whole file. */
  readonly from: number;
  readonly to: number;
  /** The comment that ends this one, if it ends no other. */
  readonly closer?: TextSpan;
}

/** The comments of one document, and the mark up to which its findings were checked. */
interface Document {
  readonly source: SourceText;
  readonly skill: string;
  readonly comments: readonly SuppressionComment[];
  readonly end: number;
}

const KIND = "skillc-(disable-next-line|disable-line|disable-file|disable|enable)\\b";
const IN_YAML = new RegExp(`(?<![^\\s])#[ \\t]*${KIND}([^\\r\\n]*)`, "g");
const IN_MARKDOWN = new RegExp(`<!--[ \\t]*${KIND}([^\\r\\n]*?)(?:-->|(?=[\\r\\n]|$))`, "g");

/** Limit of comments per document: no person writes more. */
const MOST_COMMENTS = 1000;

/** A cheap test, because most documents contain no such comment. */
export function mayHaveSuppressions(text: string): boolean {
  return text.includes("skillc-disable");
}

export interface Suppressions {
  /** Suppresses findings about a document since a mark by its comments; `bodyStart` is where the YAML ends. */
  apply(mark: number, source: SourceText, bodyStart: number, skill: string): void;
  /** Does the same for later findings, and reports unused comments. Call it once, at the end. */
  finish(): void;
}

export function createSuppressions(report: Report): Suppressions {
  const documents: Document[] = [];
  const used = new Set<SuppressionComment>();
  const refused = new Set<SuppressionComment>();

  const silence = (mark: number, { file }: SourceText, comments: readonly SuppressionComment[]): void =>
    report.suppressSince(mark, ({ rule, span, file: where }, isVital): Suppression | undefined => {
      if (where !== file || rule.startsWith("suppression-")) return undefined;
      const line = span?.start.line ?? 0;
      const comment = comments.find(
        ({ rules, from, to }) => rules.has(rule) && (from === 0 || (line >= from && line <= to)),
      );
      if (comment === undefined) return undefined;
      (isVital ? refused : used).add(comment);
      return { by: "comment", reason: comment.reason };
    });

  return {
    apply(mark, source, bodyStart, skill) {
      if (!mayHaveSuppressions(source.text)) return;
      const comments = readComments(source, bodyStart).filter((comment) => isValid(comment, source, skill, report));
      silence(mark, source, comments);
      if (comments.length > 0) documents.push({ source, skill, comments, end: report.mark() });
    },
    finish() {
      for (const { source, comments, end } of documents) silence(end, source, comments);
      for (const { source, skill, comments } of documents)
        for (const comment of comments) {
          if (used.has(comment)) continue;
          const place = { file: source.file, source, skill, span: comment.span };
          const args = { names: comment.keys.join(", "), refused: refused.has(comment) };
          report.report("suppression-unused", place, args, [], [planRemoval(comment, source.text)]);
        }
    },
  };
}

/** Reports faults of a comment; returns whether it still has an effect. */
function isValid(
  { keys, rules, reason, span }: SuppressionComment,
  source: SourceText,
  skill: string,
  report: Report,
): boolean {
  const place = { file: source.file, source, skill, span };
  const unknown = keys.filter((key) => rulesMatching(key).length === 0);
  if (keys.length === 0) report.report("suppression-unknown-rule", place, { name: "", nearest: "" });
  for (const name of unknown) report.report("suppression-unknown-rule", place, { name, nearest: nearestRule(name) });
  if (rules.size > 0 && reason === "") report.report("suppression-without-reason", place, {});
  return rules.size > 0 && reason !== "";
}

function nearestRule(name: string): string {
  return nearestNames(name, [...ruleNames, ...ruleNames.map((rule) => ruleEntry(rule).code)])[0] ?? "";
}

function readComments(source: SourceText, bodyStart: number): SuppressionComment[] {
  const comments: SuppressionComment[] = [];
  let open: Omit<SuppressionComment, "to">[] = [];
  for (const { kind, rest, span } of findComments(source.text, bodyStart)) {
    const line = locate(source, span).start.line;
    const { keys, reason } = readRest(rest);
    const one = { span, keys, rules: new Set<string>(keys.flatMap(rulesMatching)), reason };
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

/** Returns the comments in order; a comment in code is an example. */
function findComments(text: string, bodyStart: number): { kind: string; rest: string; span: TextSpan }[] {
  const toComment =
    (from: number) =>
    ({ 0: whole, 1: kind = "", 2: rest = "", index }: RegExpExecArray) => {
      return { kind, rest, span: { start: from + index, end: from + index + whole.trimEnd().length } };
    };
  const body = text.slice(bodyStart);
  const isCode = createRangeWalk(findCodeRanges(body));
  return [
    ...Array.from(text.slice(0, bodyStart).matchAll(IN_YAML), toComment(0)),
    ...Array.from(body.matchAll(IN_MARKDOWN))
      .filter(({ index }) => !isCode(index))
      .map(toComment(bodyStart)),
  ].slice(0, MOST_COMMENTS);
}

/** ` SKC402, ref-missing: the file is made at deploy time `. */
function readRest(rest: string): { keys: readonly string[]; reason: string } {
  const colon = rest.indexOf(":");
  const names = colon === -1 ? rest : rest.slice(0, colon);
  return {
    keys: names.split(/[\s,]+/).filter((name) => name !== ""),
    reason: colon === -1 ? "" : rest.slice(colon + 1).trim(),
  };
}

function planRemoval({ span, closer }: SuppressionComment, text: string): FixPlan {
  const edits = [span, ...(closer === undefined ? [] : [closer])].map((one) => ({
    span: withItsLine(one, text),
    text: "",
  }));
  return { title: "delete the comment", applicability: "safe", edits };
}

/** Returns the whole line if it contains nothing else, or the comment and the whitespace before it. */
function withItsLine({ start, end }: TextSpan, text: string): TextSpan {
  let from = start;
  while (from > 0 && /[ \t]/.test(text[from - 1] as string)) from--;
  const rest = /^[ \t]*(?:(\r\n|\n|\r)|$)/.exec(text.slice(end));
  if (rest === null) return { start, end };
  const isAlone = from === 0 || /[\r\n]/.test(text[from - 1] as string);
  return { start: from, end: isAlone ? end + rest[0].length : end };
}
