/** The only code that reads what findings say: which of them stay, and what they say once more is known. */
import type { ArgumentValue } from "../model/diagnostic.ts";
import type { Finding, FindingGroup } from "../model/finding.ts";
import { createFindings, type Place } from "./findings.ts";
import type { PlacedGroup } from "./placed.ts";
import type { Rule } from "./rule.ts";
import type { RuleBook } from "./rule-book.ts";

export function keepRules(group: PlacedGroup, book: RuleBook, isKept: (rule: Rule) => boolean): PlacedGroup {
  const findings = group.findings.filter((finding) => {
    const rule = book.get(finding.rule);
    return rule === undefined || isKept(rule);
  });
  return { ...group, findings };
}

/** Each once, for `unless` of another finding. */
export function ruleNames({ findings }: FindingGroup): readonly string[] {
  return [...new Set(findings.map(({ rule }) => rule))];
}

/** Keeps the first report of each finding. */
export function withoutRepeats(groups: readonly PlacedGroup[]): readonly PlacedGroup[] {
  const reported = new Set<string>();
  return groups.map((group) => {
    const findings = group.findings.filter((finding) => {
      const key = JSON.stringify([finding.rule, finding.file, finding.at, finding.args]);
      return !reported.has(key) && reported.add(key);
    });
    return { ...group, findings };
  });
}

/** Makes a finding about the target of a link one of another rule. */
export function asRule<Args extends { readonly target: string; readonly more: number }>(
  { leadsTo: _leadsTo, fixes: _fixes, ...finding }: Finding,
  { name }: Rule<Args>,
  args: Omit<Args, "target" | "more"> & Finding["args"],
): Finding {
  const { target = "", more = 0 } = finding.args;
  return { ...finding, rule: name, args: { target, more, ...args } };
}

/** `cause` is shared with other findings. */
export function withMore(finding: Finding, more: Readonly<Record<string, ArgumentValue>>, cause: string): Finding {
  return { ...finding, cause, args: { ...finding.args, ...more } };
}

/** Leaves out what belongs to the old places. */
export function moveFindings(
  { findings }: FindingGroup,
  book: RuleBook,
  placeOf: (finding: Finding, rule: Rule) => Place,
): FindingGroup {
  const moved = createFindings();
  for (const finding of findings) {
    const rule = book.get(finding.rule);
    if (rule !== undefined) moved.add(rule, placeOf(finding, rule), finding.args);
  }
  return moved;
}

export function fieldOf({ args }: Finding): string | undefined {
  const { field } = args;
  return typeof field === "string" ? field : undefined;
}
