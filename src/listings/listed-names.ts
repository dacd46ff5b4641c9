import type { ListedSkill } from "./listing.ts";

export function localName({ id, name }: ListedSkill): string {
  return name ?? id.slice(id.lastIndexOf(":") + 1);
}

/** Returns the name of the directory; of a skill without one, its name. */
export function directoryName(skill: ListedSkill): string {
  const { path = "" } = skill;
  return path.slice(path.lastIndexOf("/") + 1).replace(/^\.$/, "") || localName(skill);
}

/** Returns the command of a skill in Claude Code: the name of its directory, after its namespace. */
export function commandOf(skill: ListedSkill): string {
  const name = localName(skill);
  const namespace = skill.id.endsWith(`:${name}`) ? skill.id.slice(0, -name.length) : "";
  return namespace + directoryName(skill);
}

/** Returns where the SKILL.md is once the skill is installed below a directory. */
export function installedFile(skill: ListedSkill, root: string): string {
  return `${root}/${directoryName(skill)}/SKILL.md`;
}
