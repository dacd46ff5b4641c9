import type { Severity, Suppression } from "../model/diagnostic.ts";
import type { Finding, FindingGroup, SuppressionComment } from "../model/finding.ts";
import { FLAT_DOCUMENT } from "../model/skill.ts";
import type { Rule } from "./rule.ts";

export interface PlacedGroup extends FindingGroup {
  readonly place?: number | undefined;
  /** Files are relative to it; undefined if they are relative to the base. */
  readonly dir?: string | undefined;
  readonly comments?: readonly SuppressionComment[];
}

export interface Judged {
  readonly rule: Rule;
  readonly finding: Finding;
  readonly group: PlacedGroup;
  readonly file: string;
  readonly severity: Severity;
  readonly suppressed?: Suppression;
}

/** Relative to the base directory. */
export function fileOf({ dir }: Pick<PlacedGroup, "dir">, file: string): string {
  if (dir === undefined || dir === ".") return file;
  return file === FLAT_DOCUMENT ? dir : `${dir}/${file}`;
}
