/** Finds files that several skills have, where one shared file would do. */
import type { AdmittedSkill } from "../model/admitted.ts";
import { isCompared } from "../model/compared-files.ts";
import { quote } from "../diagnostics/rule.ts";
import { joinPath } from "../paths/index.ts";
import type { LinkFindings } from "./placed-findings.ts";
import { linkRules } from "./rules.ts";

/** Bytes in copies: fewer are not reported. */
const FEW_COPIED = 10_000;

/** What is asked about the files of skills, by the numbers of these. */
export interface SkillFileAnswers {
  /** Returns the SHA-256 of a file that seems to be in several skills and has no digest. */
  hash(number: number, path: string): string;
  /** Whether some of its files are symbolic links: these are not copies. */
  areLinks(number: number): boolean;
}

/** A file of a skill: the position says which of those that are compared. */
interface OwnFile {
  readonly skill: AdmittedSkill;
  readonly at: number;
  readonly bytes: number;
  readonly stands: number;
}

/** Files with the same bytes, one of each skill. */
type Copied = readonly [first: OwnFile, ...others: OwnFile[]];

/**
 * Reports files that several skills have.
 *
 * @param skills By id: the same skill in several places is counted once.
 */
export function reportCopiedFiles(
  skills: readonly AdmittedSkill[],
  { findings, files: { hash, areLinks } }: { readonly findings: LinkFindings; readonly files: SkillFileAnswers },
): void {
  const own = skills.filter(({ number }) => !areLinks(number));
  const alike = groupBy(findAlike(own), ({ stands }) => stands);
  const most = alike.flatMap((files) => files.slice(1)).reduce((sum, { bytes }) => sum + bytes, 0);
  if (most < FEW_COPIED) return;
  const pathOf = createPaths();
  const placeOf = (file: OwnFile): string => joinPath(file.skill.place.dir, pathOf(file));
  const copied = alike
    .flatMap((files) =>
      files[0].stands < 0 ? groupBy(files, (file) => hash(file.skill.number, pathOf(file))) : [files],
    )
    .map(onePerSkill)
    .filter(({ length }) => length > 1)
    .toSorted((one, two) => wasted(two) - wasted(one));
  const bytes = copied.reduce((sum, files) => sum + wasted(files), 0);
  const [largest] = copied;
  if (bytes < FEW_COPIED || largest === undefined) return;
  const args = { files: copied.length, bytes, example: pathOf(largest[0]), skills: namesOf(largest) };
  const members = copied.map((files) => ({ file: placeOf(files[0]), text: `in ${namesOf(files)}` }));
  findings
    .of()
    .add(linkRules["files-duplicated"], { file: placeOf(largest[0]) }, args, members.length > 1 ? { members } : {});
}

/** Returns the files of which another one may have the bytes, in the order of the skills. */
function findAlike(skills: readonly AdmittedSkill[]): readonly OwnFile[] {
  const twice = findTwice(skills);
  const alike: OwnFile[] = [];
  if (twice.size === 0) return alike;
  for (const skill of skills) {
    const { files = [] } = skill.unit.link;
    for (let at = 0; 2 * at < files.length; at++) {
      const [bytes, stands] = [files[2 * at] as number, files[2 * at + 1] as number];
      if (twice.has(stands)) alike.push({ skill, at, bytes, stands });
    }
  }
  return alike;
}

/** Returns what stands for more than one file. */
function findTwice(skills: readonly AdmittedSkill[]): ReadonlySet<number> {
  let count = 0;
  for (const { unit } of skills) count += (unit.link.files?.length ?? 0) / 2;
  const all = new Float64Array(count);
  for (const { unit } of skills) {
    const { files = [] } = unit.link;
    for (let at = 1; at < files.length; at += 2) all[--count] = files[at] as number;
  }
  all.sort();
  const twice = new Set<number>();
  for (let at = 1; at < all.length; at++) if (all[at] === all[at - 1]) twice.add(all[at] as number);
  return twice;
}

function groupBy(files: readonly OwnFile[], keyOf: (file: OwnFile) => number | string): readonly Copied[] {
  const groups = new Map<number | string, [OwnFile, ...OwnFile[]]>();
  for (const file of files) {
    const key = keyOf(file);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [file]);
    else group.push(file);
  }
  return [...groups.values()];
}

function onePerSkill(files: Copied): Copied {
  const [first, ...others] = files;
  return [first, ...others.filter(({ skill }, at) => skill.id !== files[at]?.skill.id)];
}

/** Bytes of all copies but one. */
function wasted([{ bytes }, ...others]: Copied): number {
  return bytes * others.length;
}

/** Returns what reads the path of a file. The facts of a skill are read once, however many of its files are asked about. */
function createPaths(): (file: OwnFile) => string {
  const paths = new Map<number, readonly string[]>();
  return ({ skill: { number, unit }, at }) => {
    const known = paths.get(number) ?? unit.facts.files.filter(isCompared).map(({ path }) => path);
    paths.set(number, known);
    return known[at] ?? "";
  };
}

const MOST_NAMED = 3;

/** `"docx", "pptx" and "xlsx"`, or `"docx", "pptx", "xlsx" and 4 more`. */
function namesOf(files: Copied): string {
  const names = files.slice(0, MOST_NAMED).map(({ skill }) => quote(skill.id));
  const more = files.length - MOST_NAMED;
  const last = more > 0 ? `${more} more` : names.pop();
  return `${names.join(", ")} and ${last}`;
}
