/** Where a profile gets a rule's level from when the rule's row does not name it. */
import type { Level } from "../model/diagnostic.ts";
import type { LevelByProfile } from "./rule.ts";

/**
 * The next profile to look at; `systems` stands for the five systems, which have rules of their own for names and
 * no opinion on most of the standard. Everything ends at `standard`.
 */
const FAMILIES: ReadonlyMap<string, string> = new Map([
  ["portable", "spec"],
  ["anthropic-api", "portable"],
  ["claude-code", "lenient"],
  ["codex", "lenient"],
  ["cursor", "lenient"],
  ["vscode", "lenient"],
  ["gemini", "lenient"],
  ["promptkit", "systems"],
  ["skillkit", "systems"],
  ["cognesy", "systems"],
  ["carnet", "systems"],
  ["fizeau", "systems"],
]);

/** The level under a profile. */
export function levelUnder(level: Level | LevelByProfile, profile: string): Level {
  if (typeof level === "string") return level;
  for (let name: string | undefined = profile; name !== undefined; name = FAMILIES.get(name))
    if (Object.hasOwn(level, name)) return level[name] as Level;
  return level.standard;
}
