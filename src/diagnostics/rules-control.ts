/** Rules about comments that silence findings. */
import { quote, rule, SKILLC_MUST } from "./rule-entry.ts";

export const controlRules = {
  "suppression-unused": rule<{ names: string }>({
    code: "SKC901",
    category: "quality",
    level: "warning",
    message: ({ names }) => `the comment that disables ${quote(names)} silences nothing`,
    consequence: "it would silence the finding that comes next, unseen",
    help: () => ["delete the comment"],
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
  "suppression-unknown-rule": rule<{ name: string }>({
    code: "SKC905",
    category: "quality",
    level: "warning",
    message: ({ name }) => (name === "" ? "the comment names no rule to disable" : `there is no rule ${quote(name)} to disable`),
    consequence: "it has no effect",
    help: () => ["name a rule or a code, as `skillc rules` lists them"],
    origin: SKILLC_MUST,
  }),
};
