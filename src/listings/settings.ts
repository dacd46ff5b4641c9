/** Settings of clients that make a listing whole; they are printed, never written. */
import { claudeCodeFacts, codexFacts, type ListingClientName } from "./clients.ts";
import { commandOf, directoryName } from "./listed-names.ts";
import type { ListedSkill, Listing } from "./listing.ts";

/** Settings of a client, as the text of a file of its user. */
export interface ListingSettings {
  readonly file: string;
  readonly text: string;
}

/**
 * Returns the skills as a client lists them once their tiers are its settings: no client reads `metadata.index`.
 *
 * @example
 * const listing = simulateListing(withTiers(skills, "claude-code"), "claude-code"); // what the settings lead to
 */
export function withTiers(skills: readonly ListedSkill[], client: ListingClientName): readonly ListedSkill[] {
  if (client !== "claude-code" && client !== "codex") return skills;
  const listed = skills.filter(({ index }) => index !== "deferred");
  // Codex has no form for a skill without its description.
  if (client === "codex") return listed;
  return listed.map((skill) =>
    skill.index === "name-only" ? { ...skill, description: "", whenToUse: undefined } : skill,
  );
}

/**
 * Returns the settings with which a client shows every description whole, and each skill in its tier.
 *
 * @param listing Of the skills with their tiers.
 * @example
 * const { text } = settingsFor(simulateListing(withTiers(skills, "claude-code"), "claude-code"), skills)[0];
 * // { "skillListingBudgetFraction": 0.016, "skillOverrides": { "old": "name-only" } }
 */
export function settingsFor(listing: Listing, skills: readonly ListedSkill[]): readonly ListingSettings[] {
  const { client, budget } = listing;
  const { limit, needed, window } = budget;
  const isOver = limit !== null && needed > limit;
  switch (client) {
    case "claude-code": {
      const fraction = neededFraction(needed, window ?? claudeCodeFacts.contextWindow.value);
      const overrides = skills.flatMap((skill) => {
        const override = OVERRIDES[skill.index ?? "listed"];
        return override === undefined ? [] : [[commandOf(skill), override] as const];
      });
      const settings = {
        ...(isOver && { skillListingBudgetFraction: fraction }),
        ...(overrides.length > 0 && { skillOverrides: Object.fromEntries(overrides) }),
      };
      return Object.keys(settings).length === 0 ? [] : [{ file: "~/.claude/settings.json", text: json(settings) }];
    }
    case "codex": {
      const tokens = Math.min(needed, codexFacts.maxTokens.value);
      const config = { file: "~/.codex/config.toml", text: `[skills]\nmax_context_tokens = ${tokens}` };
      const deferred = skills.filter(({ index }) => index === "deferred");
      return [...(isOver ? [config] : []), ...deferred.map((skill) => hiddenInCodex(directoryName(skill)))];
    }
    case "openclaw": {
      const text = json({ skills: { limits: { maxSkillsPromptChars: needed } } });
      return isOver ? [{ file: "~/.openclaw/openclaw.json", text }] : [];
    }
    default:
      return [];
  }
}

/** What Claude Code calls the tiers; `pinned` and `listed` are its default. */
const OVERRIDES: Readonly<Record<string, string | undefined>> = {
  "name-only": "name-only",
  deferred: "user-invocable-only",
};

/** Codex reads one file of a skill: without implicit invocation, it is not listed. */
function hiddenInCodex(name: string): ListingSettings {
  return { file: `${name}/agents/openai.yaml`, text: "policy:\n  allow_implicit_invocation: false" };
}

/** Returns the least fraction of a context window, in thousandths, that is enough; at most the whole. */
export function neededFraction(characters: number, window: number): number {
  const thousandths = Math.ceil((characters * 1000) / (window * claudeCodeFacts.charactersPerToken.value));
  return Math.min(1000, thousandths) / 1000;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
