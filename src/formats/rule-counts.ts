/** Findings counted by rule, for reports that are too long to be read whole. Contains untrusted text. */
import type { Diagnostic, Severity } from "../model/diagnostic.ts";
import { thousands } from "../diagnostics/rule.ts";

export interface RuleCount extends Pick<Diagnostic, "severity" | "code" | "rule"> {
  readonly findings: number;
  /** A finding without a skill is counted by its file. */
  readonly skills: number;
  /** Findings with a safe fix. */
  readonly safe: number;
  /** Findings with only an unsafe fix. */
  readonly unsafe: number;
  readonly first: Diagnostic;
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 2, info: 4 };

/** Errors, then warnings and infos, security first in each. */
function rankOf({ severity, category }: Diagnostic): number {
  return RANK[severity] + (category === "security" ? 0 : 1);
}

/** Counts findings: errors, then warnings and infos; in each security first, then the most frequent. */
export function countByRule(diagnostics: readonly Diagnostic[]): readonly RuleCount[] {
  const groups = new Map<
    string,
    { first: Diagnostic; findings: number; skills: Set<string>; safe: number; unsafe: number }
  >();
  for (const found of diagnostics) {
    const key = `${found.severity}\n${found.code}`;
    const group = groups.get(key) ?? { first: found, findings: 0, skills: new Set(), safe: 0, unsafe: 0 };
    groups.set(key, group);
    group.findings++;
    group.skills.add(found.skill ?? found.file);
    const fixes = found.fixes ?? [];
    if (fixes.some(({ applicability }) => applicability === "safe")) group.safe++;
    else if (fixes.length > 0) group.unsafe++;
  }
  return [...groups.values()]
    .map(({ first, skills, ...counts }): RuleCount => {
      const { severity, code, rule } = first;
      return { severity, code, rule, ...counts, skills: skills.size, first };
    })
    .toSorted(
      (one, two) =>
        rankOf(one.first) - rankOf(two.first) || two.findings - one.findings || (one.code < two.code ? -1 : 1),
    );
}

export function fixableText({ safe, unsafe }: Pick<RuleCount, "safe" | "unsafe">): string {
  const texts = [...(safe > 0 ? [thousands(safe)] : []), ...(unsafe > 0 ? [`${thousands(unsafe)} unsafe`] : [])];
  return texts.join(" + ");
}
