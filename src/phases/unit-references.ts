/** What a skill says about other skills, as it is in its unit. */
import type { CheckedSkill } from "../check/index.ts";
import type { Findings } from "../diagnostics/index.ts";
import { detach, type SourceText } from "../model/source.ts";
import type { LinkRow } from "../model/unit.ts";

/** Resolves the places of references in terms of the lines of a unit; nothing for a skill without any. */
export function referencesIn(
  source: SourceText,
  references: CheckedSkill["references"],
  findings: Findings,
): Pick<LinkRow, "references"> {
  if (references.length === 0) return {};
  return {
    references: references.map(({ span, to, ...rest }) => ({
      to: detach(to),
      ...rest,
      ...(span && { at: findings.locate(source, span) }),
    })),
  };
}
