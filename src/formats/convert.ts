/** Converts diagnostics for other tools. The results are plain objects, so that no tool is a dependency. */
import type { Diagnostic } from "../model/diagnostic.ts";
import { ruleAddress } from "../model/public-address.ts";
import type { Position, Span } from "../model/source.ts";

/**
 * The fields of a `VFileMessage` (vfile-message 4).
 *
 * @example
 * const { reason, place, ruleId }: VfileMessageFields = toVfileMessage(diagnostic);
 */
export interface VfileMessageFields {
  readonly message: string;
  readonly reason: string;
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly place: { readonly start: Position; readonly end: Position } | undefined;
  readonly ruleId: string;
  readonly source: "skillc";
  /** true for an error, false for a warning, undefined for an info. */
  readonly fatal: boolean | undefined;
  readonly note: string | undefined;
}

/**
 * Converts a diagnostic to the fields of a vfile message.
 *
 * @example
 * file.message(fields.reason, { place: fields.place, ruleId: fields.ruleId, source: fields.source });
 */
export function toVfileMessage(diagnostic: Diagnostic): VfileMessageFields {
  const { message, file, span, rule, severity } = diagnostic;
  return {
    message,
    reason: message,
    file,
    line: span?.start.line,
    column: span?.start.column,
    place: span && { start: span.start, end: span.end },
    ruleId: rule,
    source: "skillc",
    fatal: severity === "error" ? true : severity === "warning" ? false : undefined,
    note: noteOf(diagnostic),
  };
}

/**
 * The fields of esbuild's `PartialMessage` (esbuild 0.28).
 *
 * @example
 * const errors: EsbuildMessage[] = diagnostics.map((one) => toEsbuildMessage(one));
 */
export interface EsbuildMessage {
  readonly pluginName: "skillc";
  readonly text: string;
  readonly location: EsbuildLocation | null;
  readonly notes: { readonly text: string; readonly location: EsbuildLocation | null }[];
  /** The diagnostic itself: esbuild passes it on in its result. */
  readonly detail: Diagnostic;
}

/** `line` is 1-based; `column` and `length` count UTF-8 bytes, `column` from 0. */
interface EsbuildLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly lineText: string;
}

/**
 * Converts a diagnostic to a message of an esbuild plugin.
 *
 * @example
 * build.onStart(async () => ({ errors: (await check()).diagnostics.map(toEsbuildMessage) }));
 */
export function toEsbuildMessage(diagnostic: Diagnostic): EsbuildMessage {
  const { code, rule, message, file, span, lineText = "", labels = [], consequence, help = [] } = diagnostic;
  const texts = [...(consequence === undefined ? [] : [consequence]), ...help].map((text) => ({
    text,
    location: null,
  }));
  const places = labels.map((label) => ({
    text: label.text,
    location: esbuildLocation(label.file, label.span, label.lineText),
  }));
  return {
    pluginName: "skillc",
    // esbuild drops the ids of plugins, so the text contains the code.
    text: `${message} [${code} ${rule}]`,
    location:
      span === undefined
        ? { file, line: 1, column: 0, length: 0, lineText: "" }
        : esbuildLocation(file, span, lineText),
    notes: [...places, ...texts],
    detail: diagnostic,
  };
}

function esbuildLocation(file: string, { start, end }: Span, lineText: string): EsbuildLocation {
  const from = start.column - 1;
  const to = end.line === start.line ? end.column - 1 : lineText.length;
  return {
    file,
    line: start.line,
    column: byteLength(lineText.slice(0, from)),
    length: byteLength(lineText.slice(from, to)),
    lineText,
  };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * A diagnostic of the Language Server Protocol 3.17. Lines and characters are 0-based; characters are UTF-16 units.
 *
 * @example
 * connection.sendDiagnostics({ uri, diagnostics: found.map((one): LspDiagnostic => toLspDiagnostic(one, uriOf)) });
 */
export interface LspDiagnostic {
  readonly range: LspRange;
  /** 1 error, 2 warning, 3 information. */
  readonly severity: 1 | 2 | 3;
  readonly code: string;
  /** The page about the rule, where there is one. */
  readonly codeDescription?: { readonly href: string };
  readonly source: "skillc";
  readonly message: string;
  readonly relatedInformation?: readonly {
    readonly location: { readonly uri: string; readonly range: LspRange };
    readonly message: string;
  }[];
  readonly data: { readonly rule: string; readonly fixes: Diagnostic["fixes"] };
}

interface LspRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

const LSP_SEVERITY = { error: 1, warning: 2, info: 3 } as const;

/**
 * Converts a diagnostic for an editor. `uriOf` converts the file of a diagnostic to a URI.
 *
 * @example
 * toLspDiagnostic(diagnostic, (file) => new URL(file, "file:///home/ada/shop/").href);
 */
export function toLspDiagnostic(diagnostic: Diagnostic, uriOf: (file: string) => string): LspDiagnostic {
  const { code, rule, severity, message, span, labels = [], fixes } = diagnostic;
  const note = noteOf(diagnostic);
  const href = ruleAddress(rule);
  const places: readonly { readonly file: string; readonly span?: Span; readonly text?: string }[] = [
    ...labels,
    ...(diagnostic.members ?? []),
  ];
  const related = places.map((place) => ({
    location: { uri: uriOf(place.file), range: lspRange(place.span) },
    message: place.text ?? place.file,
  }));
  return {
    range: lspRange(span),
    severity: LSP_SEVERITY[severity],
    code,
    ...(href !== undefined && { codeDescription: { href } }),
    source: "skillc",
    message: note === undefined ? message : `${message}\n${note}`,
    ...(related.length === 0 ? {} : { relatedInformation: related }),
    data: { rule, fixes },
  };
}

function lspRange(span: Span | undefined): LspRange {
  const point = ({ line, column }: Position): LspRange["start"] => ({ line: line - 1, character: column - 1 });
  if (span === undefined) return { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  return { start: point(span.start), end: point(span.end) };
}

function noteOf({ consequence, help = [] }: Diagnostic): string | undefined {
  const lines = [...(consequence === undefined ? [] : [consequence]), ...help];
  return lines.length === 0 ? undefined : lines.join("\n");
}
