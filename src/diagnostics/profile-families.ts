/** The profile that supplies a rule's level if the rule's row does not name the profile. */
import type { Level } from "../model/diagnostic.ts";
import type { LevelByProfile } from "./rule.ts";

/**
 * The next profile to check; `systems` groups the five systems, which have their own rules for names and ignore most
 * of the standard. Every chain ends at `standard`.
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

/** Returns the level in a profile. */
export function levelUnder(level: Level | LevelByProfile, profile: string): Level {
  if (typeof level === "string") return level;
  for (let name: string | undefined = profile; name !== undefined; name = FAMILIES.get(name))
    if (Object.hasOwn(level, name)) return level[name] as Level;
  return level.standard;
}
