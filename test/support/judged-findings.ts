/** Findings as a command shows them: judged under the levels of a profile, in order. */
import { compareDiagnostics, diagnose, judge } from "../../src/diagnostics/index.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import type { FindingGroup } from "../../src/model/finding.ts";
import { levelChain } from "../../src/profiles/index.ts";
import { ruleBook } from "../../src/rules.ts";

export function diagnosticsOf(
  groups: FindingGroup | readonly FindingGroup[],
  profile = "standard",
): readonly Diagnostic[] {
  const { judged } = judge([groups].flat(), {
    book: ruleBook,
    profiles: levelChain(profile),
  });
  return judged.map((one) => diagnose(one)).sort(compareDiagnostics);
}
