/** Compares skills of one name file by file; each is hashed once, and only if another skill has its name. */
import { measurePieces } from "../contents/index.ts";
import { isFailure, type Host } from "../model/host.ts";
import type { CompareSkills } from "../link/index.ts";
import type { RunSkill } from "./run.ts";

/** Creates the comparison of all skills of a run; the files of one skill are compared with those of the other, the documents by any name. */
export function createComparison(skills: readonly RunSkill[], hash: Host["sha256"]): CompareSkills {
  const known = new Map<number, ReadonlyMap<string, string>>();
  const digestsOf = (number: number): ReadonlyMap<string, string> => {
    let digests = known.get(number);
    if (digests === undefined) known.set(number, (digests = readDigests(skills[number], hash)));
    return digests;
  };
  return (one, two) => {
    const [first, second] = [digestsOf(one), digestsOf(two)];
    return [...new Set([...first.keys(), ...second.keys()])]
      .filter((path) => first.get(path) !== second.get(path))
      .sort();
  };
}

/** The document comes first: it is the file that most copies differ in. */
function readDigests(skill: RunSkill | undefined, hash: Host["sha256"]): ReadonlyMap<string, string> {
  if (skill === undefined) return new Map();
  const { input } = skill;
  return new Map(
    [input.document, ...input.files].map((path): [string, string] => {
      const large = input.large?.get(path);
      const file = large === undefined ? input.read(path) : measurePieces(large());
      // What cannot be read equals nothing.
      if (isFailure(file)) return [path, `${skill.number}`];
      if (typeof file.bytes === "number") return [path, file.sha256];
      return [path === input.document ? "SKILL.md" : path, file.sha256 === "" ? hash(file.bytes) : file.sha256];
    }),
  );
}
