/**
 * The report as SARIF 2.1.0, for code scanning on GitHub and the viewers of editors.
 *
 * Takes diagnostics and the rule table. Returns one run with the rules that occur. Text for people is escaped as in
 * every other format; paths and the texts of fixes are exact.
 * Never prints a rule that did not occur, an absolute path or a time.
 */
import type { Diagnostic, Fix, Level, Severity, Suppression } from "../model/diagnostic.ts";
import { ruleAddress } from "../model/public-address.ts";
import type { Span } from "../model/source.ts";
import { escapeJsonText, escapeText } from "./display-text.ts";
import { profileText } from "./finding-texts.ts";
import type { Formatter } from "./formatter.ts";
import { defaultLevel } from "../diagnostics/index.ts";
import { ruleBook, titleOf } from "../rules.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** The name of the checkout root on GitHub and others. */
const BASE = "%SRCROOT%";

const LEVELS: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  info: "note",
};

/** Suppressed findings are included with their justification. */
export const formatSarif: Formatter = ({ diagnostics, version }) => {
  const firstOfCode = new Map<string, Diagnostic>();
  for (const found of diagnostics) if (!firstOfCode.has(found.code)) firstOfCode.set(found.code, found);
  const codes = [...firstOfCode.keys()];
  const someSuppressed = diagnostics.some(({ suppressed }) => suppressed !== undefined);
  const run = {
    tool: { driver: { name: "skillc", version, rules: [...firstOfCode.values()].map(toRule) } },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { [BASE]: { description: { text: "The directory that the paths are relative to." } } },
    results: diagnostics.map((found) => ({
      ...toResult(found, codes.indexOf(found.code)),
      // The standard requires this for all results of a run or for none.
      ...(someSuppressed ? { suppressions: toSuppressions(found.suppressed) } : {}),
    })),
  };
  return `${escapeJsonText(JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs: [run] }, null, 2))}\n`;
};

/** The rule, not the finding: the same in every run, as viewers expect. */
function toRule({ code, rule, category, severity }: Diagnostic): object {
  const entry = ruleBook.get(rule);
  const { consequence, origin } = entry ?? {};
  const level: Level = entry === undefined ? severity : defaultLevel(entry, ["standard"]);
  const short = `${titleOf(rule)}.`;
  // The words of `skillc explain`.
  const note = consequence === undefined ? [] : [`Note: ${consequence}.`];
  const source = origin === undefined ? [] : [`Source: ${origin.source} (${origin.level}).`];
  const remarks = [...note, ...source];
  const explain = `skillc explain ${code}`;
  const helpUri = ruleAddress(rule);
  return {
    id: code,
    name: rule,
    ...(helpUri !== undefined && { helpUri }),
    shortDescription: { text: displayText(short) },
    fullDescription: { text: displayText(note[0] ?? short) },
    help: {
      text: displayText(...remarks, `Docs: ${explain}`),
      markdown: displayText(...remarks.flatMap((text) => [text, ""]), `Docs: \`${explain}\``),
    },
    // A rule that is off by default has no level: the level of the finding replaces it.
    defaultConfiguration: { level: LEVELS[level === "off" ? severity : level] },
    properties: { category, tags: [category] },
  };
}

function toResult(found: Diagnostic, ruleIndex: number): object {
  const { code, severity, consequence, help = [], file, span, fixes, fingerprint } = found;
  const lines = [
    `${found.message}${profileText(found)}`,
    ...(consequence === undefined ? [] : [`note: ${consequence}`]),
    ...help.map((way) => `help: ${way}`),
  ];
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: displayText(...lines) },
    locations: [{ physicalLocation: toPhysicalLocation(file, span) }],
    relatedLocations: toRelated(found),
    fixes: fixes?.filter(({ edits }) => edits.length > 0).map(toFix),
    partialFingerprints: fingerprint === undefined ? undefined : { "skillc/v1": fingerprint },
  };
}

/** The labels of a finding, then the members of its group. */
function toRelated({ labels = [], members = [] }: Diagnostic): object[] | undefined {
  const places: readonly { readonly file: string; readonly span?: Span; readonly text?: string }[] = [
    ...labels,
    ...members,
  ];
  if (places.length === 0) return undefined;
  return places.map(({ file, span, text }, id) => ({
    id,
    physicalLocation: toPhysicalLocation(file, span),
    message: { text: displayText(text ?? file) },
  }));
}

/** GitHub rejects a result without a path or a line: the directory or the first line replaces a missing one. */
function toPhysicalLocation(file: string, span: Span | undefined): object {
  return { artifactLocation: toArtifact(file), region: span === undefined ? { startLine: 1 } : toRegion(span) };
}

function toArtifact(file: string): object {
  // Half a surrogate pair has no percent-encoding.
  const segments = file
    .replaceAll(/\p{Cs}/gu, "\uFFFD")
    .split("/")
    .map(encodeURIComponent);
  return { uri: file === "" ? "./" : segments.join("/"), uriBaseId: BASE };
}

function toRegion({ start, end }: Span): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function toFix({ title, applicability, edits }: Fix): object {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    description: { text: displayText(title) },
    artifactChanges: files.map((file) => ({
      artifactLocation: toArtifact(file),
      replacements: edits
        .filter((edit) => edit.file === file)
        .map(({ span, text }) => ({
          deletedRegion: toRegion(span),
          insertedContent: text === "" ? undefined : { text },
        })),
    })),
    properties: { applicability },
  };
}

function toSuppressions(suppressed: Suppression | undefined): object[] {
  if (suppressed === undefined) return [];
  const { by, reason } = suppressed;
  const justification = reason === undefined ? undefined : escapeText(reason);
  return [{ kind: by === "comment" ? "inSource" : "external", status: "accepted", justification }];
}

/** Escapes lines for people: invisible characters, placeholders (braces are doubled) and links from a skill. */
function displayText(...lines: readonly string[]): string {
  return lines
    .map((line) => escapeText(line).replaceAll("{", "{{").replaceAll("}", "}}").replaceAll("](", "\\]("))
    .join("\n");
}
