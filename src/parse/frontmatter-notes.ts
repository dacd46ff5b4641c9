/** Facts decide, findings only report. */
import type { RestrictingField } from "../model/restrictions.ts";
import type { FrontmatterFault, FrontmatterState } from "../model/unit.ts";

export interface FrontmatterNotes {
  readonly faults: FrontmatterFault[];
  isRepaired: boolean;
  /** Whether only single lines of the frontmatter are read. */
  isByLine: boolean;
  /** The last value may restrict less. At any depth. */
  readonly doubled: RestrictingField[];
  /** As written, unknown ones first. */
  readonly tags: string[];
}

export function createNotes(): FrontmatterNotes {
  return { faults: [], isRepaired: false, isByLine: false, doubled: [], tags: [] };
}

/** Repaired frontmatter is read, whatever its faults. */
export function stateOf({ faults, isRepaired, isByLine }: FrontmatterNotes): FrontmatterState {
  if (isRepaired) return { state: "repaired", ...(isByLine && { isByLine }) };
  return faults.length === 0 ? { state: "read" } : { state: "unread", faults };
}
