/** Paths of shared directories that copies of skills keep: they are right where the directory is next to the skill. */
import { isFailure } from "../../model/host.ts";
import type { SharedCopy, StayingPath } from "../../model/shared.ts";
import { createSourceText, type TextPlace } from "../../model/source.ts";
import type { OutputFile } from "../../model/output.ts";
import type { TargetPlace } from "../target.ts";
import type { PlannedSkill, Planning } from "./planning.ts";
import { packageRules } from "./rules.ts";
import { copiedFile, type PackageWriting } from "./skill-files.ts";

/** Creates the shared directories that a directory of skills, which ends with a slash, has next to them. */
export function* sharedCopies(
  planned: readonly PlannedSkill[],
  dir: string,
  writing: PackageWriting,
): Generator<OutputFile> {
  for (const { name, files } of copiesOf(planned).values())
    for (const file of files) yield copiedFile(file, `${dir}${name}/${file.path}`, writing);
}

/** Returns the paths of the shared directories next to skills. */
export function* copiedPaths(planned: readonly PlannedSkill[], dir: string): Generator<string> {
  for (const { name, files } of copiesOf(planned).values()) for (const { path } of files) yield `${dir}${name}/${path}`;
}

/** By shared directory. */
function copiesOf(planned: readonly PlannedSkill[]): ReadonlyMap<string, SharedCopy> {
  const copies = new Map<string, SharedCopy>();
  for (const { skill } of planned)
    for (const { dir, copy } of skill.shared?.staying ?? []) if (copy?.isNext === true) copies.set(dir, copy);
  return copies;
}

/** Reports what no copy of a skill can follow, and shared directories whose place in the package is taken. */
export function reportStaying(planned: readonly PlannedSkill[], planning: Planning): void {
  const { form, place, findings } = planning;
  if (form.inPlace !== undefined) return;
  for (const { skill } of planned) {
    const reported = new Set<string>();
    const texts = new Map<string, TextPlace["source"]>();
    for (const path of skill.shared?.staying ?? []) {
      const reason = reasonOf(path, form);
      const key = `${path.file} ${path.written}`;
      if (reason === undefined || reported.has(key)) continue;
      reported.add(key);
      const at = placeIn(skill, path, { planning, texts });
      const args = { path: path.written, outDir: place.outDir };
      if (path.isScript) findings.add(packageRules["target-shared-script"], at, { ...args, dir: path.dir, reason });
      else findings.add(packageRules["target-shared-path"], at, args);
    }
  }
  if (form.hasSiblings === true) reportTaken(planned, place, findings);
}

/** Why a path does not point into a copy of the directory; undefined if it does. */
function reasonOf({ copy, dir }: StayingPath, { hasSiblings }: Planning["form"]): string | undefined {
  if (hasSiblings !== true) return "clients take each skill alone";
  if (copy === undefined) return "";
  return copy.isNext ? undefined : `"${dir}" is not next to the skill`;
}

interface CopyReading {
  readonly planning: Planning;
  /** Texts of files that were read, by path. */
  readonly texts: Map<string, TextPlace["source"]>;
}

function placeIn(
  skill: PlannedSkill["skill"],
  { file, start, end }: StayingPath,
  { planning: { open, place }, texts }: CopyReading,
): TextPlace {
  const { entry } = skill;
  const span = { start, end };
  const own = entry.source.file.slice(0, entry.source.file.lastIndexOf("/") + 1) + file;
  if (own === entry.source.file) return open(skill).at(span);
  const handle = skill.files.find(({ path }) => path === file);
  if (handle !== undefined && !texts.has(file)) texts.set(file, readSource(own, handle.location, place));
  const source = texts.get(file);
  return source === undefined ? { file: own } : { file: own, source, span };
}

function readSource(file: string, location: string, { read }: Pick<TargetPlace, "read">): TextPlace["source"] {
  const bytes = read(location);
  return isFailure(bytes)
    ? undefined
    : createSourceText(file, new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
}

function reportTaken(planned: readonly PlannedSkill[], { at }: TargetPlace, findings: Planning["findings"]): void {
  const taken = new Map(planned.map(({ name, skill }) => [name.toLowerCase(), `the skill "${skill.entry.id}"`]));
  for (const [dir, { name }] of copiesOf(planned)) {
    const own = `the shared directory "${dir}"`;
    const other = taken.get(name.toLowerCase());
    if (other !== undefined) {
      const reason = `${own} has it next to skills, and ${other} as well`;
      findings.add(packageRules["target-path-taken"], at, { path: name, reason });
    }
    taken.set(name.toLowerCase(), own);
  }
}
