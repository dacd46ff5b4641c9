/**
 * Gives findings their levels. Pure: the same findings can be judged under other levels, in another process, as often
 * as needed.
 */
import { oncePer } from "../model/once-per.ts";
import { createLevels, otherForm, type LevelOf, type LevelPolicy } from "./levels.ts";
import { fileOf, type Judged, type PlacedGroup } from "./placed.ts";
import type { Suppressions } from "./suppressions.ts";

export interface Verdict {
  readonly judged: readonly Judged[];
  readonly used: ReadonlySet<string>;
  /** Keys of comments that would suppress what no comment may. */
  readonly refused: ReadonlySet<string>;
}

/**
 * Applies levels, `unless` and suppression comments. A comment never suppresses a security error, nor one that leaves
 * nothing to emit.
 *
 * @throws Error for a finding of a rule that is not in the book: a bug.
 * @example
 * judge([{ ...unit, place: 0, dir: "skills/pdf" }], { book, profiles: ["standard"] }).judged
 */
export function judge(groups: readonly PlacedGroup[], policy: LevelPolicy, suppressions?: Suppressions): Verdict {
  const used = new Set<string>();
  const refused = new Set<string>();
  const judged: Judged[] = [];
  for (const group of groups) {
    if (group.findings.length === 0) continue;
    for (const one of judgeGroup(group, policy)) {
      const found = suppressions?.find(one);
      if (found === undefined) judged.push(one);
      else if (isVital(one)) {
        refused.add(found.key);
        judged.push(one);
      } else {
        used.add(found.key);
        judged.push({ ...one, suppressed: { by: "comment", reason: found.reason } });
      }
    }
  }
  return { judged, used, refused };
}

interface LastVerdict {
  readonly policy: LevelPolicy;
  /** A group may grow. */
  readonly count: number;
  readonly judged: readonly Judged[];
}

const last = new WeakMap<PlacedGroup, LastVerdict>();

/** Returns the same objects for the same group and policy. */
function judgeGroup(group: PlacedGroup, policy: LevelPolicy): readonly Judged[] {
  const known = last.get(group);
  const count = group.findings.length;
  if (known?.policy === policy && known.count === count) return known.judged;
  const inForce = giveLevels(group, policy, levelsOf(policy));
  const isLeft = (one: Judged): boolean => {
    const { unless = [] } = one.finding;
    return unless.length === 0 || !inForce.some((other) => other !== one && unless.includes(other.rule.name));
  };
  // Copied: a list that has grown has room for 17 elements (CONTRIBUTING, "What V8 does to us").
  const judged = inForce.filter(isLeft).slice();
  last.set(group, { policy, count, judged });
  return judged;
}

const levelsOf = oncePer(createLevels);

function giveLevels(group: PlacedGroup, { book }: LevelPolicy, levelOf: LevelOf): readonly Judged[] {
  return group.findings.flatMap((finding): Judged[] => {
    const rule = book.get(finding.rule);
    if (rule === undefined) throw new Error(`no rule "${finding.rule}"`);
    const file = fileOf(group, finding.file);
    const severity = levelOf(rule, file, otherForm(rule)?.when(finding.args) === true);
    return severity === "off" ? [] : [{ rule, finding, group, file, severity }];
  });
}

function isVital({ rule, severity }: Judged): boolean {
  return severity === "error" && (rule.category === "security" || rule.structural === true);
}

/** An error about the system or the config makes no skill unusable. */
export function isErrorOfSkill({ rule, severity, suppressed }: Judged): boolean {
  return severity === "error" && suppressed === undefined && rule.category !== "system" && rule.category !== "config";
}
