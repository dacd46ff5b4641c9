/** The baseline: accepted findings, recognized by fingerprints that do not depend on line numbers. */
import { hash } from "node:crypto";
import { attempt, writeText } from "../host/index.ts";
import { readRegular } from "../host/read-regular.ts";
import { isFailure, isTooLarge } from "../model/host.ts";
import { identityOf } from "../diagnostics/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { ruleBook } from "../rules.ts";

/** 2: fingerprints no longer depend on ids of skills. */
const FORMAT_VERSION = 2;

/** Findings by fingerprint; everything else in the file is for people. */
export type Baseline = ReadonlyMap<string, { readonly code: string; readonly file: string }>;

/** Returns the baseline in a file, or why it cannot be read. */
export function readBaseline(path: string): Baseline | string {
  const text = attempt(() => readRegular(path).toString("utf8"));
  if (isFailure(text)) return text.failure === "not-found" ? "it does not exist" : text.detail;
  try {
    const parsed: unknown = JSON.parse(text);
    const findings =
      typeof parsed === "object" && parsed !== null && "findings" in parsed ? parsed.findings : undefined;
    if (!Array.isArray(findings)) return "it contains no list of findings";
    const version = (parsed as { readonly formatVersion?: unknown }).formatVersion;
    if (version !== FORMAT_VERSION)
      return `its format is version ${String(version)}, not ${FORMAT_VERSION}: accept the findings again with --update-baseline`;
    return new Map(
      findings.map((finding: { fingerprint: string; code: string; file: string }) => [finding.fingerprint, finding]),
    );
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether a path is free for a baseline: nothing is there, or an older baseline, or what a merge made of one. */
export function isFreeForBaseline(path: string): boolean {
  const text = attempt(() => readRegular(path).toString("utf8"));
  if (isFailure(text)) return !isTooLarge(text.detail);
  return text.trim() === "" || text.includes('"findings"');
}

/** An entry of a baseline that no longer occurs. */
export interface StaleEntry {
  readonly code: string;
  readonly file: string;
}

/** Returns a baseline of all findings that count; those about the configuration or the system cannot be accepted. */
export function toBaseline(diagnostics: readonly Diagnostic[]): Baseline {
  const accepted = diagnostics.filter((diagnostic) => diagnostic.suppressed === undefined && isAcceptable(diagnostic));
  return new Map(accepted.map((diagnostic) => [diagnostic.fingerprint ?? "", diagnostic]));
}

function isAcceptable({ category }: Diagnostic): boolean {
  return category !== "config" && category !== "system";
}

export function writeBaseline(path: string, diagnostics: readonly Diagnostic[]): void {
  const findings = diagnostics
    .filter(({ suppressed }) => suppressed?.by === "baseline")
    .map(({ fingerprint, code, rule, file, message }) => ({ fingerprint, code, rule, file, message }));
  writeText(path, `${JSON.stringify({ formatVersion: FORMAT_VERSION, findings }, null, 2)}\n`);
}

/** Marks the findings of a baseline as known, and returns its entries that no longer occur. */
export function applyBaseline(
  diagnostics: readonly Diagnostic[],
  baseline: Baseline,
): {
  readonly diagnostics: readonly Diagnostic[];
  readonly stale: readonly StaleEntry[];
} {
  const seen = new Set<string>();
  const marked = diagnostics.map((diagnostic): Diagnostic => {
    const { fingerprint = "" } = diagnostic;
    if (diagnostic.suppressed !== undefined || !isAcceptable(diagnostic) || !baseline.has(fingerprint))
      return diagnostic;
    seen.add(fingerprint);
    return { ...diagnostic, suppressed: { by: "baseline" } };
  });
  return {
    diagnostics: marked,
    stale: [...baseline].filter(([fingerprint]) => !seen.has(fingerprint)).map(([, entry]) => entry),
  };
}

/** Adds fingerprints: of equal findings on equal lines each gets its own, by order. */
export function withFingerprints(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const counts = new Map<string, number>();
  const shorten = createLineShortener();
  return diagnostics.map((diagnostic) => {
    const key = identityOf(diagnostic, shorten(diagnostic.lineText ?? ""), ruleBook.get(diagnostic.rule));
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    const fingerprint = hash("sha256", `${key}\0${nth}`, "buffer").toString("hex", 0, FINGERPRINT_BYTES);
    // No spread, because there are thousands (CONTRIBUTING, "What V8 does to us").
    return Object.assign({}, diagnostic, { fingerprint });
  });
}

const FINGERPRINT_BYTES = 16;

/** Longer lines enter a fingerprint as a hash. */
const LONG_LINE = 1000;

/** Ignores whitespace. Remembers the last line: a single long one can have thousands of findings. */
function createLineShortener(): (lineText: string) => string {
  let last = { text: "", line: "" };
  return (text) => {
    if (text !== last.text) {
      const line = text.replace(/\s+/g, " ").trim();
      last = { text, line: line.length > LONG_LINE ? hash("sha256", line, "hex") : line };
    }
    return last.line;
  };
}
