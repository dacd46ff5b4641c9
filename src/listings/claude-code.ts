/** The listing of Claude Code: names always stay; each description is whole, or dropped. */
import { displayWidth } from "../model/display-width.ts";
import { claudeCodeFacts } from "./clients.ts";
import { commandOf, localName } from "./listed-names.ts";
import type { ListedSkill, ShownSkills } from "./listing.ts";
import { visibleText } from "./visible-text.ts";

interface CommandEntry {
  readonly id: string;
  readonly line: string;
  readonly name: string;
  readonly text: string;
  readonly width: number;
  /** What the description adds to the line with the name. */
  readonly cost: number;
}

export function claudeCodeBudget(window: number): number {
  const { charactersPerToken, fraction, leastBudget } = claudeCodeFacts;
  return Math.max(leastBudget.value, Math.floor(window * charactersPerToken.value * fraction.value));
}

export function claudeCodeText({ description, whenToUse = "" }: ListedSkill): string {
  const text = visibleText(description.trim());
  return whenToUse === "" ? text : `${text} - ${visibleText(whenToUse)}`;
}

/** Returns the listing for skills that are all used equally often. */
export function listForClaudeCode(skills: readonly ListedSkill[], room: number): ShownSkills {
  const entries = entriesOf(skills);
  const breaks = Math.max(0, entries.length - 1);
  const needed = entries.reduce((sum, { width }) => sum + width, breaks);
  const names = entries.reduce((sum, { width, cost }) => sum + width - cost, breaks);
  const grant = (order: readonly CommandEntry[]): ReadonlySet<CommandEntry> =>
    needed <= room ? new Set(order) : granted(order, room - names);
  const shown = grant(entries);
  const byCost = entries.toSorted((one, two) => one.cost - two.cost);
  const dropped = (order: readonly CommandEntry[]): number => entries.length - grant(order).size;
  return {
    lines: entries.map((entry) => (shown.has(entry) ? entry.line : entry.name)),
    shown: entries.map((entry) => {
      const { length } = entry.text;
      return { id: entry.id, from: length, to: shown.has(entry) ? Math.min(length, cutLength(entry)) : 0 };
    }),
    used: names + [...shown].reduce((sum, { cost }) => sum + cost, 0),
    needed,
    bounds: {
      least: dropped(byCost),
      most: Math.max(dropped(byCost.toReversed()), entries.length - shown.size),
    },
    costAt: (length) => names + entries.reduce((sum, entry) => sum + costOfCut(entry, length), 0),
  };
}

/** The listing is in the order of the directories. */
function entriesOf(skills: readonly ListedSkill[]): readonly CommandEntry[] {
  const { compare } = new Intl.Collator("en");
  const visible = skills
    .filter(({ disableModelInvocation }) => disableModelInvocation !== true)
    .map((skill) => ({ skill, command: commandOf(skill) }))
    .sort((one, two) => compare(one.command, two.command));
  const byName = firstByName(visible);
  return visible.map(({ skill, command }) => {
    if (skill.nameOnly === true) return commandEntry(skill.id, `- ${command}`);
    const local = localName(skill);
    const isShown =
      local !== command && !command.endsWith(`:${local}`) && isShownName(local) && byName.get(local) === command;
    const name = `- ${isShown ? `${command} (${local})` : command}`;
    const text = claudeCodeText(skill);
    const line = `${name}: ${cut(text)}`;
    const width = displayWidth(line);
    return { id: skill.id, line, name, text, width, cost: width - displayWidth(name) };
  });
}

/** A line without a description and without another name, whatever the room. */
function commandEntry(id: string, line: string): CommandEntry {
  return { id, line, name: line, text: "", width: displayWidth(line), cost: 0 };
}

/** The command that a name stands for: the one that is named so, else the first with it in its frontmatter. */
function firstByName(
  skills: readonly { readonly skill: ListedSkill; readonly command: string }[],
): ReadonlyMap<string, string> {
  const commands = new Map(skills.map(({ command }) => [command, command]));
  for (const { skill, command } of skills) if (!commands.has(localName(skill))) commands.set(localName(skill), command);
  return commands;
}

const SHOWN_NAME = /^[\p{L}\p{M}\p{N}_:.-]+$/u;

function isShownName(name: string): boolean {
  return name.length <= claudeCodeFacts.maxShownName.value && SHOWN_NAME.test(name);
}

function cut(text: string): string {
  const { value } = claudeCodeFacts.maxDescription;
  return text.length > value ? `${text.slice(0, value - 1)}…` : text;
}

function cutLength({ text }: CommandEntry): number {
  const { value } = claudeCodeFacts.maxDescription;
  return text.length > value ? value - 1 : text.length;
}

/** Descriptions in an order, each if it still fits: after one that does not, a shorter one may. */
function granted(order: readonly CommandEntry[], room: number): ReadonlySet<CommandEntry> {
  const kept = new Set<CommandEntry>();
  let left = room;
  for (const entry of order) {
    if (entry.cost > Math.max(0, left)) continue;
    kept.add(entry);
    left -= entry.cost;
  }
  return kept;
}

function costOfCut({ text, cost }: CommandEntry, length: number): number {
  if (text.length <= length) return cost;
  return Math.min(cost, SEPARATOR + displayWidth(text.slice(0, length)));
}

/** Columns of `: `. */
const SEPARATOR = 2;
