/** Profiles that are others with differences. */
import type { Profile } from "./profile.ts";

/**
 * Derives a profile from another one. Its levels are those of its base unless it sets its own.
 *
 * @example
 * const goose = deriveProfile(lenient, { name: "goose", label: "Goose", source: "…", directories: [".goose/skills"] });
 */
export function deriveProfile(base: Profile, changes: Partial<Profile> & Pick<Profile, "name">): Profile {
  // Only Codex reads that file.
  return { ...base, levelsFrom: base.name, openaiPolicy: "ignored", ...changes };
}
