/** Of the files below a skill, those that ship: ignore files, exclusions and size limits applied. */
import ignore, { type Ignore } from "ignore";
import { isFailure } from "../../model/host.ts";
import type { DirectorySource } from "../../model/config.ts";
import type { FoundFile } from "../../model/skill.ts";
import { compareCodeUnits, compileFilter, joinPath } from "../../paths/index.ts";
import type { DiscoverOptions } from "./discover-options.ts";
import { IGNORE_FILE } from "./unwanted.ts";
import type { WalkedSkill } from "./walk.ts";

/** Picks the files of a skill that ship, sorted by path; the others go to its `leftOut`. */
export type FilePicker = (skill: WalkedSkill, key: string) => readonly FoundFile[];

/** Makes the picker of one source: what holds for all its skills is read once. */
export function createFilePicker(source: DirectorySource, { config, host, report }: DiscoverOptions): FilePicker {
  const exclude = config.files.exclude.length === 0 ? undefined : compileFilter(config.files.exclude);
  const ofSource = readIgnoreFile(source.dir);
  return (skill, key) => {
    // Most skills have none, and asking the disk for it costs as much as reading a file.
    const ofSkill = skill.hasIgnoreFile ? readIgnoreFile(skill.dir) : undefined;

    const kept = skill.files.filter((file) => {
      if (exclude?.matches(file.path) === true) return leaveOut(file, "excluded by files.exclude");
      if (ofSkill?.ignores(file.path) === true || ofSource?.ignores(joinPath(skill.relative, file.path)) === true)
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

  function readIgnoreFile(dir: string): Ignore | undefined {
    const bytes = host.readFile(joinPath(dir, IGNORE_FILE));
    return isFailure(bytes) ? undefined : ignore().add(new TextDecoder().decode(bytes));
  }
}
