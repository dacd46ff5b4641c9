/** Links the admitted skills of a run. */
import { createFindings, type PlacedGroup } from "../diagnostics/index.ts";
import type { Config, Source } from "../model/config.ts";
import type { AdmittedSkill } from "../model/admitted.ts";
import { type Host, isFailure } from "../model/host.ts";
import type { Linked } from "../model/linked.ts";
import { recallUnder } from "../model/recall.ts";
import { link, type Copies, type CompareSkills, type SkillGraph } from "../link/index.ts";
import type { AdmittedRun } from "./admit-run.ts";
import type { Earlier, Making } from "./compilation.ts";
import type { ReadCompanions } from "./read-companions.ts";
import type { ReadShared } from "./read-shared.ts";
import { admissionRules } from "./rules.ts";
import type { Run, RunSkill } from "./run.ts";
import { measurePieces } from "../contents/index.ts";

export interface LinkedRun extends AdmittedRun {
  readonly run: Run;
  /** By number, with those that are not admitted. */
  readonly skills: readonly RunSkill[];
  readonly linked: Linked;
  readonly ids: ReadonlyMap<number, string>;
  readonly copies: Copies;
  /** The skills that are linked, in catalog order. */
  readonly kept: readonly AdmittedSkill[];
  /** What they say about each other; undefined if they say nothing. */
  readonly graph?: SkillGraph | undefined;
  /** The skills that views contain because others in them require them, by name of the view. */
  readonly included?: ReadonlyMap<string, readonly string[]> | undefined;
  readonly groups: readonly PlacedGroup[];
  /** What is reported if nothing else explains why there is no skill. */
  readonly unexplained: readonly PlacedGroup[];
}

interface LinkRunInput {
  readonly run: Run;
  readonly skills: readonly RunSkill[];
  readonly admitted: AdmittedRun;
  readonly companions: ReadCompanions;
  readonly shared: ReadShared;
  readonly making: Making;
  readonly earlier?: Earlier | undefined;
  /** Hashes what is compared. */
  readonly host: Pick<Host, "sha256">;
}

export function linkRun(input: LinkRunInput): LinkedRun {
  const { run, skills, admitted, companions, shared, making, earlier, host } = input;
  const { index, config, profile } = run;
  const { dropped, seen, system } = admitted;
  const found = link(admitted.admitted, {
    config,
    duplicates: config.duplicates ?? profile.duplicates,
    dropped,
    system,
    compare: createComparison(skills, host.sha256),
    files: {
      hash: (number, path) => digestOf(skills[number] as RunSkill, path, host.sha256),
      areLinks: (number) => skills[number]?.hasLinks === true,
    },
    companions: companions.companions,
    folders: shared.folders,
    known: earlier?.known,
    run: index,
    recall: recallUnder(earlier?.recall, `run ${index}`),
    policy: making.linking?.policy,
    earlier: index === 0 ? earlier?.linked : undefined,
    host: making.linking && making.host,
    mergesCopies: profile.discovery.copies === "merge",
  });
  const unexplained = found.kept.length === 0 && !config.allowEmpty ? [reportEmpty(config, seen)] : [];
  return { ...admitted, run, skills, ...found, unexplained };
}

/** Nothing came out, and that is not intended. */
function reportEmpty({ sources, file, place }: Config, seen: number): PlacedGroup {
  const isWhole = (source: Source): boolean =>
    source.kind === "directory" && source.isSearched === true && source.dir === ".";
  const names = sources.map((source) => {
    if (source.kind === "inline") return `"${source.name}" (inline)`;
    return isWhole(source) ? "the project" : `"${source.dir}"`;
  });
  const isWritten = sources.every((source) => source.place !== undefined);
  const dir = sources[0]?.kind === "directory" ? sources[0].dir : ".";
  const findings = createFindings();
  const at = (isWritten ? place?.(["sources"], "key") : undefined) ?? { file: file ?? dir };
  const args = {
    sources: names.length === 0 ? "the configuration" : names.join(" and "),
    seen,
    whole: sources.every(isWhole),
  };
  findings.add(admissionRules["no-skills"], at, args);
  return findings;
}

/** Creates the comparison of all skills of a run; the files of one skill are compared with those of the other, the documents by any name. */
function createComparison(skills: readonly RunSkill[], hash: Host["sha256"]): CompareSkills {
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
  const { document, files } = skill.input;
  const digest = (path: string): string => digestOf(skill, path, hash);
  return new Map([["SKILL.md", digest(document)], ...files.map((path) => [path, digest(path)] as const)]);
}

function digestOf({ number, input }: RunSkill, path: string, hash: Host["sha256"]): string {
  const large = input.large?.get(path);
  const file = large === undefined ? input.read(path) : measurePieces(large());
  // What cannot be read equals nothing.
  if (isFailure(file)) return `${number} ${path}`;
  return typeof file.bytes === "number" || file.sha256 !== "" ? file.sha256 : hash(file.bytes);
}
