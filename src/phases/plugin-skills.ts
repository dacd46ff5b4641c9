/** Finds what Agent Plugins clients make of the skills of a plugin, and skills of one name in one marketplace. */
import { CODEX_MOST_CHARACTERS } from "../check/manifests/index.ts";
import { manifestRules } from "../check/manifests/rules.ts";
import { createFindings, type Findings, type PlacedGroup } from "../diagnostics/index.ts";
import { isFailure } from "../model/host.ts";
import { FLAT_DOCUMENT } from "../model/skill.ts";
import { baseName, isInside, joinPath, parentPath } from "../paths/index.ts";
import { measureText } from "../profiles/index.ts";
import type { RunSkill } from "./run.ts";

/**
 * Checks the skills in packages with an Agent Plugins manifest.
 *
 * @param roots Directories of such packages.
 */
export function checkPluginSkills(roots: ReadonlySet<string>, skills: readonly RunSkill[]): readonly PlacedGroup[] {
  if (roots.size === 0) return [];
  return skills.flatMap((skill) => {
    const root = rootOf(skill, roots);
    if (root === undefined) return [];
    const findings = createFindings();
    checkSkill(skill, root, findings);
    return findings.findings.length === 0 ? [] : [groupOf(skill, findings)];
  });
}

function groupOf({ number }: RunSkill, { findings, lines }: Findings): PlacedGroup {
  return { findings, lines, place: number };
}

/** Returns the innermost root with the skill in its `skills/`. */
function rootOf({ place }: RunSkill, roots: ReadonlySet<string>): string | undefined {
  if (place.origin.kind === "inline") return undefined;
  for (let dir = place.dir; dir !== "." && dir !== ".." && dir !== "/";) {
    dir = parentPath(dir);
    if (roots.has(dir)) return isInside(joinPath(dir, "skills"), place.dir) ? dir : undefined;
  }
  return undefined;
}

function checkSkill({ place, unit, input }: RunSkill, root: string, findings: Findings): void {
  const { file, dir } = place;
  const at = unit?.at.name === undefined ? { file } : { file, at: unit.at.name, lines: unit.lines };
  const skip = (reason: string, fix: string, where: typeof at = { file }): void =>
    findings.add(manifestRules["plugin-skill-skipped"], where, { reason, fix });
  const skills = joinPath(root, "skills");
  if (input.document === FLAT_DOCUMENT) {
    const wanted = joinPath(skills, input.dirName ?? "", "SKILL.md");
    return skip("the skill has no directory", `move it to ${JSON.stringify(wanted)}`);
  }
  if (input.document !== "SKILL.md")
    skip(`the file is named ${JSON.stringify(input.document)}`, "rename it to SKILL.md");
  if (parentPath(dir) !== skills)
    skip(`the skill is not directly in ${JSON.stringify(skills)}`, `move its directory into ${JSON.stringify(skills)}`);
  if (unit?.facts === undefined) return;
  const { name } = unit.facts.fields;
  if (name !== baseName(dir))
    skip(`the directory is ${JSON.stringify(baseName(dir))}, the name ${JSON.stringify(name)}`, "make them equal", at);
  const fields = unit.facts.nonstandard ?? [];
  const others = fields.filter((field) => field !== "allowed-tools");
  if (others.length > 0) {
    const list = others.map((field) => JSON.stringify(field)).join(", ");
    skip(
      `the frontmatter has ${others.length === 1 ? "the field" : "the fields"} ${list}`,
      "move them into metadata, or delete them",
    );
  }
  if (fields.length > others.length)
    skip("allowed-tools is a list", "write the tools as one string, with spaces between them");
  const characters = charactersOf({ unit, input });
  if (characters > CODEX_MOST_CHARACTERS)
    findings.add(manifestRules["plugin-skill-cut"], { file }, { characters, limit: CODEX_MOST_CHARACTERS });
}

/** Returns the characters of a SKILL.md; 0 for one that is short anyway. */
function charactersOf({ unit, input }: Pick<RunSkill, "unit" | "input">): number {
  if ((unit?.facts?.document.bytes ?? 0) <= CODEX_MOST_CHARACTERS) return 0;
  const read = input.read(input.document);
  return isFailure(read) ? 0 : measureText(new TextDecoder().decode(read.bytes), "code-points");
}

/**
 * Reports skills of one name in several plugins of one marketplace. Copies are one skill, whichever is installed.
 *
 * @param dirs Directories of the plugins.
 */
export function reportLostNames(dirs: readonly string[], skills: readonly RunSkill[]): readonly PlacedGroup[] {
  const roots = new Set(dirs);
  const first = new Map<string, { readonly skill: RunSkill; readonly root: string }>();
  return skills.flatMap((skill) => {
    const name = skill.unit?.link.name;
    const root = name === undefined ? undefined : rootOf(skill, roots);
    if (name === undefined || root === undefined) return [];
    const known = first.get(name);
    if (known === undefined) {
      first.set(name, { skill, root });
      return [];
    }
    if (known.root === root || isCopy(known.skill, skill)) return [];
    const findings = createFindings();
    const at = skill.unit?.at.name;
    const where = at === undefined ? {} : { at, lines: skill.unit?.lines ?? [] };
    findings.add(manifestRules["skill-name-lost"], { file: skill.place.file, ...where }, { name, other: known.root });
    return [groupOf(skill, findings)];
  });
}

function isCopy({ unit: one }: RunSkill, { unit: other }: RunSkill): boolean {
  const same = one?.link.description === other?.link.description;
  return same && one?.facts?.document.bytes === other?.facts?.document.bytes;
}
