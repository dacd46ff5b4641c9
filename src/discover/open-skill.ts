/** The ways to read a skill that was found: what was found of it is a value, which can be kept. */
import type { Contents } from "../contents/index.ts";
import { isFailure, LARGEST_TEXT, type Host } from "../model/host.ts";
import { FLAT_DOCUMENT, type FoundSkill, type SkillInput } from "../model/skill.ts";
import { joinPath } from "../paths/index.ts";

export interface SkillFinding extends Pick<FoundSkill, "place" | "found"> {
  readonly input: Pick<SkillInput, "dirName" | "document" | "files" | "leftOut" | "nested">;
}

/** Where it is read from. */
interface SkillReaders {
  readonly host: Host;
  readonly contents: Contents;
  /** Real paths of files that are links, or below linked directories; others are below that of the skill. */
  readonly realPaths?: ReadonlyMap<string, string> | undefined;
  /** Files that are too large to be read whole. */
  readonly large?: readonly string[];
}

export function openSkill(
  { input, place, found }: SkillFinding,
  { host, contents, realPaths, large = [] }: SkillReaders,
): FoundSkill {
  const { dirName, document, files, leftOut, nested } = input;
  const { dir, realDir } = place;
  // A file or directory may be swapped for a link after the walk.
  const realOf = (path: string): string =>
    realPaths?.get(path) ?? (path === FLAT_DOCUMENT ? realDir : `${realDir}/${path}`);
  return {
    input: {
      dirName,
      document,
      files,
      leftOut,
      nested,
      digest: (path) => contents.digest(joinPath(dir, path), realOf(path)),
      ...(large.length > 0 && {
        large: new Map(large.map((path) => [path, () => contents.readPieces(joinPath(dir, path), realOf(path))])),
      }),
      read: (path) => contents.read(joinPath(dir, path), realOf(path), path === document ? LARGEST_TEXT : undefined),
    },
    place,
    found,
    ...(realPaths !== undefined && { hasLinks: true }),
    isExecutable(path) {
      const status = host.status(joinPath(dir, path));
      return isFailure(status) ? undefined : status.executable;
    },
    exists: (path) => !isFailure(host.status(joinPath(dir, path))),
  };
}
