import type { Profile } from "../model/profile.ts";
import { systems as rows } from "../systems/table.ts";
import { deriveProfile, withChanges } from "./derive.ts";
import { lenient, standard } from "./standards.ts";

const bases = { standard, lenient };

/** Each system, and what `compat: "exact"` restores. */
export const systems: readonly { readonly profile: Profile; readonly exact: Partial<Profile> }[] = rows.map(
  ({ base, changes, exact }) => {
    const { name } = changes;
    // The systems have their own rules for names, and none for most of the standard.
    const common = {
      levelsFrom: "systems",
      evalFiles: "shipped" as const,
      proof: "source" as const,
      runtime: { name: name as Profile["runtime"]["name"] },
      reads: name,
    };
    const profile = deriveProfile(bases[base], { ...common, ...changes });
    return { profile, exact: { ...withChanges(profile, exact), runtime: { ...profile.runtime, compat: "exact" } } };
  },
);
