/** Outside skills, only links that hide one matter. */
import { isFailure, type Host } from "../model/host.ts";
import { baseName, isInside, joinPath, parentPath } from "../paths/index.ts";

/** A link outside any skill that is not followed. */
export interface OuterLink {
  readonly dir: string;
  /** Undefined if the target does not exist. */
  readonly real?: string | undefined;
  /** Whether the target is inside the source, so that it may be examined. */
  readonly isInside: boolean;
  report(): void;
}

interface FoundDirectory {
  readonly dir: string;
  readonly realDir: string;
}

/**
 * Reports the links that hide a skill. `CLAUDE.md -> AGENTS.md` hides none, and a link to skills that were found is only
 * another way to them.
 */
export function reportOuterLinks(
  links: readonly OuterLink[],
  skills: readonly FoundDirectory[],
  host: Host,
): readonly string[] {
  if (links.length === 0) return [];
  const mirrors: string[] = [];
  const parents = new Set(skills.map(({ dir }) => parentPath(dir)));
  for (const link of links) {
    const { real } = link;
    const found = real === undefined ? [] : skills.filter(({ realDir }) => isInside(real, realDir));
    for (const { realDir } of found) mirrors.push(joinPath(link.dir, realDir.slice((real ?? "").length)));
    if (found.length === 0 && hidesSkill(link, parents, host)) link.report();
  }
  return mirrors;
}

function hidesSkill({ dir, real, isInside: mayExamine }: OuterLink, parents: ReadonlySet<string>, host: Host): boolean {
  const name = baseName(dir);
  if (/^skill\.md$/i.test(name)) return true;
  const parent = parentPath(dir);
  const isAmongSkills = name === "skills" || baseName(parent) === "skills" || parents.has(parent);
  if (real === undefined || !mayExamine) return isAmongSkills && !/\.[a-z0-9]+$/i.test(name);
  const status = host.status(dir);
  if (isFailure(status) || status.kind !== "directory") return false;
  const document = host.status(joinPath(dir, "SKILL.md"));
  return isAmongSkills || (!isFailure(document) && document.kind === "file");
}
