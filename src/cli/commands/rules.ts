import { describeRules } from "../../rule-docs.ts";
import { escapeJsonText, escapeText } from "../../formats/display-text.ts";
import { profileNames } from "../../profiles/index.ts";
import { isSet, oneOf, parseArguments, UsageError, type FlagSpecs } from "../arguments.ts";
import type { Command } from "../command.ts";
import { alignColumns, formatCount, painter, printError, printOut } from "../terminal.ts";

const flags = {
  profile: { type: "string", value: "<name>", help: "whose levels are shown; default: standard" },
  json: { type: "boolean", help: "everything that is known of each rule, as one document" },
} as const satisfies FlagSpecs;

export const rulesCommand: Command = {
  name: "rules",
  usage: "rules [options]",
  about: "Lists every rule. skillc explain tells more of one.",
  flags,
  run,
};

async function run(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, flags);
  if (parsed.positionals.length > 0)
    throw new UsageError(`rules takes no argument; to learn of one rule: skillc explain ${parsed.positionals[0]}`);
  const profile = oneOf(parsed, "profile", profileNames) ?? "standard";
  const rules = describeRules(profileNames);
  if (isSet(parsed, "json")) {
    printOut(escapeJsonText(JSON.stringify({ formatVersion: 1, rules }, null, 2)));
    return 0;
  }
  const paint = painter(process.stdout);
  const colors = { error: "red", warning: "yellow", info: "blue", off: "dim" } as const;
  const rows = rules.map(({ code, rule, levels, fix, message }) => {
    const level = levels[profile] ?? "off";
    return [
      code,
      paint("bold", rule),
      paint(colors[level], level),
      fix === undefined ? "" : "fix",
      escapeText(message),
    ];
  });
  printOut(alignColumns(rows).join("\n"));
  printError(`${formatCount(rules.length)} rules; levels of the profile ${profile}`);
  return 0;
}
