/** Examples of the rules about listings. */
import type { ExamplesOf } from "../diagnostics/rule-example.ts";
import type { listingRules } from "./rules.ts";

const longest = '"expo-overview" (1,020), "eas-simulator" (996)';

export const listingExamples: ExamplesOf<typeof listingRules> = {
  "listing-descriptions-lost": {
    args: {
      client: "Claude Code",
      dropped: 9,
      skills: 26,
      needed: 12_429,
      limit: 8000,
      unit: "character",
      window: 200_000,
      fitsAt: 337,
      longest,
      fraction: 0.016,
      named: false,
    },
    kind: "words",
    bad: "26 skills with descriptions of 480 characters",
    good: "26 skills with descriptions of 280 characters",
  },
  "listing-skills-omitted": {
    args: { client: "Codex", omitted: 182, skills: 419, needed: 41_403, limit: 5440, unit: "token", bare: true },
    kind: "words",
    profile: "codex",
    bad: "419 skills in one directory",
    good: "several plugins of 40 skills each",
  },
  "listing-descriptions-cut": {
    args: { client: "Codex", cut: 55, skills: 77, shown: 215, mean: 60, fitsAt: 210, longest },
    kind: "words",
    profile: "codex",
    bad: "77 skills with descriptions of 400 characters",
    good: "77 skills with descriptions of 200 characters",
  },
  "description-over-client-cap": {
    args: { client: "Claude Code", fields: "description and when_to_use", length: 2003, limit: 1536 },
    kind: "words",
    bad: "a description and a when_to_use of 1,000 characters each",
    good: "a description of 400 characters that says when to use the skill",
  },
};
