import { SKILLC_MUST, defineRules, didYouMean, quote, rule } from "./rule.ts";

export const suppressionRules = defineRules({
  "suppression-unused": rule("SKC901", "quality", "warning", {
    title: "A suppression comment has no effect",
    args: { names: "SKC401", refused: false },
    message: ({ names, refused }) =>
      refused
        ? `a comment cannot suppress an error of ${quote(names)}`
        : `unused suppression comment for ${quote(names)}`,
    consequence: "it has no effect now, and could hide a finding later",
    help: ({ refused }) =>
      refused ? "fix the error, or accept it outside the skill: in the config or a baseline" : "delete the comment",
    origin: SKILLC_MUST,
    shown: [
      "body",
      "<!-- skillc-disable-next-line SKC401: made at deploy time -->\nRead the table.",
      "<!-- skillc-disable-next-line SKC401: made at deploy time -->\nSee [ports](ports.md).",
      { fix: "safe" },
    ],
  }),
  "suppression-without-reason": rule("SKC902", "quality", "warning", {
    title: "A suppression comment has no reason",
    message: "the suppression comment has no reason",
    consequence: "it has no effect",
    help: "add the reason after a colon: <!-- skillc-disable-next-line SKC401: made at deploy time -->",
    origin: SKILLC_MUST,
    shown: [
      "body",
      "<!-- skillc-disable-next-line SKC401 -->\nSee [ports](ports.md).",
      "<!-- skillc-disable-next-line SKC401: made at deploy time -->\nSee [ports](ports.md).",
    ],
  }),
  "suppression-unknown-rule": rule("SKC905", "quality", "warning", {
    title: "A suppression comment names an unknown rule",
    args: { name: "ref-mising", nearest: "ref-missing" },
    message: ({ name }) =>
      name === ""
        ? "the suppression comment names no rule"
        : `the suppression comment names an unknown rule ${quote(name)}`,
    consequence: "it has no effect",
    help: ({ nearest }) => (nearest === "" ? "name a rule or a code from `skillc rules`" : didYouMean(nearest)),
    origin: SKILLC_MUST,
    shown: [
      "body",
      "<!-- skillc-disable-next-line ref-mising: made at deploy time -->\nSee [ports](ports.md).",
      "<!-- skillc-disable-next-line ref-missing: made at deploy time -->\nSee [ports](ports.md).",
    ],
  }),
});
