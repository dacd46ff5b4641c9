/** What the eval files of a skill are in its unit. */
import type { ReadEvals } from "../check/index.ts";
import type { Findings } from "../diagnostics/index.ts";
import type { EvalFile } from "../model/evals.ts";
import type { ExpectedSkill, SkillFields, UnitBulk } from "../model/unit.ts";
import type { ReadFile } from "./unit-facts.ts";
import type { UnitSettings } from "./unit-settings.ts";

/** The parts of a unit that come from eval files. */
interface UnitEvals {
  /** Absent without eval files. */
  readonly evals?: readonly EvalFile[];
  /** Absent if every file in their places is one. */
  readonly others?: readonly string[];
  /** Paths of those that do not ship. */
  readonly withheld: readonly string[];
  /** Absent if the files name no other skill. */
  readonly expects?: readonly ExpectedSkill[];
}

const NONE: UnitEvals = { withheld: [] };

/** What deciding about eval files needs besides them. */
interface EvalContext {
  readonly settings: UnitSettings;
  readonly fields: SkillFields | undefined;
  /** Paths that the skill declares. */
  readonly declared: ReadonlyMap<string, string>;
  readonly findings: Findings;
}

/** Checks eval files under the settings, and decides which of them ship. */
export function judgeEvals(read: ReadEvals | undefined, context: EvalContext): UnitEvals {
  if (read === undefined) return NONE;
  const { settings, fields, declared, findings } = context;
  const found = read.check(fields);
  findings.append(found);
  const { evals, others } = read;
  const rest = others.length > 0 && { others };
  if (evals.length === 0) return { ...NONE, ...rest };
  const expects = read.expected(fields).map(({ file, name, source, span }) => ({
    ...(name !== undefined && { name }),
    file,
    ...(span && { at: findings.locate(source, span) }),
  }));
  return {
    evals,
    ...rest,
    withheld: ships(settings) ? [] : read.unnamed.filter((path) => !declared.has(path)),
    ...(expects.length > 0 && { expects }),
  };
}

function ships({ profile, evals }: UnitSettings): boolean {
  return profile.evalFiles === "shipped" || evals?.ship === true;
}

/** Returns what only trigger tests read. */
export function bulkOfEvals({ evals, others }: UnitEvals): Pick<UnitBulk, "evals" | "otherEvals"> {
  return { ...(evals && { evals }), ...(others && { otherEvals: others }) };
}

/** Returns the files that ship. */
export function shippedFiles(files: readonly ReadFile[], { withheld }: UnitEvals): readonly ReadFile[] {
  return withheld.length === 0 ? files : files.filter(({ path }) => !withheld.includes(path));
}
