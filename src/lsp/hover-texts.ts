/** What hovers and completions say about rules, fields and skills, as Markdown. */
import { thousands } from "../diagnostics/rule.ts";
import { fieldRows } from "../model/field-table.ts";
import { findProfile, readersOf, standardFields } from "../profiles/index.ts";
import { escapeText } from "../formats/display-text.ts";
import type { RuleDescription } from "../rule-docs.ts";

/** What the fields of the standard mean (agentskills.io specification, 69ef37e). */
const STANDARD: ReadonlyMap<string, string> = new Map(
  Object.entries({
    name: "Identifies the skill: lowercase letters, digits and single hyphens, equal to the name of the directory.",
    description:
      "What the skill does and when to use it. A model chooses the skill by this text alone, and it is in the context of every turn.",
    license: "The license of the skill: its name, or a file of the skill that contains it.",
    compatibility: "What the skill requires of its environment: a client, programs, network access.",
    metadata: "A mapping for anything else; clients ignore keys that they do not know.",
    "allowed-tools":
      "Tools that the skill may use without asking, separated by spaces, such as `Bash(git add:*) Read`.",
  }),
);

export function fieldText(field: string, profile: string): string | undefined {
  const row = fieldRows.find(([, { field: name }]) => name === field)?.[1];
  const readers = readersOf(field);
  const about = STANDARD.get(field) ?? row?.about;
  if (about === undefined && readers.length === 0) return undefined;
  const limits = limitsText(field, profile);
  const by = standardFields.includes(field)
    ? "A field of the Agent Skills standard."
    : readers.length === 0
      ? ""
      : `Read by ${readers.join(", ")}.`;
  const expected = row === undefined ? "" : `Expects ${row.expected}.`;
  return [`**${field}**`, about ?? "", limits, [expected, by].filter((text) => text !== "").join(" ")]
    .filter((text) => text !== "")
    .join("\n\n");
}

function limitsText(field: string, name: string): string {
  const profile = findProfile(name);
  if (profile === undefined) return "";
  const unit = profile.lengthUnit === "utf-8-bytes" ? "bytes" : "characters";
  const { maxLength = Infinity } =
    field === "name" ? profile.naming : field === "description" ? profile.description : {};
  return Number.isFinite(maxLength) ? `At most ${thousands(maxLength)} ${unit} (profile ${name}).` : "";
}

export function ruleText(rule: RuleDescription, profile: string): string {
  const { title, code, rule: name, consequence, levels, origin, example } = rule;
  const { kind, bad, good } = example;
  const level = levels[profile];
  return [
    `**${title}** \`${code} ${name}\``,
    ...(consequence === undefined ? [] : [`${capital(consequence)}.`]),
    `${level === undefined ? "" : `${capital(level)} in the profile ${profile}. `}Source: ${origin.source} (${origin.level}).`,
    ...(kind === "words" ? [`Bad: ${bad}. Good: ${good}.`] : [`Bad:`, fenced(bad), `Good:`, fenced(good)]),
  ].join("\n\n");
}

/** Describes a skill by its own text, which is data: it may not become a link or an image. */
export function skillText(id: string, description: string | undefined): string {
  return fenced(`${id}\n${escapeText((description ?? "").replace(/\s+/g, " ").trim())}`.trim());
}

function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
