import { describeRule, type RuleDescription } from "../../rule-docs.ts";
import { escapeText } from "../../formats/display-text.ts";
import { ruleEntry, ruleNames, rulesMatching } from "../../diagnostics/index.ts";
import type { Level } from "../../model/diagnostic.ts";
import { profileNames } from "../../profiles/index.ts";
import { nearestNames } from "../../runtime/access.ts";
import { parseArguments, UsageError, type FlagSpecs } from "../arguments.ts";
import type { Command } from "../command.ts";
import { alignColumns, painter, printOut } from "../terminal.ts";

const flags = {} as const satisfies FlagSpecs;

export const explainCommand: Command = {
  name: "explain",
  usage: "explain <code or rule>",
  about:
    "Tells what a message means, how bad it is under each profile, who says so, and shows a bad and a good example.",
  flags,
  run,
};

async function run(args: readonly string[]): Promise<number> {
  const [wanted] = parseArguments(args, flags).positionals;
  if (wanted === undefined) throw new UsageError("explain needs a code or a rule: skillc explain SKC101");
  const names = rulesMatching(wanted);
  const [name, ...more] = names;
  if (name === undefined) {
    const known = [...ruleNames, ...ruleNames.map((rule) => ruleEntry(rule).code)];
    const nearest = nearestNames(wanted, known)[0];
    throw new UsageError(`there is no rule "${wanted}"${nearest === undefined ? "" : ` (did you mean "${nearest}"?)`}`);
  }
  if (more.length === 0) printOut(describe(describeRule(name, profileNames)));
  else
    printOut(
      names
        .map((rule) => describeRule(rule, profileNames))
        .map(({ code, rule, message }) => `${code} ${rule}: ${escapeText(message)}`)
        .join("\n"),
    );
  return 0;
}

function describe({
  code,
  rule,
  category,
  message,
  consequence,
  help,
  levels,
  graveLevels,
  structural,
  fix,
  origin,
  example,
}: RuleDescription): string {
  const paint = painter(process.stdout);
  const { kind, bad, good, profile } = example;
  const facts = [
    ["level", byLevel(levels)],
    ...(graveLevels === undefined ? [] : [["graver cases", byLevel(graveLevels)]]),
    ["category", category],
    ["said by", `${origin.source} (${origin.level})`],
    ["mended by", mendedBy(fix)],
    [
      "silenced by",
      structural ? "nothing where it is an error: there would be nothing to emit" : `rules: { "${rule}": "off" }`,
    ],
  ];
  const show = (title: string, snippet: string): string[] => [
    "",
    `${title}:`,
    ...snippet.split("\n").map((line) => `  ${escapeText(line)}`.trimEnd()),
  ];
  return [
    `${paint("bold", code)} ${rule}`,
    "",
    `  ${escapeText(message)}`,
    "",
    ...(consequence === undefined ? [] : [`What happens: ${consequence}.`]),
    ...help.map((text, index) => `${index === 0 ? "Way out: " : "         "}${escapeText(text)}`),
    "",
    ...alignColumns(facts).map((line) => `  ${line}`),
    ...show(`Bad${kind === "words" ? "" : profile === undefined ? "" : `, under the profile ${profile}`}`, bad),
    ...show("Good", good),
  ].join("\n");
}

function mendedBy(fix: RuleDescription["fix"]): string {
  if (fix === undefined) return "hand";
  if (fix === "safe") return "skillc check --fix";
  return fix === "unsafe" ? "skillc check --fix --unsafe" : "skillc check --fix, some cases with --unsafe only";
}

/** `error: standard, spec; warning: lenient`, the level of `standard` first. */
function byLevel(levels: Readonly<Record<string, Level>>): string {
  const groups = new Map<Level, string[]>();
  for (const [profile, level] of Object.entries(levels)) groups.set(level, [...(groups.get(level) ?? []), profile]);
  if (groups.size === 1) return `${[...groups.keys()].join("")} under every profile`;
  return [...groups].map(([level, profiles]) => `${level}: ${profiles.join(", ")}`).join("; ");
}
