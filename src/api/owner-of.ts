import { LARGEST_WHOLE } from "../contents/index.ts";
import { isFailure, type Host } from "../model/host.ts";
import { oncePer } from "../model/once-per.ts";
import { FLAT_DOCUMENT, type FoundSkill } from "../model/skill.ts";
import { isAtOrBelow, joinPath } from "../paths/index.ts";
import type { Run } from "../phases/run.ts";

/** Returns the known skill that contains a file and nothing else that depends on it, and its location as the skill reads it. */
export function ownerOf(
  path: string,
  runs: readonly Run[],
  host: Host,
): { readonly dir: string; readonly location: string } | undefined {
  const status = host.entryStatus(path);
  if (isFailure(status) || status.kind !== "file") return undefined;
  for (const run of runs)
    for (const { place, input, dir } of skillsAbove(path, byDirectory(run, host))) {
      const name = dir === path ? FLAT_DOCUMENT : path.slice(dir.length + 1);
      if (name !== input.document && !input.files.includes(name)) continue;
      // Whether a file ships, and how it is read, may depend on its size.
      const limit = Math.min(run.config.files.maxBytes ?? LARGEST_WHOLE, LARGEST_WHOLE);
      if (status.size > limit || input.large?.has(name) === true) return undefined;
      return { dir: place.dir, location: joinPath(place.dir, name) };
    }
  return undefined;
}

interface SkillOnDisk extends Pick<FoundSkill, "place" | "input"> {
  /** Absolute path. */
  readonly dir: string;
  readonly number: number;
}

type ByDirectory = ReadonlyMap<string, readonly SkillOnDisk[]>;

const byDirectory = oncePer(({ discovered }: Run, host: Host): ByDirectory => {
  const known = new Map<string, SkillOnDisk[]>();
  for (const [number, { place, input }] of discovered.skills.entries()) {
    if (place.origin.kind === "inline") continue;
    const dir = host.absolutePath(place.dir);
    const skill = { place, input, dir, number };
    const others = known.get(dir);
    if (others === undefined) known.set(dir, [skill]);
    else others.push(skill);
  }
  return known;
});

/** Returns the skills that are a file, or in the directories above it, in the order of discovery. */
function skillsAbove(path: string, known: ByDirectory): readonly SkillOnDisk[] {
  const above: SkillOnDisk[] = [...(known.get(path) ?? [])];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
    above.push(...(known.get(path.slice(0, end)) ?? []));
  return above.sort((one, two) => one.number - two.number);
}

/** Whether a path is around a directory, or in it, by either of its names. */
export function isAround(path: string, dir: string, host: Pick<Host, "realPath" | "absolutePath">): boolean {
  const real = host.realPath(dir);
  const places = isFailure(real) ? [host.absolutePath(dir)] : [host.absolutePath(dir), real];
  return places.some((place) => isAtOrBelow(path, place) || isAtOrBelow(place, path));
}
