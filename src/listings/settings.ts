/** Settings of clients that make a listing whole; they are printed, never written. */
import { claudeCodeFacts, codexFacts } from "./clients.ts";
import type { Listing } from "./listing.ts";

/** Settings of a client, as the text of a file of its user. */
export interface ListingSettings {
  readonly file: string;
  /** Empty if none is needed, or if the client has none. */
  readonly text: string;
}

/**
 * Returns the settings with which a client shows every description whole.
 *
 * @example
 * settingsFor(simulateListing(skills, "claude-code")).text; // { "skillListingBudgetFraction": 0.016 }
 */
export function settingsFor({ client, budget }: Listing): ListingSettings {
  const { limit, needed, window } = budget;
  if (limit === null || needed <= limit) return { file: "", text: "" };
  switch (client) {
    case "claude-code": {
      const fraction = neededFraction(needed, window ?? claudeCodeFacts.contextWindow.value);
      return { file: "~/.claude/settings.json", text: json({ skillListingBudgetFraction: fraction }) };
    }
    case "codex":
      return {
        file: "~/.codex/config.toml",
        text: `[skills]\nmax_context_tokens = ${Math.min(needed, codexFacts.maxTokens.value)}`,
      };
    case "openclaw":
      return {
        file: "~/.openclaw/openclaw.json",
        text: json({ skills: { limits: { maxSkillsPromptChars: needed } } }),
      };
    default:
      return { file: "", text: "" };
  }
}

/** Returns the least fraction of a context window, in thousandths, that is enough; at most the whole. */
export function neededFraction(characters: number, window: number): number {
  const thousandths = Math.ceil((characters * 1000) / (window * claudeCodeFacts.charactersPerToken.value));
  return Math.min(1000, thousandths) / 1000;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
