/** Selects the files of a skill that ship: applies ignore files, exclusions and size limits. */
import { isFailure } from "../../model/host.ts";
import { compareCodeUnits, compileFilter, joinPath } from "../../paths/index.ts";
import type { DiscoverOptions } from "./discover-options.ts";
import { IGNORE_FILE, type IgnoreFiles } from "./ignore-files.ts";
import { discoverRules } from "./rules.ts";
import type { WalkedSkill } from "./walk-state.ts";

/** Picks the files of a skill that ship, sorted by path; the others go to its `leftOut`. */
export type FilePicker = (skill: WalkedSkill) => readonly string[];

/** Creates the picker of a source; what applies to all of its skills is read once. */
export function createFilePicker(ignoreFiles: IgnoreFiles, { config, host }: DiscoverOptions): FilePicker {
  const exclude = config.files.exclude.length === 0 ? undefined : compileFilter(config.files.exclude);
  const limit = config.files.maxBytes;
  const whyNot = (skill: WalkedSkill, path: string): string | undefined => {
    if (exclude?.matches(path) === true) return "excluded by files.exclude";
    if (ignoreFiles.ignores(skill.relative === "" ? path : `${skill.relative}/${path}`))
      return `excluded by ${IGNORE_FILE}`;
    if (limit === undefined) return undefined;
    const file = joinPath(skill.dir, path);
    const status = host.status(file);
    if (isFailure(status) || status.size <= limit) return undefined;
    skill.findings.add(discoverRules["file-too-large"], { file }, { path, bytes: status.size, limit });
    return `${status.size} bytes, more than files.maxBytes`;
  };
  return (skill) => {
    const kept = skill.files.filter((path) => {
      const reason = whyNot(skill, path);
      if (reason !== undefined) skill.leftOut.push({ path, reason });
      return reason === undefined;
    });
    return kept.sort(compareCodeUnits);
  };
}
