/** How an index lists a skill, as the skill says it. */
import type { IndexTier } from "../runtime/access.ts";
import type { SkillFields } from "./unit.ts";

/** `listed`: as every skill without a tier. */
export type WrittenTier = IndexTier | "listed";

export const writtenTiers: readonly WrittenTier[] = ["pinned", "listed", "name-only", "deferred"];

/** Returns a tier; undefined for any other value. */
export function readTier(value: unknown): WrittenTier | undefined {
  return writtenTiers.find((tier) => tier === value);
}

/** Returns the tier of a skill: what the config says wins; a skill that no model sees has none. */
export function tierOf(
  { metadata, extra, disableModelInvocation }: Pick<SkillFields, "metadata" | "extra" | "disableModelInvocation">,
  chosen: WrittenTier | undefined,
): IndexTier | undefined {
  // The field of eve.
  const written = readTier(metadata["index"]) ?? (extra["deferred"] === true ? "deferred" : undefined);
  const tier = chosen ?? written;
  return tier === "listed" || disableModelInvocation ? undefined : tier;
}
