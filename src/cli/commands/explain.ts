import { describeRule, type RuleDescription } from "../../rule-docs.ts";
import { escapeJsonText, escapeText } from "../../formats/display-text.ts";
import { ruleBook } from "../../rules.ts";
import type { Level } from "../../model/diagnostic.ts";
import { profileNames } from "../../profiles/index.ts";
import type { ParsedArguments } from "../arguments.ts";
import { unknownName } from "../did-you-mean.ts";
import { alignColumns, painter, printOut } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export async function run(parsed: ParsedArguments): Promise<number> {
  const [wanted] = parsed.positionals;
  if (wanted === undefined) throw new UsageError("explain needs a code or a rule: skillc explain SKC101");
  const [rule, ...more] = ruleBook.matching(wanted);
  if (rule === undefined) {
    // Of two codes, none is more similar than the other: only the number is wrong.
    const isCode = /^skc\d*$/i.test(wanted);
    throw new UsageError(
      `${unknownName("rule", wanted, isCode ? [] : ruleBook.names)}${isCode ? " (skillc rules lists all)" : ""}`,
    );
  }
  const described = [rule, ...more].map(({ name }) => describeRule(name, profileNames));
  if (parsed.has("json")) printOut(escapeJsonText(JSON.stringify(described, null, 2)));
  else printOut(more.length === 0 ? described.map(fullText).join("") : described.map(oneLine).join("\n"));
  return 0;
}

function oneLine({ code, rule, message }: RuleDescription): string {
  return `${code} ${rule}: ${escapeText(message)}`;
}

function fullText(description: RuleDescription): string {
  const { code, rule, title, message, consequence, help, example } = description;
  const { kind, bad, good, profile } = example;
  // The values are those of the example, so its help is not that of every finding.
  const lead = help.map((text, index) => `${index === 0 ? "Help for it: " : "             "}${escapeText(text)}`);
  return [
    `${painter(process.stdout)("bold", code)} ${rule}`,
    "",
    `  ${title}.`,
    "",
    `For example: ${escapeText(message)}`,
    ...(consequence === undefined ? [] : [`Note: ${consequence}.`]),
    ...lead,
    "",
    ...alignColumns(factsOf(description)).map((line) => `  ${line}`),
    ...snippetLines(kind === "words" || profile === undefined ? "Bad" : `Bad, in the profile ${profile}`, bad),
    ...snippetLines("Good", good),
  ].join("\n");
}

function factsOf({
  rule,
  category,
  levels,
  severeLevels,
  milderLevels,
  structural,
  fix,
  origin,
}: RuleDescription): string[][] {
  return [
    ["level", byLevel(levels)],
    ...(severeLevels === undefined ? [] : [["severe cases", byLevel(severeLevels)]]),
    ...(milderLevels === undefined ? [] : [["milder cases", byLevel(milderLevels)]]),
    ["category", category],
    ["source", `${origin.source} (${origin.level})`],
    ["fixable", howToFix(fix)],
    [
      "disable with",
      structural ? "not possible if it is an error: it leaves nothing to emit" : `rules: { "${rule}": "off" }`,
    ],
  ];
}

function howToFix(fix: RuleDescription["fix"]): string {
  if (fix === undefined) return "manual";
  if (fix === "safe") return "skillc check --fix";
  return fix === "unsafe" ? "skillc check --fix --unsafe" : "skillc check --fix; some cases need --unsafe";
}

function snippetLines(title: string, snippet: string): string[] {
  return ["", `${title}:`, ...snippet.split("\n").map((line) => `  ${escapeText(line)}`.trimEnd())];
}

/** Returns `error: standard, spec; warning: lenient`, the level of `standard` first. */
function byLevel(levels: Readonly<Record<string, Level>>): string {
  const groups = new Map<Level, string[]>();
  for (const [profile, level] of Object.entries(levels)) groups.set(level, [...(groups.get(level) ?? []), profile]);
  if (groups.size === 1) return `${[...groups.keys()].join("")} in every profile`;
  return [...groups].map(([level, profiles]) => `${level}: ${profiles.join(", ")}`).join("; ");
}
