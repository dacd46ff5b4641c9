/** Settings of clients that make a listing whole; they are printed, never written. */
import { claudeCodeFacts, codexFacts, openclawFacts, type ListingClientName } from "./clients.ts";
import { listForCodex } from "./codex.ts";
import { commandOf, directoryName } from "./listed-names.ts";
import { isOver } from "./listing-of.ts";
import type { ListedSkill, Listing } from "./listing.ts";

export interface ListingSettings {
  readonly file: string;
  readonly text: string;
}

/** Returns the skills as a client lists them once their tiers are its settings: no client reads `metadata.index`. */
export function withTiers(skills: readonly ListedSkill[], client: ListingClientName): readonly ListedSkill[] {
  if (client !== "claude-code" && client !== "codex") return skills;
  const listed = skills.filter(({ index }) => index !== "deferred");
  // Codex has no form for a skill without its description.
  if (client === "codex") return listed;
  return listed.map((skill) => (skill.index === "name-only" ? { ...skill, nameOnly: true } : skill));
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
  switch (listing.client) {
    case "claude-code":
      return settingsForClaudeCode(listing, skills);
    case "codex":
      return settingsForCodex(listing, skills);
    case "openclaw":
      return settingsForOpenClaw(listing);
    default:
      return [];
  }
}

function settingsForClaudeCode(listing: Listing, skills: readonly ListedSkill[]): readonly ListingSettings[] {
  const { needed, reserve, window } = listing.budget;
  const overrides = skills.flatMap((skill) => {
    const override = OVERRIDES[skill.index ?? "listed"];
    return override === undefined ? [] : [[commandOf(skill), override] as const];
  });
  const fraction = neededFraction(needed + reserve, window ?? claudeCodeFacts.contextWindow.value);
  const settings = {
    ...(isOver(listing) && { skillListingBudgetFraction: fraction }),
    ...(overrides.length > 0 && { skillOverrides: Object.fromEntries(overrides) }),
  };
  return Object.keys(settings).length === 0 ? [] : [{ file: "~/.claude/settings.json", text: json(settings) }];
}

function settingsForCodex(listing: Listing, skills: readonly ListedSkill[]): readonly ListingSettings[] {
  const { unit, reserve } = listing.budget;
  const { maxTokens, bytesPerToken } = codexFacts;
  const root = { directory: "", alias: reserve > 0 ? "r1" : "r0" } as const;
  const whole = listForCodex(withTiers(skills, "codex"), { unit: "tokens", limit: Infinity }, root);
  const tokens = whole.needed + (unit === "tokens" ? reserve : Math.ceil(reserve / bytesPerToken.value));
  const most = maxTokens.value;
  const value = tokens > most ? `${most} # the most that Codex takes: ${tokens} would show everything` : tokens;
  const config = { file: "~/.codex/config.toml", text: `[skills]\nmax_context_tokens = ${value}` };
  const deferred = skills.filter(({ index, allowsImplicit }) => index === "deferred" && allowsImplicit !== false);
  return [...(isOver(listing) ? [config] : []), ...deferred.map((skill) => hiddenInCodex(directoryName(skill)))];
}

function settingsForOpenClaw(listing: Listing): readonly ListingSettings[] {
  const { whole, nameOnly, shortened, omitted, budget } = listing;
  const { maxSkills, maxCharacters, contextShare } = openclawFacts;
  const count = whole.length + nameOnly.length + shortened.length + omitted.length;
  const characters = budget.needed + budget.reserve;
  const limits = {
    ...(count > maxSkills.value && { maxSkillsInPrompt: count }),
    ...(characters > maxCharacters.value && { maxSkillsPromptChars: characters }),
  };
  // No setting makes the context of a model larger.
  const isHelpful = budget.window === null || characters <= budget.window / contextShare.value;
  return isHelpful && isOver(listing) && Object.keys(limits).length > 0
    ? [{ file: "~/.openclaw/openclaw.json", text: json({ skills: { limits } }) }]
    : [];
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

export function neededFraction(characters: number, window: number): number {
  const thousandths = Math.ceil((characters * 1000) / (window * claudeCodeFacts.charactersPerToken.value));
  return Math.min(1000, thousandths) / 1000;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
