/** Units and the findings of their places, put together for the judge. */
import {
  asRule,
  createFindings,
  fieldOf,
  moveFindings,
  type Place,
  type PlacedGroup,
  type Rule,
} from "../diagnostics/index.ts";
import { LARGEST_WHOLE } from "../contents/index.ts";
import type { Config, InlinePlace } from "../model/config.ts";
import { isFailure } from "../model/host.ts";
import type { Finding, FindingCondition } from "../model/finding.ts";
import type { KnownResults } from "../model/known-results.ts";
import type { Recall } from "../model/recall.ts";
import type { SkillPlace } from "../model/skill.ts";
import type { SkillUnit } from "../model/unit.ts";
import type { Profile } from "../profiles/index.ts";
import { joinPath } from "../paths/index.ts";
import { ruleBook } from "../rules.ts";
import { createNeighborHints, sharedAt, type HintAtNeighbor } from "../link/index.ts";
import type { SharedFolder } from "../model/shared.ts";
import { refRules } from "../check/links/rules.ts";
import { discoverRules } from "../discover/rules.ts";
import { withoutMisleading } from "./find-system.ts";
import { admissionRules } from "./rules.ts";
import type { Run, RunSkill } from "./run.ts";

/**
 * Returns the findings about each skill of a run: of its place, then of its bytes. Those that mislead about skills of another
 * system are left out.
 */
export function placeUnits(
  { config: { files, shared } }: Run,
  skills: readonly RunSkill[],
  { system, recall, known, folders }: PlaceOptions,
): readonly PlacedGroup[] {
  const neighbor = createNeighborHints(skills, { recall, known });
  const hint = shared === undefined ? neighbor : withSharedHints(neighbor, folders);
  return recall
    .each("placed", skills, [hint, files, system], (skill) => placeSkill(skill, { hint, files, system }))
    .flat();
}

/** A link to a shared file leads there; where there is none, it is missing like any other file. */
function withSharedHints(hint: HintAtNeighbor, folders: readonly SharedFolder[]): HintAtNeighbor {
  return (finding, skill) => {
    const { leadsTo } = finding;
    const found = leadsTo === undefined ? undefined : sharedAt(joinPath(skill.place.dir, leadsTo), folders);
    if (found === undefined) return hint(finding, skill);
    return found.folder.files.has(found.path)
      ? asRule(finding, refRules["ref-shared"], {})
      : asRule(finding, refRules["ref-missing"], { nearest: "", reason: "does not exist", inline: false });
  };
}

interface PlaceOptions {
  readonly system: Profile | undefined;
  readonly recall: Recall;
  readonly known?: KnownResults | undefined;
  readonly folders: readonly SharedFolder[];
}

/** What the findings about a skill depend on, besides the skill. */
interface PlaceContext {
  readonly hint: HintAtNeighbor;
  readonly files: Config["files"];
  /** The profile of the system that the skills were probably written for. */
  readonly system: Profile | undefined;
}

function placeSkill(skill: RunSkill, { hint, files, system }: PlaceContext): readonly PlacedGroup[] {
  const { number, place, found, input, unit } = skill;
  const findings = unit?.findings
    .filter(({ holdsIf }) => holdsIf === undefined || holds(holdsIf, skill, files))
    .flatMap((finding) => hint(finding, skill) ?? [])
    // A list that has grown has room for 17 elements (CONTRIBUTING, "What V8 does to us").
    .slice();
  // To be quoted; most units are not even asked for theirs.
  const isQuoted = unit !== undefined && (findings?.length ?? 0) + unit.comments.length > 0;
  const group =
    unit && findings
      ? placeUnit({ findings, lines: isQuoted ? unit.lines : [], comments: unit.comments }, place, number)
      : failureOf(skill);
  // Literal lists, because there are thousands (CONTRIBUTING, "What V8 does to us").
  const groups =
    found.findings.length === 0 ? [group] : [{ findings: found.findings, lines: found.lines, place: number }, group];
  const isQualified = input.inline === undefined && unit?.reading.isQualified === true;
  return system === undefined ? groups : withoutMisleading(groups, isQualified, system);
}

function holds(condition: FindingCondition, skill: RunSkill, { embeddedBy }: Config["files"]): boolean {
  // The hint knows the names of all skills.
  if ("skills" in condition) return true;
  const { file, is } = condition;
  if (is === "not-executable") return isPlain(skill, file);
  if (embeddedBy.length > 0) return true;
  // A text is embedded anyway, unless it is too large for that.
  const found = skill.unit?.facts?.files.find(({ path }) => path === file);
  return found === undefined || (found.encoding === "text" && found.bytes <= LARGEST_WHOLE);
}

/** Whether no one may execute a file; where the system does not record that, no file is plain. */
function isPlain({ disk, place }: RunSkill, file: string): boolean {
  const status = disk?.status(joinPath(place.dir, file));
  return status !== undefined && !isFailure(status) && status.executable === false;
}

/** Returns why a skill without a unit was not compiled; undefined where it cannot be read. */
export function crashOf({ input, crash }: RunSkill): string | undefined {
  return crash ?? (isFailure(input.read(input.document)) ? undefined : "");
}

function failureOf(skill: RunSkill): PlacedGroup {
  const { number, place, input, crash } = skill;
  const findings = createFindings();
  const { file } = place;
  const read = crash === undefined ? input.read(input.document) : undefined;
  if (isFailure(read)) findings.add(discoverRules["file-unreadable"], { file }, { path: file, detail: read.detail });
  else findings.add(admissionRules["internal-crash"], { file }, { detail: crash ?? "" });
  return { findings: findings.findings, lines: findings.lines, place: number };
}

/** The findings of a unit where its skill is: those of an inline skill are at the keys of the config. */
export function placeUnit(
  { findings, lines, comments }: Pick<SkillUnit, "findings" | "lines" | "comments">,
  place: SkillPlace,
  number: number,
): PlacedGroup {
  if (place.origin.kind === "directory") return { findings, lines, comments, place: number, dir: place.dir };
  const { file, inline } = place;
  if (inline === undefined) {
    const bare = findings.map(({ at: _at, labels: _labels, fixes: _fixes, ...finding }) => ({ ...finding, file }));
    return { findings: bare, lines: [], place: number };
  }
  const moved = moveFindings({ findings, lines }, ruleBook, (finding, rule) => inConfig(finding, rule, inline));
  return { findings: moved.findings, lines: moved.lines, place: number };
}

/** What rules know are locations in the instructions, which are none in the config: they become the key itself. */
function inConfig(finding: Finding, { inlineKey }: Rule, place: InlinePlace): Place {
  if (inlineKey !== undefined) return place(inlineKey);
  return finding.at === undefined ? place(fieldOf(finding) ?? "name") : place("instructions", "key");
}

/** Where a finding about a whole skill is. */
export function placeOfSkill({ file, inline }: SkillPlace): Place {
  return inline === undefined ? { file } : inline("name");
}
