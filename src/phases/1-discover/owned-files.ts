/** Of the files below a skill, those that ship: ignore files, exclusions and size limits applied. */
import ignore, { type Ignore } from "ignore";
import { isFailure } from "../../model/host.ts";
import type { DirectorySource } from "../../model/config.ts";
import type { FoundFile } from "../../model/skill.ts";
import { compareCodeUnits, compileFilter, joinPath } from "../../paths/index.ts";
import type { DiscoverOptions } from "./discover-options.ts";
import type { WalkedSkill } from "./walk.ts";

/** Name of the ignore file, in `.gitignore` syntax; read in the source directory and in the skill's own. */
const IGNORE_FILE = ".skillignore";

export function ownedFiles(
  skill: WalkedSkill,
  source: DirectorySource,
  key: string,
  { config, host, report }: DiscoverOptions,
): readonly FoundFile[] {
  const exclude = config.files.exclude.length === 0 ? undefined : compileFilter(config.files.exclude);
  const ofSource = skill.relative === "" ? undefined : readIgnoreFile(source.dir);
  const ofSkill = readIgnoreFile(skill.dir);
  const document = joinPath(skill.dir, skill.document);

  const kept = skill.files.filter((file) => {
    if (exclude?.matches(file.path) === true) return leaveOut(file, "excluded by files.exclude");
    if (ofSkill?.ignores(file.path) === true || ofSource?.ignores(`${skill.relative}/${file.path}`) === true)
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
    report.report("file-too-large", { file: document, skill: key }, { path: file.path, bytes: status.size, limit });
    return leaveOut(file, `larger than files.maxBytes (${status.size} bytes)`);
  }

  function readIgnoreFile(dir: string): Ignore | undefined {
    const bytes = host.readFile(joinPath(dir, IGNORE_FILE));
    return isFailure(bytes) ? undefined : ignore().add(new TextDecoder().decode(bytes));
  }
}
