/**
 * Comments that silence findings: `<!-- skillc-disable-next-line SKC402: reason -->`, `skillc-disable-line`,
 * `skillc-disable` … `skillc-enable`, `skillc-disable-file` in Markdown, and `# skillc-disable-line SKC201: reason` in
 * the frontmatter. A reason is mandatory; what a skill says about itself never silences a security error.
 */
import type { Diagnostic, Suppression } from "../model/diagnostic.ts";
import type { SourceText, TextSpan } from "../model/source.ts";
import { locate } from "../model/source.ts";
import type { Report } from "./report.ts";
import { rulesMatching } from "./table.ts";

interface SuppressionComment {
  readonly span: TextSpan;
  /** Keys as written: rule names, codes, categories, code prefixes. */
  readonly keys: readonly string[];
  readonly reason: string;
  /** 1-based lines, both included. */
  readonly from: number;
  readonly to: number;
}

const COMMENT =
  /(?:<!--[ \t]*|#[ \t]*)skillc-(disable-next-line|disable-line|disable-file|disable|enable)\b([^\n]*?)(?:-->|$)/gm;

/** Cheap: most documents hold no such comment. */
export function mayHaveSuppressions(text: string): boolean {
  return text.includes("skillc-disable");
}

/** Applies the comments of a document to the findings about it since a mark, and reports useless ones. */
export function applySuppressions(report: Report, mark: number, source: SourceText, skill: string): void {
  const place = { file: source.file, source, skill };
  const valid: SuppressionComment[] = [];
  for (const comment of readComments(source)) {
    const unknown = comment.keys.find((key) => rulesMatching(key).length === 0);
    if (comment.keys.length === 0 || unknown !== undefined)
      report.report("suppression-unknown-rule", { ...place, span: comment.span }, { name: unknown ?? "" });
    else if (comment.reason === "") report.report("suppression-without-reason", { ...place, span: comment.span }, {});
    else valid.push(comment);
  }
  const used = new Set<SuppressionComment>();
  report.suppressSince(mark, (diagnostic): Suppression | undefined => {
    const comment = valid.find((candidate) => covers(candidate, diagnostic, source.file));
    if (comment === undefined) return undefined;
    used.add(comment);
    return { by: "comment", reason: comment.reason };
  });
  for (const comment of valid)
    if (!used.has(comment)) report.report("suppression-unused", { ...place, span: comment.span }, { names: comment.keys.join(", ") });
}

function covers({ keys, from, to }: SuppressionComment, diagnostic: Diagnostic, file: string): boolean {
  if (diagnostic.file !== file || diagnostic.rule.startsWith("suppression-")) return false;
  const line = diagnostic.span?.start.line ?? 0;
  const isInside = from === 0 || (line >= from && line <= to);
  return isInside && keys.some((key) => (rulesMatching(key) as readonly string[]).includes(diagnostic.rule));
}

function readComments(source: SourceText): SuppressionComment[] {
  const comments: SuppressionComment[] = [];
  let open: { span: TextSpan; keys: readonly string[]; reason: string; from: number }[] = [];
  for (const match of source.text.matchAll(COMMENT)) {
    const [whole, kind, rest = ""] = match;
    const span = { start: match.index, end: match.index + whole.trimEnd().length };
    const line = locate(source, span).start.line;
    const { keys, reason } = readRest(rest);
    if (kind === "disable-line") comments.push({ span, keys, reason, from: line, to: line });
    else if (kind === "disable-next-line") comments.push({ span, keys, reason, from: line + 1, to: line + 1 });
    else if (kind === "disable-file") comments.push({ span, keys, reason, from: 0, to: 0 });
    else if (kind === "disable") open.push({ span, keys, reason, from: line });
    else {
      const closed = open.filter((one) => keys.length === 0 || one.keys.some((key) => keys.includes(key)));
      comments.push(...closed.map((one) => ({ ...one, to: line })));
      open = open.filter((one) => !closed.includes(one));
    }
  }
  return [...comments, ...open.map((one) => ({ ...one, to: Number.MAX_SAFE_INTEGER }))];
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
