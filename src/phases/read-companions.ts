/** Reads and checks the files next to skills that name skills and toolsets. */
import type { PlacedGroup } from "../diagnostics/index.ts";
import type { Companion } from "../model/companion.ts";
import { parseCompanion } from "../parse/index.ts";
import { checkCompanion } from "../check/index.ts";
import type { Run } from "./run.ts";

export interface ReadCompanions {
  /** Undefined where the profile knows none. */
  readonly companions?: readonly Companion[];
  readonly groups: readonly PlacedGroup[];
}

/** @param beside What was found in other files around the skills. */
export function readCompanions({ profile, discovered }: Run, beside: readonly PlacedGroup[]): ReadCompanions {
  if (profile.discovery.companions === "none") return { groups: beside };
  const companions: Companion[] = [];
  const groups: PlacedGroup[] = [];
  for (const found of discovered.companions) {
    const parsed = parseCompanion(found.file, found.bytes, profile);
    groups.push(parsed.found);
    if (parsed.document === undefined) continue;
    const checked = checkCompanion(found, parsed.document);
    groups.push(checked.found);
    if (checked.companion === undefined) continue;
    const listsNone = checked.companion.initialSkills.length + checked.companion.skills.length === 0;
    const ownsKit = profile.discovery.companions === "kit" && listsNone;
    companions.push({ ...checked.companion, ...(ownsKit && { ownsKit }) });
  }
  return { companions, groups: [...groups, ...beside] };
}
