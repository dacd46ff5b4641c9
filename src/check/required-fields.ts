/** What the rules about the two required fields, name and description, have in common. */
import type { LevelByProfile } from "../diagnostics/rule.ts";
import { notStringRule, type NotStringRow } from "./not-string-rule.ts";

export const ERROR: LevelByProfile = { standard: "error", lenient: "warning" };

const needed = (...clients: readonly string[]): LevelByProfile => ({
  ...ERROR,
  ...Object.fromEntries(["vscode", "mcp", ...clients].map((client) => [client, "error" as const])),
  cognesy: "off",
});

/** Some clients that otherwise warn and load require a field, or a value in it; one system does not use them. */
export const NEEDED = {
  name: needed("gemini", "opencode"),
  filledName: needed("copilot"),
  description: needed("codex", "eve", "gemini", "oh-my-pi"),
  emptyDescription: needed("codex", "oh-my-pi"),
  nullDescription: needed("codex", "copilot", "eve", "opencode", "oh-my-pi"),
} as const;

/** Clients that leave out a skill with a name over their limit. */
export const LIMIT: LevelByProfile = { ...ERROR, codex: "error", copilot: "error", eve: "error" };

/** Clients that leave out a skill with a description over their limit. */
export const DESCRIPTION_LIMIT: LevelByProfile = { ...ERROR, copilot: "error" };

/** Clients that check types reject such a value; others read it as written. */
const TYPED: LevelByProfile = {
  standard: "warning",
  portable: "error",
  mcp: "error",
  copilot: "error",
  eve: "error",
  opencode: "error",
  systems: "info",
  skillkit: "error",
  carnet: "error",
  cognesy: "off",
};

/** Clients that reject a list or a mapping; the others take another text. */
const UNUSABLE: LevelByProfile = { ...ERROR, codex: "error", copilot: "error", eve: "error", opencode: "error" };

export const ANTHROPIC = {
  source: "Anthropic platform documentation; anthropics/skills quick_validate.py (9d2f1ae)",
  level: "MUST",
} as const;

/** Returns the rule about a name or a description that is not a string. */
export function requiredNotString(code: `SKC${string}`, field: string, row: NotStringRow) {
  return notStringRule(code, field, { level: TYPED, severe: UNUSABLE, structural: true, ...row });
}
