import { ruleNames, type Findings } from "../diagnostics/index.ts";
import type { Source } from "../model/config.ts";
import { isFailure, type Host } from "../model/host.ts";
import { baseName, compareCodeUnits, joinPath, parentPath } from "../paths/index.ts";
import { nearestNames } from "../runtime/access.ts";
import { discoverRules } from "./rules.ts";

interface FoundInSource {
  /** Number of skills; undefined if the source could not be walked. */
  readonly walked?: number;
  readonly isMissing?: boolean;
  readonly companions: readonly unknown[];
  readonly findings: Findings;
}

/**
 * Reports a source without skills once, by what else it contains if that explains it. A missing source counts as empty:
 * git keeps no empty directories.
 */
export function reportEmpty(
  source: Source | undefined,
  { walked, isMissing = false, companions, findings }: FoundInSource,
  { hasSkills, isFine, host }: { readonly hasSkills: boolean; readonly isFine: boolean; readonly host: Host },
): void {
  // This source exists for agents or toolsets.
  if (source?.kind !== "directory" || !(walked === 0 || isMissing) || companions.length > 0) return;
  const { dir, optional, place = { file: dir }, named } = source;
  if (!isMissing)
    findings.add(discoverRules["skill-md-missing"], { file: dir }, { found: "" }, { unless: ruleNames(findings) });
  // Without a config, an empty catalog has its own error.
  if (optional || isFine || (named !== undefined && !isMissing && !hasSkills)) return;
  const nearest = isMissing ? nearestDirectory(dir, host) : "";
  const args = { dir, missing: isMissing, argument: named === "argument", nearest };
  findings.add(discoverRules["source-without-skills"], place, args, { unless: ruleNames(findings) });
}

/** The most similar name; "" if none is similar. */
function nearestDirectory(dir: string, host: Host): string {
  const parent = parentPath(dir);
  const entries = host.readDirectory(parent);
  if (isFailure(entries)) return "";
  const names = entries.filter(({ kind }) => kind === "directory").map(({ name }) => name);
  const [name] = nearestNames(baseName(dir), names.sort(compareCodeUnits));
  return name === undefined || name === baseName(dir) ? "" : joinPath(parent, name);
}
