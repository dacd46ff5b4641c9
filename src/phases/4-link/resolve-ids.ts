/** Assigns each record its id, and decides which record keeps an id that several claim. */
import type { Report } from "../../diagnostics/index.ts";
import type { Duplicates } from "../../model/config.ts";
import type { SkillRecord } from "../../model/skill.ts";
import { compareCodeUnits } from "../../paths/index.ts";

export interface IdentifiedSkill {
  readonly id: string;
  readonly record: SkillRecord;
  readonly preload: boolean;
}

export interface ResolveIdsOptions {
  readonly duplicates: Duplicates;
  readonly report: Report;
  readonly drop: (file: string, reason: string) => void;
}

/** Returns `namespace:name`, or only the name. */
export function skillId(record: SkillRecord): string {
  const { name } = record.typed;
  return record.namespace === undefined ? name : `${record.namespace}:${name}`;
}

/**
 * Takes records in the order of their sources and returns one skill per id, sorted by id. A skill is preloaded if any
 * record with its id is; the same real directory reached twice is one skill, not a duplicate.
 */
export function resolveIds(records: readonly SkillRecord[], options: ResolveIdsOptions): readonly IdentifiedSkill[] {
  const winners = new Map<string, IdentifiedSkill>();
  for (const record of records) {
    const id = skillId(record);
    const first = winners.get(id);
    const preload = record.preload || first?.preload === true;
    if (first === undefined) winners.set(id, { id, record, preload });
    else winners.set(id, { ...settle(first, { id, record, preload }, options), preload });
  }
  return [...winners.values()].sort((one, two) => compareCodeUnits(one.id, two.id));
}

function settle(
  first: IdentifiedSkill,
  second: IdentifiedSkill,
  { duplicates, report, drop }: ResolveIdsOptions,
): IdentifiedSkill {
  const [one, two] = [first.record, second.record];
  if (one.realDir !== "" && one.realDir === two.realDir) return duplicates === "last" ? second : first;
  const place = (
    record: SkillRecord,
  ): { file: string; source: SkillRecord["source"]; span: SkillRecord["nameSpan"]; skill: string } => ({
    file: record.file,
    source: record.source,
    span: record.nameSpan,
    skill: first.id,
  });
  const label = (record: SkillRecord, text: string): ReturnType<typeof place> & { text: string } => ({
    ...place(record),
    text,
  });
  if (duplicates === "error") {
    const args = { id: first.id, first: one.file, second: two.file };
    report.report("duplicate-name", place(two), args, [label(one, "first declared here")]);
    return first;
  }
  const [kept, lost] = duplicates === "first" ? [first, second] : [second, first];
  const args = { id: first.id, kept: kept.record.file, lost: lost.record.file };
  report.report("duplicate-shadowed", place(lost.record), args, [label(kept.record, "this one is kept")]);
  drop(lost.record.catalogFile, `duplicate of ${first.id} in ${kept.record.catalogFile}`);
  return kept;
}
