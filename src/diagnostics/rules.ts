/** Rules about suppression comments. */
import { SKILLC_MUST, defineRules, didYouMean, quote, rule } from "./rule.ts";

export const suppressionRules = defineRules({
  "suppression-unused": rule<{ names: string; refused: boolean }>({
    code: "SKC901",
    category: "quality",
    level: "warning",
    message: ({ names, refused }) =>
      refused
        ? `a comment cannot suppress an error of ${quote(names)}`
        : `unused suppression comment for ${quote(names)}`,
    consequence: "it has no effect now, and could hide a finding later",
    help: ({ refused }) => [
      refused ? "fix the error, or accept it outside the skill: in the config or a baseline" : "delete the comment",
    ],
    origin: SKILLC_MUST,
  }),
  "suppression-without-reason": rule<{}>({
    code: "SKC902",
    category: "quality",
    level: "warning",
    message: () => "the suppression comment has no reason",
    consequence: "it has no effect",
    help: () => ["add the reason after a colon: <!-- skillc-disable-next-line SKC401: made at deploy time -->"],
    origin: SKILLC_MUST,
  }),
  "suppression-unknown-rule": rule<{ name: string; nearest: string }>({
    code: "SKC905",
    category: "quality",
    level: "warning",
    message: ({ name }) =>
      name === ""
        ? "the suppression comment names no rule"
        : `the suppression comment names an unknown rule ${quote(name)}`,
    consequence: "it has no effect",
    help: ({ nearest }) => (nearest === "" ? ["name a rule or a code from `skillc rules`"] : didYouMean(nearest)),
    origin: SKILLC_MUST,
  }),
});
