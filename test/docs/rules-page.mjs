/** The table of rules in the README, made from the rules. */
import { inCell } from "./generated.mjs";

/**
 * @param {readonly import("../../src/rule-docs.ts").RuleDescription[]} rules By code.
 * @param {typeof import("../../src/rule-docs.ts").levelText} levelText
 * @returns {string} The lines between the markers.
 */
export function rulesPage(rules, levelText) {
  const rows = rules.map((description) => {
    const { code, rule, levels, fix, message } = description;
    const others = [...new Set(Object.values(levels))].some((level) => level !== levels.standard);
    return `| ${code} | \`${rule}\` | ${levelText(description, "standard")}${others ? " *" : ""} | ${fix ?? ""} | ${inCell(message)} |`;
  });
  return [
    "<details>",
    `<summary>All ${rules.length} rules</summary>`,
    "",
    "The levels are those of the profile `standard`; a star marks a rule whose level differs in other profiles.",
    "`info, some warning`: the rule has a more severe or a milder form, which its message shows.",
    "`skillc explain <code>` shows the consequence, the help, the source, and a bad and a good example.",
    "",
    "| code | rule | level | `--fix` | example of the message |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    "</details>",
  ].join("\n");
}
