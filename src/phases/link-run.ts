/** Links the admitted skills of a run and judges what linking found. */
import { createFindings, judge, type PlacedGroup, type Verdict } from "../diagnostics/index.ts";
import type { Companion } from "../model/companion.ts";
import type { Config, Source } from "../model/config.ts";
import type { Linked } from "../model/linked.ts";
import { link, type CompareSkills, type Copies, type LinkOptions } from "../link/index.ts";
import { hasErrors, type AdmittedRun } from "./admit-run.ts";
import { admissionRules } from "./rules.ts";
import type { Run } from "./run.ts";

export interface LinkedRun extends AdmittedRun {
  readonly run: Run;
  readonly linked: Linked;
  readonly ids: ReadonlyMap<number, string>;
  readonly copies: Copies;
}

export function linkRun(
  run: Run,
  admitted: AdmittedRun,
  options: {
    readonly compare: CompareSkills;
    readonly companions?: readonly Companion[] | undefined;
    readonly host?: LinkOptions["host"];
    readonly known?: LinkOptions["known"];
    readonly recall?: LinkOptions["recall"];
    readonly policy?: LinkOptions["policy"];
  },
): LinkedRun {
  const { config, profile, policy } = run;
  const duplicates = config.duplicates ?? profile.duplicates;
  const { dropped, suppressions, seen, system } = admitted;
  const { linked, groups, ids, copies, isEmpty } = link(admitted.admitted, {
    config,
    duplicates,
    dropped,
    system,
    ...options,
    mergesCopies: profile.discovery.copies === "merge",
  });
  const verdicts: Verdict[] = [...admitted.verdicts, judge(groups, policy, suppressions)];
  const isExplained = config.allowEmpty || verdicts.some(({ judged }) => hasErrors(judged));
  if (isEmpty && !isExplained) verdicts.push(judge([reportEmpty(config, seen)], policy));
  return { ...admitted, verdicts, run, linked, ids, copies };
}

/** Nothing came out: an error, unless that is intended or an error says why already. */
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
