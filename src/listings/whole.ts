/** The listings of clients without a budget, and that of Copilot CLI, which stops. */
import { escapeXml } from "../model/escape-xml.ts";
import { installedFile, localName } from "./listed-names.ts";
import type { ListedSkill, ShownSkills } from "./listing.ts";

type WriteEntry = (skill: ListedSkill, description: string) => string;

/** Gemini CLI: as they are, without escaping. */
export const geminiEntry =
  (root: string): WriteEntry =>
  (skill, description) =>
    `  <skill>\n    <name>${localName(skill)}</name>\n    <description>${description}</description>\n    <location>${installedFile(skill, root)}</location>\n  </skill>`;

export const flueEntry: WriteEntry = (skill, description) =>
  `- **${localName(skill)}**${description === "" ? "" : ` — ${description}`}`;

export const agentFrameworkEntry: WriteEntry = (skill, description) =>
  `  <skill>\n    <name>${escapeXml(localName(skill))}</name>\n    <description>${escapeXml(description)}</description>\n  </skill>`;

/** Copilot CLI, as users show it. */
export const copilotCliEntry =
  (root: string): WriteEntry =>
  (skill, description) =>
    `<skill>\n<name>${escapeXml(localName(skill))}</name>\n<description>${escapeXml(description)}</description>\n<location>${escapeXml(installedFile(skill, root))}</location>\n</skill>`;

/** Lists everything; with a limit, up to the first entry that does not fit. */
export function listWhole(skills: readonly ListedSkill[], write: WriteEntry, limit = Infinity): ShownSkills {
  const visible = skills.filter(({ disableModelInvocation }) => disableModelInvocation !== true);
  const entries = visible.map((skill) => write(skill, skill.description));
  const sizes = entries.map(({ length }) => length + 1);
  const sum = (all: readonly number[]): number => all.reduce((total, size) => total + size, 0);
  const needed = sum(sizes);
  let used = 0;
  const first = sizes.findIndex((size) => (used += size) > limit);
  const count = first < 0 ? entries.length : first;
  return {
    lines: entries.slice(0, count),
    shown: visible.map(({ id, description: { length } }, at) => ({
      id,
      from: length,
      to: at < count ? length : undefined,
    })),
    used: sum(sizes.slice(0, count)),
    needed,
    costAt: (length) => sum(visible.map((skill) => write(skill, skill.description.slice(0, length)).length + 1)),
  };
}
