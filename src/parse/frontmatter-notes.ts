/** What reading frontmatter shows besides its fields: facts that decide, where findings only tell. */
import type { RestrictingField } from "../model/restrictions.ts";
import type { FrontmatterFault, FrontmatterState } from "../model/unit.ts";

export interface FrontmatterNotes {
  /** In the order of being found. */
  readonly faults: FrontmatterFault[];
  isRepaired: boolean;
  /** Whether only single lines of it are read. */
  isByLine: boolean;
  /** Restricting fields that are written twice, at any depth: the last value may restrict less. */
  readonly doubled: RestrictingField[];
  /** Tags of values as written, unknown ones first. */
  readonly tags: string[];
}

export function createNotes(): FrontmatterNotes {
  return { faults: [], isRepaired: false, isByLine: false, doubled: [], tags: [] };
}

/** What was repaired is read, whatever was wrong before. */
export function stateOf({ faults, isRepaired, isByLine }: FrontmatterNotes): FrontmatterState {
  if (isRepaired) return { state: "repaired", ...(isByLine && { isByLine }) };
  return faults.length === 0 ? { state: "read" } : { state: "unread", faults };
}
