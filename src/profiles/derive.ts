/** Profiles that are others with differences. */
import type { Profile } from "./profile.ts";

/**
 * Makes a profile of another one. It gets its rules' levels from that profile too, unless it says otherwise.
 *
 * @example
 * const goose = deriveProfile(lenient, { name: "goose", label: "Goose", source: "…", directories: [".goose/skills"] });
 */
export function deriveProfile(base: Profile, changes: Partial<Profile> & Pick<Profile, "name">): Profile {
  return { ...base, levelsFrom: base.name, ...changes };
}
