import type { Profile, ProfileChanges } from "../model/profile.ts";

/** Derives a profile from another one. Its levels are those of its base unless it sets its own. */
export function deriveProfile(base: Profile, changes: ProfileChanges & Pick<Profile, "name">): Profile {
  // Only Codex reads agents/openai.yaml; what proves the base proves nothing else.
  const own = { levelsFrom: base.name, openaiPolicy: "ignored", proof: "documentation", refuses: [] } as const;
  return { ...base, ...own, ...withChanges(base, changes), name: changes.name };
}

/** Returns the changes with their parts whole: of a part, they name only what differs. */
export function withChanges(base: Profile, changes: ProfileChanges): Partial<Profile> {
  const { discovery, frontmatter, naming, description, ...rest } = changes;
  return {
    ...rest,
    ...(discovery && { discovery: { ...base.discovery, ...discovery } }),
    ...(frontmatter && { frontmatter: { ...base.frontmatter, ...frontmatter } }),
    ...(naming && { naming: { ...base.naming, ...naming } }),
    ...(description && { description: { ...base.description, ...description } }),
  };
}
