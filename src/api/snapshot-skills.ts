/** The skills that a build has found, for callers that need more than the catalog: reports, editors. */
import { isAbsolute, posix, relative, resolve } from "node:path";
import type { Compiled } from "../phases/compiled.ts";
import type { Contents } from "../contents/index.ts";
import { toPosixPath } from "../host/index.ts";
import { isFailure } from "../model/host.ts";
import type { SkillPlace } from "../model/skill.ts";
import type { ProjectPaths } from "./session.ts";

/**
 * A skill that was found, valid or not. Paths are relative to `cwd`, except those of `files`.
 *
 * @example
 * const broken = snapshot.skills.filter(({ id }) => id === undefined).map(({ file }) => file);
 */
export interface SnapshotSkill {
  /** The directory; "" for an inline skill. */
  readonly dir: string;
  /** The SKILL.md as a diagnostic names it; for an inline skill the config. */
  readonly file: string;
  /** As the skill says it, else the name of its directory. */
  readonly name: string;
  readonly description?: string;
  /** Undefined if the skill is not in the catalog: it has errors, or is a copy of another. */
  readonly id?: string;
  /** The files that ship with the skill, without its SKILL.md; relative to `dir`. */
  readonly files: readonly string[];
}

/** Returns every skill of every profile, each once, in the order in which they were found. */
export function snapshotSkills(compiled: Compiled | undefined, paths: ProjectPaths): readonly SnapshotSkill[] {
  if (compiled === undefined) return [];
  const [first] = compiled.runs;
  const rows = new Map(first?.admitted.map(({ place, unit }) => [place, unit.link]));
  const ids = new Map(
    compiled.linked.catalog.skills.map(({ id, source }) => [placeKey(source.index, source.file), id]),
  );
  const found = compiled.runs.flatMap(({ run }) => run.discovered.skills);
  const unique = new Map(found.toReversed().map((skill) => [uniqueKey(skill.place), skill]));
  return found
    .filter((skill) => unique.get(uniqueKey(skill.place)) === skill)
    .map(({ place, input }): SnapshotSkill => {
      const row = rows.get(place);
      const description = row?.description ?? input.inline?.description;
      const id = ids.get(placeKey(place.origin.index, place.catalogFile));
      return {
        dir: place.origin.kind === "inline" ? "" : fromWorkingDirectory(place.dir, paths),
        file: isAbsolute(place.file) ? place.file : fromWorkingDirectory(place.file, paths),
        name: row?.name ?? input.inline?.name ?? input.dirName ?? posix.basename(place.dir),
        ...(description !== undefined && { description }),
        ...(id !== undefined && { id }),
        files: input.files,
      };
    });
}

/** Moves a path from the base directory to the working directory. */
export function fromWorkingDirectory(path: string, { cwd, base }: ProjectPaths): string {
  return toPosixPath(relative(cwd, resolve(base, path))) || ".";
}

/** The same directory under several profiles is one skill. */
function uniqueKey({ origin, dir }: SkillPlace): string {
  return origin.kind === "inline" ? placeKey(origin.index, "") : dir;
}

function placeKey(index: number, file: string): string {
  return `${index}\0${file}`;
}

/** Returns the instructions of a skill of a build; undefined without such a skill, or if its SKILL.md has changed. */
export function readInstructions(
  { linked }: Pick<Compiled, "linked">,
  id: string,
  contents: Contents,
): string | undefined {
  const document = linked.skills.find(({ entry }) => entry.id === id)?.document;
  if (document === undefined) return undefined;
  if (document.text !== undefined) return document.text.slice(document.start);
  const bytes = contents.readAgain(document.location, document.sha256);
  if (isFailure(bytes)) return undefined;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).slice(document.start);
}
