import type { DiagnosticMember, Fix } from "../model/diagnostic.ts";
import type { Finding, FindingCondition, FindingFix, FindingGroup, FindingLabel, LineRef } from "../model/finding.ts";
import { detach, locate, type SourceText, type TextPlace, type TextSpan } from "../model/source.ts";
import type { Rule, RuleArgs } from "./rule.ts";
import { keyPieces, maskLine, maskQuotation, type MaskedLine } from "../secrets/source-secrets.ts";

/** Resolved by another group. */
export interface LocatedPlace {
  readonly file: string;
  readonly at?: LineRef | undefined;
  readonly lines: readonly string[];
}

export type Place = TextPlace | LocatedPlace;

type LabelPlace = Place & { readonly text: string };

export interface FixPlan {
  readonly title: string;
  readonly applicability: Fix["applicability"];
  readonly edits: readonly { readonly span: TextSpan; readonly text: string }[];
}

export interface FindingExtras {
  readonly labels?: readonly LabelPlace[] | undefined;
  readonly members?: readonly DiagnosticMember[] | undefined;
  readonly fixes?: readonly FixPlan[] | undefined;
  readonly unless?: readonly string[] | undefined;
  readonly leadsTo?: string | undefined;
  readonly cause?: string | undefined;
  readonly holdsIf?: FindingCondition | undefined;
}

export interface Findings extends FindingGroup {
  add<Args extends RuleArgs>(rule: Rule<Args>, place: Place, args: NoInfer<Args>, extras?: FindingExtras): void;
  append(group: FindingGroup): void;
  locate(source: SourceText, span: TextSpan): LineRef;
  /** From another group into the lines of this one. */
  adopt(at: LineRef, lines: readonly string[]): LineRef;
}

/**
 * Resolves positions and masks credentials right away, so that a finding neither keeps its document alive nor repeats a
 * secret.
 *
 * @example
 * const findings = createFindings();
 * findings.add(nameRules["name-empty"], { file, source, span }, { dir: "pdf" });
 */
export function createFindings(): Findings {
  return new GrowingGroup();
}

/** A class: each skill has several groups, most of them empty, and closures for each would take more memory. */
class GrowingGroup implements Findings {
  readonly findings: Finding[] = [];
  readonly lines: string[] = [];
  private indexOf: Map<string, number> | undefined;
  /** A long line can have thousands of findings. */
  private last:
    | { readonly source: SourceText; readonly line: number; index: number; secrets: MaskedLine["secrets"] }
    | undefined;

  add<Args extends RuleArgs>(
    rule: Rule<Args>,
    place: Place,
    args: NoInfer<Args>,
    { labels = [], members = [], fixes = [], unless = [], leadsTo, cause, holdsIf }: FindingExtras = {},
  ): void {
    const at = this.refOf(place);
    const secrets = "lines" in place || at === undefined ? [] : this.secretsAt(place, at);
    const located = labels.flatMap((label) => this.toLabel(label));
    const mask: Mask = (text) => maskQuotation(text, secrets);
    const plans = "lines" in place || place.source === undefined ? [] : locateFixes(fixes, place.source, mask);
    this.findings.push({
      rule: rule.name,
      file: place.file,
      ...(at && { at }),
      args: ownArgs(args, mask),
      ...(located.length > 0 && { labels: located }),
      ...(members.length > 0 && {
        members: members.map(({ file, text }) => ({
          file: detach(file),
          ...(text !== undefined && { text: detach(text) }),
        })),
      }),
      ...(plans.length > 0 && { fixes: plans }),
      ...(unless.length > 0 && { unless }),
      ...(leadsTo !== undefined && { leadsTo: detach(leadsTo) }),
      ...(cause !== undefined && { cause: detach(cause) }),
      ...(holdsIf !== undefined && { holdsIf }),
    });
  }

  append({ findings, lines }: FindingGroup): void {
    for (const finding of findings)
      this.findings.push({
        ...finding,
        ...(finding.at && { at: this.adopt(finding.at, lines) }),
        ...(finding.labels && {
          labels: finding.labels.map((label) => ({ ...label, at: this.adopt(label.at, lines) })),
        }),
      });
  }

  locate(source: SourceText, textSpan: TextSpan): LineRef {
    const span = locate(source, textSpan);
    return { span, line: this.readLine(source, span.start.line).index };
  }

  adopt({ span, line }: LineRef, from: readonly string[]): LineRef {
    return { span, line: this.intern(from[line] ?? "") };
  }

  private refOf(place: Place): LineRef | undefined {
    if ("lines" in place) return place.at && this.adopt(place.at, place.lines);
    return place.source === undefined || place.span === undefined ? undefined : this.locate(place.source, place.span);
  }

  private toLabel(label: LabelPlace): FindingLabel[] {
    const at = this.refOf(label);
    return at === undefined ? [] : [{ file: label.file, at, text: label.text }];
  }

  /** Credentials of which a finding may quote a part. */
  private secretsAt(
    { source, span }: TextPlace,
    { span: { start, end } }: LineRef,
  ): Parameters<typeof maskQuotation>[1] {
    if (source === undefined || span === undefined) return [];
    const { secrets } = this.readLine(source, start.line);
    if (start.line === end.line) return [secrets];
    return [secrets, keyPieces(source, span), maskLine(source, end.line).secrets];
  }

  private readLine(source: SourceText, line: number): NonNullable<GrowingGroup["last"]> {
    if (this.last?.source === source && this.last.line === line) return this.last;
    const { text, secrets } = maskLine(source, line);
    return (this.last = { source, line, index: this.intern(text), secrets });
  }

  private intern(line: string): number {
    this.indexOf ??= new Map();
    let index = this.indexOf.get(line);
    if (index === undefined) this.indexOf.set(line, (index = this.lines.push(line) - 1));
    return index;
  }
}

type Mask = (text: string) => string;

/** Leaves out a fix that would repeat a secret, because fixes are shown as they are. */
function locateFixes(fixes: readonly FixPlan[], source: SourceText, mask: Mask): readonly FindingFix[] {
  const isHarmless = ({ title, edits }: FixPlan): boolean =>
    [title, ...edits.map(({ text }) => text)].every((text) => mask(text) === text);
  return fixes.filter(isHarmless).map((fix) => locateFix(fix, source));
}

export function locateFix({ title, applicability, edits }: FixPlan, source: SourceText): FindingFix {
  return {
    title: detach(title),
    applicability,
    edits: edits.map(({ span, text }) => ({ span: locate(source, span), text: detach(text) })),
  };
}

/** Masks secrets, and copies: findings outlive their documents, and more people read them. */
function ownArgs(args: RuleArgs, mask: Mask): RuleArgs {
  const own = Object.entries(args).map(([name, value]) => [
    name,
    typeof value === "string" ? mask(detach(value)) : value,
  ]);
  return Object.fromEntries(own) as RuleArgs;
}
