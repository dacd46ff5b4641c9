import { describeRules, levelText } from "../../rule-docs.ts";
import { escapeJsonText, escapeText } from "../../formats/display-text.ts";
import { profileNames, proofText } from "../../profiles/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { unknownName } from "../did-you-mean.ts";
import { thousands } from "../../diagnostics/rule.ts";
import { alignColumns, painter, printError, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  if (parsed.positionals.length > 0)
    throw new UsageError(`rules does not take an argument; for one rule: skillc explain ${parsed.positionals[0]}`);
  const profile = parsed.get("profile") ?? "standard";
  if (!profileNames.includes(profile)) throw new UsageError(unknownName("profile", profile, profileNames));
  const rules = describeRules(profileNames);
  if (parsed.has("json")) {
    printOut(escapeJsonText(JSON.stringify({ formatVersion: 1, rules }, null, 2)));
    return 0;
  }
  const paint = painter(process.stdout);
  const colors = { error: "red", warning: "yellow", info: "blue", off: "dim" } as const;
  const rows = rules.map((description) => {
    const { code, rule, levels, fix, message } = description;
    return [
      code,
      paint("bold", rule),
      paint(colors[levels[profile] ?? "off"], levelText(description, profile)),
      fix === undefined ? "" : "fixable",
      escapeText(message),
    ];
  });
  printOut(alignColumns(rows).join("\n"));
  printError(`${thousands(rules.length)} rules; levels in the profile ${profile}, ${proofText(profile)}`);
  return 0;
}
