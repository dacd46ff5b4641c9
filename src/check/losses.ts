/** Restrictions that are written and cannot be applied, whatever findings say about them. */
import { asRestriction, type RestrictingField } from "../model/restrictions.ts";
import { canonicalField } from "../profiles/index.ts";

/**
 * Notes that a field does not restrict as written; ignores fields that never do. A list of allowed tools that loses a
 * `part` allows less.
 *
 * @param field In any spelling that a client reads.
 */
export type NoteLoss = (field: string, extent?: "whole" | "part") => void;

interface Losses {
  readonly loses: NoteLoss;
  /**
   * Returns each lost field once, in the order of being found.
   *
   * @param allowedTools The tools that are left; none for a skill that cannot be used.
   */
  all(allowedTools: readonly string[]): readonly RestrictingField[];
}

export function createLosses(): Losses {
  const noted: { readonly field: RestrictingField; readonly isPart: boolean }[] = [];
  return {
    loses(spelling, extent = "whole") {
      const field = asRestriction(canonicalField(spelling));
      if (field !== undefined) noted.push({ field, isPart: extent === "part" });
    },
    all(allowedTools) {
      const isLeft = ({ field, isPart }: (typeof noted)[number]): boolean =>
        isPart && field === "allowed-tools" && allowedTools.length > 0;
      return [...new Set(noted.filter((one) => !isLeft(one)).map(({ field }) => field))];
    },
  };
}
