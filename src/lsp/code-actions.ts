import { resolve } from "node:path";
import {
  CodeActionKind,
  type CodeAction,
  type Range,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { isNoWorse } from "../api/fix.ts";
import { applyFixes } from "../fixes/index.ts";
import { toLspDiagnostic } from "../formats/convert.ts";
import { unsuppressed } from "../formats/finding-texts.ts";
import type { Diagnostic, Fix } from "../model/diagnostic.ts";
import { codeOf } from "../model/code-of.ts";
import { createRangeWalk } from "../runtime/render/code-ranges.ts";
import { rangeIn, type OpenDocument } from "./open-document.ts";
import { frontmatterOf } from "./places.ts";
import { capital } from "./hover-texts.ts";

export const FIX_ALL = `${CodeActionKind.SourceFixAll}.skillc`;

interface CodeActionOptions {
  readonly range: Range;
  /** The kinds that the editor asks for; undefined for those that it offers at a place. */
  readonly only: readonly string[] | undefined;
  readonly uriOf: (path: string) => string;
}

export function codeActionsAt(open: OpenDocument, { range, only, uriOf }: CodeActionOptions): CodeAction[] {
  const { project } = open;
  const found = findingsOf(open);
  const fileUri = (file: string): string => uriOf(resolve(project.root, file));
  // `source.fixAll` asks for `source.fixAll.skillc`.
  const wants = (kind: string): boolean =>
    only === undefined || only.some((one) => one === "" || kind === one || kind.startsWith(`${one}.`));
  const quick = !wants(CodeActionKind.QuickFix)
    ? []
    : found.flatMap((one) => {
        const diagnostic = toLspDiagnostic(one, fileUri);
        if (!touches(diagnostic.range, range)) return [];
        const { data: _data, ...shown } = diagnostic;
        const diagnostics = [{ ...shown, relatedInformation: [...(shown.relatedInformation ?? [])] }];
        const fixes = (one.fixes ?? []).map((fix): CodeAction => {
          return {
            title: capital(fix.applicability === "safe" ? fix.title : `${fix.title} (may change the meaning)`),
            kind: CodeActionKind.QuickFix,
            diagnostics,
            isPreferred: fix.applicability === "safe",
            edit: editOf(fix, fileUri),
          };
        });
        const comment = suppressionOf(open, one);
        if (comment === undefined) return fixes;
        const silence: CodeAction = {
          title: `Disable ${one.rule} for this line`,
          kind: CodeActionKind.QuickFix,
          diagnostics,
          edit: { changes: { [open.document.uri]: [comment] } },
        };
        return [...fixes, silence];
      });
  const all = only !== undefined && wants(FIX_ALL) ? fixAll(open, found) : undefined;
  return all === undefined ? quick : [...quick, { title: "Fix all that is safe to fix", kind: FIX_ALL, edit: all }];
}

/** A placeholder for the reason that a comment needs; the author replaces it. */
const REASON = "say why";

/**
 * Returns the comment that silences a finding: on the line above it, or in frontmatter at the end of its line. Undefined where
 * no comment can: in code and other files, and for what no comment may silence.
 */
function suppressionOf(
  { document, path }: OpenDocument,
  { code, span, severity, category }: Diagnostic,
): TextEdit | undefined {
  if (span === undefined || !/\.md$/i.test(path)) return undefined;
  if (category === "config" || category === "system" || (severity === "error" && category === "security"))
    return undefined;
  const text = document.getText();
  const line = span.start.line - 1;
  const start = document.offsetAt({ line, character: 0 });
  const end = document.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
  const written = /^[^\r\n]*/.exec(text.slice(start, end))?.[0] ?? "";
  const yaml = frontmatterOf(text);
  const at = (character: number, newText: string): TextEdit => {
    const place = { line, character };
    return { range: { start: place, end: place }, newText };
  };
  if (yaml !== undefined && start >= yaml.start && start < yaml.end) {
    // After a block of text or inside quotes, it would be a part of the value.
    const isPlain = /^[\w-]+:(?:[ \t]+[^|>"'[{&*!#\s][^#]*)?$/.test(written);
    return isPlain ? at(written.length, ` # skillc-disable-line ${code}: ${REASON}`) : undefined;
  }
  if (yaml !== undefined && start < yaml.end) return undefined;
  const isInCode = createRangeWalk(codeOf(text.slice(yaml?.end ?? 0)));
  if (isInCode(start - (yaml?.end ?? 0))) return undefined;
  const indent = /^[ \t]*/.exec(written)?.[0] ?? "";
  // In a table or a list a line of its own would end it.
  if (/^[ \t]*(?:\||[-*+] |\d+[.)] )/.test(written))
    return at(written.length, ` <!-- skillc-disable-line ${code}: ${REASON} -->`);
  return at(0, `${indent}<!-- skillc-disable-next-line ${code}: ${REASON} -->\n`);
}

export function findingsOf({ project, snapshot, path }: OpenDocument): readonly Diagnostic[] {
  return unsuppressed(snapshot.diagnostics()).filter(({ file }) => resolve(project.root, file) === path);
}

/** Reports whether two ranges have a point in common; a finding without a place is at the start of its file. */
export function touches(one: Pick<Range, "start" | "end">, two: Range): boolean {
  const isAfter = (a: Range["start"], b: Range["start"]): boolean =>
    a.line > b.line || (a.line === b.line && a.character > b.character);
  return !isAfter(one.start, two.end) && !isAfter(two.start, one.end);
}

function editOf({ edits }: Fix, fileUri: (file: string) => string): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = Object.create(null);
  for (const { file, span, text } of edits) {
    const point = ({ line, column }: typeof span.start): Range["start"] => ({ line: line - 1, character: column - 1 });
    (changes[fileUri(file)] ??= []).push({
      range: { start: point(span.start), end: point(span.end) },
      newText: text,
    });
  }
  return { changes };
}

/** One edit from the first to the last character that changes. */
function fixAll({ document }: OpenDocument, found: readonly Diagnostic[]): WorkspaceEdit | undefined {
  const before = document.getText();
  const [fixed] = applyFixes(found, {
    unsafe: false,
    read: (file) => (file === found[0]?.file ? before : undefined),
    accept: isNoWorse,
  });
  if (fixed === undefined) return undefined;
  const { after } = fixed;
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const range = rangeIn(document, { start, end: before.length - end });
  return { changes: { [document.uri]: [{ range, newText: after.slice(start, after.length - end) }] } };
}
