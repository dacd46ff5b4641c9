/** Collects the findings of one phase about one text, one skill or one project. */
import type { Fix } from "../model/diagnostic.ts";
import type { Finding, FindingFix, FindingGroup, FindingLabel, LineRef } from "../model/finding.ts";
import { detach, locate, type SourceText, type TextPlace, type TextSpan } from "../model/source.ts";
import type { Rule, RuleArgs } from "./rule.ts";
import { keyPieces, maskLine, maskQuotation, type MaskedLine } from "./source-secrets.ts";

/** A location that another group has resolved already. */
export interface LocatedPlace {
  readonly file: string;
  readonly at?: LineRef | undefined;
  /** The lines of the group that `at` is from. */
  readonly lines: readonly string[];
}

/** Where a finding is: a file, a span of its text, or a location that is resolved already. */
export type Place = TextPlace | LocatedPlace;

/** Another location of a finding and what to say about it. */
export type LabelPlace = Place & { readonly text: string };

/** Replaces stretches of the text in which the finding is. */
export interface FixPlan {
  readonly title: string;
  readonly applicability: Fix["applicability"];
  readonly edits: readonly { readonly span: TextSpan; readonly text: string }[];
}

/** What a finding may have besides its location and its arguments. */
export interface FindingExtras {
  readonly labels?: readonly LabelPlace[] | undefined;
  readonly fixes?: readonly FixPlan[] | undefined;
  readonly unless?: readonly string[] | undefined;
  readonly leadsTo?: string | undefined;
  readonly cause?: string | undefined;
}

/** A growing group of findings. */
export interface Findings extends FindingGroup {
  /** Adds a finding; the arguments are those of the rule's row. */
  add<Args extends RuleArgs>(rule: Rule<Args>, place: Place, args: NoInfer<Args>, extras?: FindingExtras): void;
  /** Adds the findings of another group. */
  append(group: FindingGroup): void;
  /** Resolves a span of a text in terms of the lines of this group. */
  locate(source: SourceText, span: TextSpan): LineRef;
  /** Translates a location of another group into the lines of this one. */
  adopt(at: LineRef, lines: readonly string[]): LineRef;
}

/**
 * Starts a group of findings. Positions are resolved and credentials masked right away, so that a finding neither
 * keeps its document alive nor repeats a secret.
 *
 * @example
 * const findings = createFindings();
 * findings.add(nameRules["name-empty"], { file, source, span }, { dir: "pdf" });
 */
export function createFindings(): Findings {
  const findings: Finding[] = [];
  const table = createLineTable();
  const refOf = (place: Place): LineRef | undefined => {
    if ("lines" in place) return place.at && table.adopt(place.at, place.lines);
    return place.source === undefined || place.span === undefined ? undefined : table.locate(place.source, place.span);
  };
  const toLabel = (label: LabelPlace): FindingLabel[] => {
    const at = refOf(label);
    return at === undefined ? [] : [{ file: label.file, at, text: label.text }];
  };
  const { lines, locate: locateIn, adopt } = table;
  return {
    findings,
    lines,
    locate: locateIn,
    adopt,
    add(rule, place, args, { labels = [], fixes = [], unless = [], leadsTo, cause } = {}) {
      const at = refOf(place);
      const secrets = "lines" in place || at === undefined ? [] : table.secretsAt(place, at);
      const located = labels.flatMap(toLabel);
      const mask: Mask = (text) => maskQuotation(text, secrets);
      const plans = "lines" in place || place.source === undefined ? [] : locateFixes(fixes, place.source, mask);
      findings.push({
        rule: rule.name,
        file: place.file,
        ...(at && { at }),
        args: ownArgs(args, mask),
        ...(located.length > 0 && { labels: located }),
        ...(plans.length > 0 && { fixes: plans }),
        ...(unless.length > 0 && { unless }),
        ...(leadsTo !== undefined && { leadsTo: detach(leadsTo) }),
        ...(cause !== undefined && { cause: detach(cause) }),
      });
    },
    append(group) {
      const adopt = (at: LineRef): LineRef => table.adopt(at, group.lines);
      for (const finding of group.findings)
        findings.push({
          ...finding,
          ...(finding.at && { at: adopt(finding.at) }),
          ...(finding.labels && { labels: finding.labels.map((label) => ({ ...label, at: adopt(label.at) })) }),
        });
    },
  };
}

interface LineTable extends Pick<Findings, "lines" | "locate" | "adopt"> {
  /** Returns the credentials of which a finding may quote a part. */
  secretsAt(place: TextPlace, at: LineRef): Parameters<typeof maskQuotation>[1];
}

/** The lines that a group of findings points to, each once. */
function createLineTable(): LineTable {
  const lines: string[] = [];
  let indexOf: Map<string, number> | undefined;
  const intern = (line: string): number => {
    indexOf ??= new Map();
    let index = indexOf.get(line);
    if (index === undefined) indexOf.set(line, (index = lines.push(line) - 1));
    return index;
  };
  // A single long line can have thousands of findings.
  let last:
    | { readonly source: SourceText; readonly line: number; index: number; secrets: MaskedLine["secrets"] }
    | undefined;
  const readLine = (source: SourceText, line: number): NonNullable<typeof last> => {
    if (last?.source === source && last.line === line) return last;
    const { text, secrets } = maskLine(source, line);
    return (last = { source, line, index: intern(text), secrets });
  };
  return {
    lines,
    locate(source, textSpan) {
      const span = locate(source, textSpan);
      return { span, line: readLine(source, span.start.line).index };
    },
    secretsAt({ source, span }, { span: { start, end } }) {
      if (source === undefined || span === undefined) return [];
      const { secrets } = readLine(source, start.line);
      if (start.line === end.line) return [secrets];
      return [secrets, keyPieces(source, span), maskLine(source, end.line).secrets];
    },
    adopt: ({ span, line }, from) => ({ span, line: intern(from[line] ?? "") }),
  };
}

type Mask = (text: string) => string;

/** A fix is shown as it is: one that would repeat a secret is left to its author. */
function locateFixes(fixes: readonly FixPlan[], source: SourceText, mask: Mask): readonly FindingFix[] {
  const isHarmless = ({ title, edits }: FixPlan): boolean =>
    [title, ...edits.map(({ text }) => text)].every((text) => mask(text) === text);
  return fixes.filter(isHarmless).map((fix) => locateFix(fix, source));
}

/** Resolves the spans of a fix. */
export function locateFix({ title, applicability, edits }: FixPlan, source: SourceText): FindingFix {
  return {
    title: detach(title),
    applicability,
    edits: edits.map(({ span, text }) => ({ span: locate(source, span), text: detach(text) })),
  };
}

/** Findings outlive the documents that they are about, and more people read them. */
function ownArgs(args: RuleArgs, mask: Mask): RuleArgs {
  const own = Object.entries(args).map(([name, value]) => [
    name,
    typeof value === "string" ? mask(detach(value)) : value,
  ]);
  return Object.fromEntries(own) as RuleArgs;
}
