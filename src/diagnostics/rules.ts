/** Rules about comments that silence findings. */
import { SKILLC_MUST, defineRules, didYouMean, quote, rule } from "./rule.ts";

export const suppressionRules = defineRules({
  "suppression-unused": rule<{ names: string; refused: boolean }>({
    code: "SKC901",
    category: "quality",
    level: "warning",
    message: ({ names, refused }) =>
      refused
        ? `a comment cannot silence an error of ${quote(names)}`
        : `the comment that disables ${quote(names)} silences nothing`,
    consequence: "it has no effect now, and could hide a finding later",
    help: ({ refused }) => [
      refused
        ? "mend the error, or accept it from outside of the skill: in the config or a baseline"
        : "delete the comment",
    ],
    origin: SKILLC_MUST,
  }),
  "suppression-without-reason": rule<{}>({
    code: "SKC902",
    category: "quality",
    level: "warning",
    message: () => "the comment that disables a rule gives no reason",
    consequence: "it has no effect",
    help: () => ["add the reason after a colon: <!-- skillc-disable-next-line SKC401: made at deploy time -->"],
    origin: SKILLC_MUST,
  }),
  "suppression-unknown-rule": rule<{ name: string; nearest: string }>({
    code: "SKC905",
    category: "quality",
    level: "warning",
    message: ({ name }) =>
      name === "" ? "the comment names no rule to disable" : `there is no rule ${quote(name)} to disable`,
    consequence: "it has no effect",
    help: ({ nearest }) =>
      nearest === "" ? ["name a rule or a code, as `skillc rules` lists them"] : didYouMean(nearest),
    origin: SKILLC_MUST,
  }),
});
