/** Findings with the skill that they are about, before and after they are judged. */
import type { Severity, Suppression } from "../model/diagnostic.ts";
import type { Finding, FindingGroup, SuppressionComment } from "../model/finding.ts";
import { FLAT_DOCUMENT } from "../model/skill.ts";
import type { Rule } from "./rule.ts";

/** Findings of one skill, or of none. */
export interface PlacedGroup extends FindingGroup {
  /** Number of the skill; undefined for findings about the project. */
  readonly place?: number | undefined;
  /** Directory that the files of the findings are relative to; undefined where they are relative to the base. */
  readonly dir?: string | undefined;
  /** Comments of the skill's documents. */
  readonly comments?: readonly SuppressionComment[];
}

/** A finding that is not off. */
export interface Judged {
  readonly rule: Rule;
  readonly finding: Finding;
  readonly group: PlacedGroup;
  /** Relative to the base directory. */
  readonly file: string;
  readonly severity: Severity;
  readonly suppressed?: Suppression;
}

/** A file of a group, relative to the base directory. */
export function fileOf({ dir }: Pick<PlacedGroup, "dir">, file: string): string {
  if (dir === undefined || dir === ".") return file;
  return file === FLAT_DOCUMENT ? dir : `${dir}/${file}`;
}
