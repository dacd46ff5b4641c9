/** Selects the files of a skill that ship: applies ignore files, exclusions and size limits. */
import { isFailure } from "../../model/host.ts";
import type { FoundFile } from "../../model/skill.ts";
import { compareCodeUnits, compileFilter } from "../../paths/index.ts";
import type { DiscoverOptions } from "./discover-options.ts";
import { IGNORE_FILE, type IgnoreFiles } from "./ignore-files.ts";
import type { WalkedSkill } from "./walk.ts";

/** Selects the files of a skill that ship, sorted by path; the others are added to `leftOut`. */
export type FilePicker = (skill: WalkedSkill, key: string) => readonly FoundFile[];

/** Creates the selector of one source, which reads shared settings once. */
export function createFilePicker(ignoreFiles: IgnoreFiles, { config, host, report }: DiscoverOptions): FilePicker {
  const exclude = config.files.exclude.length === 0 ? undefined : compileFilter(config.files.exclude);
  return (skill, key) => {
    const kept = skill.files.filter((file) => {
      if (exclude?.matches(file.path) === true) return leaveOut(file, "excluded by files.exclude");
      if (ignoreFiles.ignores(skill.relative === "" ? file.path : `${skill.relative}/${file.path}`))
        return leaveOut(file, `excluded by ${IGNORE_FILE}`);
      return isSmallEnough(file);
    });
    return kept.sort((one, two) => compareCodeUnits(one.path, two.path));

    function leaveOut(file: FoundFile, reason: string): false {
      skill.leftOut.push({ path: file.path, reason });
      return false;
    }

    function isSmallEnough(file: FoundFile): boolean {
      const limit = config.files.maxBytes;
      if (limit === undefined) return true;
      const status = host.status(file.location);
      if (isFailure(status) || status.size <= limit) return true;
      report.report(
        "file-too-large",
        { file: file.location, skill: key },
        { path: file.path, bytes: status.size, limit },
      );
      return leaveOut(file, `${status.size} bytes, more than files.maxBytes`);
    }
  };
}
