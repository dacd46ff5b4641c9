/** Rules about what the model sees of all skills in a client. */
import { SKILLC_PRACTICE, defineRules, plural, quote, rule, thousands } from "../diagnostics/rule.ts";

/** `a (1,020), b (996)`. */
type Longest = string;

const shorten = (fitsAt: number, longest: Longest): readonly string[] =>
  fitsAt > 0 ? [`shorten the descriptions to at most ${plural(fitsAt, "character")}; the longest are ${longest}`] : [];

const SPLIT = "split the set into views or plugins";

export const listingRules = defineRules({
  "listing-descriptions-lost": rule<{
    client: string;
    dropped: number;
    skills: number;
    needed: number;
    limit: number;
    unit: string;
    /** Tokens; 0 for a budget in characters. */
    window: number;
    fitsAt: number;
    longest: Longest;
    /** `skillListingBudgetFraction`; 0 for another client. */
    fraction: number;
    named: boolean;
  }>({
    code: "SKC530",
    category: "budget",
    level: { standard: "info", "claude-code": "warning" },
    severe: { when: ({ named }) => named, level: "warning" },
    oncePerRun: () => true,
    message: ({ client, dropped, skills, needed, limit, unit, window }) =>
      `${client} drops ${dropped === skills ? "all" : `${thousands(dropped)} of`} ${plural(skills, "description")}: the listing has ${plural(needed, unit)} (max ${thousands(limit)}${window === 0 ? "" : ` at ${thousands(window)} tokens`})`,
    consequence:
      "a model does not choose a skill whose description it does not see; which ones are dropped depends on use",
    help: ({ fitsAt, longest, fraction }) => [
      ...shorten(fitsAt, longest),
      "set metadata.index: name-only for skills that users call by name",
      SPLIT,
      ...(fraction === 0 ? [] : [`raise skillListingBudgetFraction to ${fraction} in the settings of each user`]),
    ],
    origin: { source: "Claude Code 2.1.330", level: "PRACTICE" },
  }),
  "listing-skills-omitted": rule<{
    client: string;
    omitted: number;
    skills: number;
    needed: number;
    limit: number;
    unit: string;
    /** Whether those that are listed have no description. */
    bare: boolean;
  }>({
    code: "SKC531",
    category: "budget",
    level: "warning",
    oncePerRun: () => true,
    message: ({ client, omitted, skills, needed, limit, unit, bare }) =>
      `${client} omits ${thousands(omitted)} of ${plural(skills, "skill")}${bare ? " and every description" : ""}: ${plural(needed, unit)} (max ${thousands(limit)})`,
    consequence: "a model does not know that these skills exist",
    help: () => [SPLIT, "install fewer skills in one project"],
    origin: { source: "OpenAI Codex 0.169.0, OpenClaw 2026.9.6", level: "PRACTICE" },
  }),
  "listing-descriptions-cut": rule<{
    client: string;
    cut: number;
    skills: number;
    /** The longest of those that are cut, as it is shown. */
    shown: number;
    /** Lost characters per skill. */
    mean: number;
    fitsAt: number;
    longest: Longest;
  }>({
    code: "SKC532",
    category: "budget",
    level: "info",
    severe: { when: ({ mean }) => mean > SILENT_MEAN, level: "warning" },
    oncePerRun: () => true,
    message: ({ client, cut, skills, shown }) =>
      `${client} shortens ${thousands(cut)} of ${plural(skills, "description")} to ${shown === 0 ? "nothing" : `at most ${plural(shown, "character")}`}`,
    consequence: "the model does not see what comes later in them, such as when to use the skill",
    help: ({ fitsAt, longest }) => [...shorten(fitsAt, longest), SPLIT],
    origin: { source: "OpenAI Codex 0.169.0, OpenClaw 2026.9.6", level: "PRACTICE" },
  }),
  "description-over-client-cap": rule<{ client: string; fields: string; length: number; limit: number }>({
    code: "SKC533",
    category: "quality",
    level: "info",
    message: ({ client, fields, length, limit }) =>
      `${client} cuts the ${fields} at ${plural(limit, "character")} (${thousands(length)})`,
    consequence: "the model does not see the rest",
    help: () => ["keep what the skill does and when to use it; move the rest into the body"],
    origin: SKILLC_PRACTICE,
  }),
});

/** Lost characters per skill up to which Codex itself is silent. */
const SILENT_MEAN = 100;

/** Writes the longest descriptions with their lengths. */
export function longestOf(longest: readonly { readonly id: string; readonly characters: number }[]): Longest {
  return longest.map(({ id, characters }) => `${quote(id)} (${thousands(characters)})`).join(", ");
}
