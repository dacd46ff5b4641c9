import { defaultLevel, ruleEntry, ruleNames, rulesMatching, type RuleName } from "../../diagnostics/index.ts";
import { profileNames } from "../../profiles/index.ts";
import { nearestNames } from "../../runtime/access.ts";
import { parseArguments, UsageError, type FlagSpecs } from "../arguments.ts";
import type { Command } from "../command.ts";
import { alignColumns, painter, printOut } from "../terminal.ts";

const flags = {} as const satisfies FlagSpecs;

export const explainCommand: Command = {
  name: "explain",
  usage: "explain <code or rule>",
  about: "Tells what a message means, how bad it is under each profile, and who says so.",
  flags,
  run,
};

async function run(args: readonly string[]): Promise<number> {
  const [wanted] = parseArguments(args, flags).positionals;
  if (wanted === undefined) throw new UsageError("explain needs a code or a rule: skillc explain SKC101");
  const [name] = rulesMatching(wanted);
  if (name === undefined) {
    const known = [...ruleNames, ...ruleNames.map((rule) => ruleEntry(rule).code)];
    const nearest = nearestNames(wanted, known)[0];
    throw new UsageError(`there is no rule "${wanted}"${nearest === undefined ? "" : ` (did you mean "${nearest}"?)`}`);
  }
  printOut(describe(name));
  return 0;
}

function describe(name: RuleName): string {
  const { code, category, consequence, origin, structural } = ruleEntry(name);
  const paint = painter(process.stdout);
  const levels = profileNames.map((profile) => `${profile} ${defaultLevel(name, profile)}`).join(", ");
  const facts = [
    ["category", category],
    ["level", levels],
    ["said by", `${origin.source} (${origin.level})`],
    ["silenced", structural ? "no: without it there is nothing to emit" : `rules: { "${name}": "off" }`],
  ];
  return [
    `${paint("bold", code)} ${name}`,
    ...(consequence === undefined ? [] : ["", `What happens: ${consequence}.`]),
    "",
    ...alignColumns(facts).map((line) => `  ${line}`),
  ].join("\n");
}
