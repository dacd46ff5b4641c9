/** How an index lists a skill, as the skill says it. */
import type { IndexTier } from "../runtime/access.ts";
import type { LinkRow, SkillFields } from "./unit.ts";

/** `listed`: as every skill without a tier. */
export type WrittenTier = IndexTier | "listed";

const writtenTiers: readonly WrittenTier[] = ["pinned", "listed", "name-only", "deferred"];

/** Returns a tier; undefined for any other value. */
export function readTier(value: unknown): WrittenTier | undefined {
  return writtenTiers.find((tier) => tier === value);
}

/** Returns the tier that a skill writes; undefined for one that is listed as any other. */
export function writtenTier({ metadata, extra }: Pick<SkillFields, "metadata" | "extra">): IndexTier | undefined {
  // The field of eve.
  const tier = readTier(metadata["index"]) ?? (extra["deferred"] === true ? "deferred" : undefined);
  return tier === "listed" ? undefined : tier;
}

/** Returns the tier of a skill: what the config says wins; a skill that no model sees has none. */
export function tierOf(
  { tier: written, hidden }: Pick<LinkRow, "tier" | "hidden">,
  chosen: WrittenTier | undefined,
): IndexTier | undefined {
  const tier = chosen ?? written;
  return tier === "listed" || hidden === true ? undefined : tier;
}
