/** The table of rules in the README, made from the rules. */
import { inCell } from "./generated.mjs";

/**
 * @param {readonly import("../../src/rule-docs.ts").RuleDescription[]} rules By code.
 * @returns {string} The lines between the markers.
 */
export function rulesPage(rules) {
  const rows = rules.map(({ code, rule, levels, fix, message }) => {
    const others = [...new Set(Object.values(levels))].some((level) => level !== levels.standard);
    return `| ${code} | \`${rule}\` | ${levels.standard}${others ? " *" : ""} | ${fix ?? ""} | ${inCell(message)} |`;
  });
  return [
    "<details>",
    `<summary>All ${rules.length} rules</summary>`,
    "",
    "The levels are those of the profile `standard`; a star marks a rule whose level differs in other profiles.",
    "`skillc explain <code>` shows the consequence, the help, the source, and a bad and a good example.",
    "",
    "| code | rule | level | `--fix` | example of the message |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    "</details>",
  ].join("\n");
}
