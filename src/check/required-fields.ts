import type { LevelByProfile } from "../diagnostics/rule.ts";
import { notStringRule, type NotStringRow } from "./not-string-rule.ts";

export const ERROR: LevelByProfile = { standard: "error", lenient: "warning" };

/**
 * Some readers that otherwise warn and load require a value; one system does not use it. Profiles say what clients
 * refuse.
 */
export const NEEDED: LevelByProfile = { ...ERROR, vscode: "error", mcp: "error", cognesy: "off" };

/** Clients that check types reject such a value; others read it as written. */
const TYPED: LevelByProfile = {
  standard: "warning",
  portable: "error",
  mcp: "error",
  systems: "info",
  skillkit: "error",
  carnet: "error",
  cognesy: "off",
};

export const ANTHROPIC = {
  source: "Anthropic platform documentation; anthropics/skills quick_validate.py (9d2f1ae)",
  level: "MUST",
} as const;

export function requiredNotString(code: `SKC${string}`, field: string, row: NotStringRow) {
  return notStringRule(code, field, { level: TYPED, severe: ERROR, structural: true, ...row });
}
