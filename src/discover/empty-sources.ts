import { ruleNames, type Findings } from "../diagnostics/index.ts";
import type { Source } from "../model/config.ts";
import { isFailure, type Host } from "../model/host.ts";
import { baseName, compareCodeUnits, joinPath, parentPath } from "../paths/index.ts";
import { nearestNames } from "../runtime/access.ts";
import { discoverRules } from "./rules.ts";

interface FoundInSource {
  /** Number of skills; undefined if it could not be walked. */
  readonly walked?: number;
  readonly isMissing?: boolean;
  readonly companions: readonly unknown[];
  readonly findings: Findings;
}

/**
 * A source without skills is reported once, by what else was found in it if that says why. One that is missing is the
 * same: git keeps no empty directories.
 */
export function reportEmpty(
  source: Source | undefined,
  { walked, isMissing = false, companions, findings }: FoundInSource,
  { hasSkills, isFine, host }: { readonly hasSkills: boolean; readonly isFine: boolean; readonly host: Host },
): void {
  // A source of agents or toolsets has what it is there for.
  if (source?.kind !== "directory" || !(walked === 0 || isMissing) || companions.length > 0) return;
  const { dir, optional, place = { file: dir }, named } = source;
  if (!isMissing)
    findings.add(discoverRules["skill-md-missing"], { file: dir }, { found: "" }, { unless: ruleNames(findings) });
  // Where no config names it, an empty catalog is an error of its own.
  if (optional || isFine || (named !== undefined && !isMissing && !hasSkills)) return;
  const nearest = isMissing ? nearestDirectory(dir, host) : "";
  const args = { dir, missing: isMissing, argument: named === "argument", nearest };
  findings.add(discoverRules["source-without-skills"], place, args, { unless: ruleNames(findings) });
}

/** Returns the directory next to a missing one with the most similar name; "" if there is none. */
function nearestDirectory(dir: string, host: Host): string {
  const parent = parentPath(dir);
  const entries = host.readDirectory(parent);
  if (isFailure(entries)) return "";
  const names = entries.filter(({ kind }) => kind === "directory").map(({ name }) => name);
  const [name] = nearestNames(baseName(dir), names.sort(compareCodeUnits));
  return name === undefined || name === baseName(dir) ? "" : joinPath(parent, name);
}
