import { defineRules, plural, quote, rule, thousands } from "../diagnostics/rule.ts";
import { reserveText } from "./budget-text.ts";

const shorten = (fitsAt: number, longest: string): readonly string[] =>
  fitsAt >= LEAST_USEFUL
    ? [`shorten the descriptions to at most ${plural(fitsAt, "character")}; the longest are ${longest}`]
    : [];

const mostOf = ({ limit, reserve }: { readonly limit: number; readonly reserve: number }, window = 0): string =>
  `(max ${thousands(limit)}${window === 0 ? "" : ` at ${thousands(window)} tokens`}${reserveText(reserve)})`;

const SPLIT = "split the set into views or plugins";
/** A shorter description says nothing of when to use a skill. */
const LEAST_USEFUL = 20;
const LONGEST = '"expo-overview" (1,020), "eas-simulator" (996)';
const CUTTING = { source: "OpenAI Codex 0.169.0, OpenClaw 2026.9.6", level: "PRACTICE" } as const;
/** Lost characters per skill up to which Codex itself is silent. */
const SILENT_MEAN = 100;

export const listingRules = defineRules({
  // `window` in tokens, 0 for a budget in characters; `fraction` of the window, 0 for a client without such a setting;
  // `pinned`: how many skills are pinned and too much alone, else 0.
  "listing-descriptions-lost": rule("SKC530", "budget", "info", {
    title: "A client drops descriptions",
    args: {
      client: "Claude Code",
      dropped: 9,
      pinned: 0,
      skills: 26,
      needed: 12_429,
      limit: 8000,
      reserve: 0,
      unit: "character",
      window: 200_000,
      fitsAt: 337,
      longest: LONGEST,
      fraction: 0.016,
      named: false,
    },
    levels: { "claude-code": "warning", codex: "warning" },
    severe: { when: ({ named, pinned }) => named || pinned > 0, level: "warning" },
    oncePerRun: () => true,
    message: ({ client, dropped, pinned, skills, needed, unit, window, ...size }) =>
      pinned > 0
        ? `${client} shortens the descriptions of ${plural(pinned, "pinned skill")}: they have ${plural(needed, unit)} ${mostOf(size, window)}`
        : `${client} drops ${dropped === skills ? "all" : `${thousands(dropped)} of`} ${plural(skills, "description")}: the listing has ${plural(needed, unit)} ${mostOf(size, window)}`,
    consequence:
      "a model does not choose a skill whose description it does not see; which ones are dropped depends on use",
    help: ({ fitsAt, longest, fraction, pinned }) => [
      ...shorten(fitsAt, longest),
      pinned > 0
        ? "pin fewer skills: each takes room from all others"
        : "set metadata.index: name-only for skills that users call by name",
      SPLIT,
      ...(fraction === 0 ? [] : [`raise skillListingBudgetFraction to ${fraction} in the settings of each user`]),
    ],
    origin: { source: "Claude Code 2.1.330", level: "PRACTICE" },
    shown: ["words", "26 skills with descriptions of 480 characters", "26 skills with descriptions of 280 characters"],
  }),
  // `bare`: those that are listed have no description.
  "listing-skills-omitted": rule("SKC531", "budget", "warning", {
    title: "A client does not list some skills",
    args: {
      client: "Codex",
      omitted: 182,
      skills: 419,
      needed: 41_403,
      limit: 5440,
      reserve: 0,
      unit: "token",
      window: 272_000,
      bare: true,
    },
    oncePerRun: () => true,
    message: ({ client, omitted, skills, needed, unit, bare, ...size }) =>
      `${client} omits ${thousands(omitted)} of ${plural(skills, "skill")}${bare ? " and every description" : ""}: ${plural(needed, unit)} ${mostOf(size)}`,
    consequence: "a model does not know that these skills exist",
    help: [SPLIT, "install fewer skills in one project"],
    origin: CUTTING,
    shown: ["words", "419 skills in one directory", "several plugins of 40 skills each", { profile: "codex" }],
  }),
  // `shown`: the longest of those that are cut, as it is shown; `mean`: lost characters per skill.
  "listing-descriptions-cut": rule("SKC532", "budget", "info", {
    title: "A client shortens descriptions",
    args: { client: "Codex", cut: 55, skills: 77, shown: 215, mean: 60, fitsAt: 210, longest: LONGEST },
    severe: { when: ({ mean }) => mean > SILENT_MEAN, level: "warning" },
    oncePerRun: () => true,
    message: ({ client, cut, skills, shown }) =>
      `${client} shortens ${thousands(cut)} of ${plural(skills, "description")} to at most ${plural(shown, "character")}`,
    consequence: "the model does not see what comes later in them, such as when to use the skill",
    help: ({ fitsAt, longest }) => [...shorten(fitsAt, longest), SPLIT],
    origin: CUTTING,
    shown: [
      "words",
      "77 skills with descriptions of 400 characters",
      "77 skills with descriptions of 200 characters",
      { profile: "codex" },
    ],
  }),
  "description-over-client-cap": rule("SKC533", "quality", "info", {
    title: "A client cuts a description at its own limit",
    args: { client: "Claude Code", fields: "description and when_to_use", length: 2003, limit: 1536 },
    message: ({ client, fields, length, limit }) =>
      `${client} cuts the ${fields} at ${plural(limit, "character")} (${thousands(length)})`,
    consequence: "the model does not see the rest",
    help: "keep what the skill does and when to use it; move the rest into the body",
    shown: [
      "words",
      "a description and a when_to_use of 1,000 characters each",
      "a description of 400 characters that says when to use the skill",
    ],
  }),
});

export function longestOf(longest: readonly { readonly id: string; readonly characters: number }[]): string {
  return longest.map(({ id, characters }) => `${quote(id)} (${thousands(characters)})`).join(", ");
}
