/** Selects the files of a skill that ship: applies ignore files, exclusions and size limits. */
import { isFailure } from "../../model/host.ts";
import { compareCodeUnits, compileFilter, joinPath } from "../../paths/index.ts";
import type { DiscoverOptions } from "./discover-options.ts";
import { IGNORE_FILE, type IgnoreFiles } from "./ignore-files.ts";
import { discoverRules } from "./rules.ts";
import type { WalkedSkill } from "./walk-state.ts";

/** Picks the files of a skill that ship, sorted by path; the others go to its `leftOut`. */
export type FilePicker = (skill: WalkedSkill) => readonly string[];

/** Bytes of a file without `files.maxBytes`: a larger one would make a module that many platforms cannot load. */
const LARGEST_FILE = 8 * 1024 * 1024;

/** Bytes whose escaped text or base64 fits into a string of half a gigabyte, whatever they are. */
const LARGEST_EMBEDDED = 128 * 1024 * 1024;

/** Creates the picker of a source; what applies to all of its skills is read once. */
export function createFilePicker(ignoreFiles: IgnoreFiles, { config, host, contents }: DiscoverOptions): FilePicker {
  const exclude = config.files.exclude.length === 0 ? undefined : compileFilter(config.files.exclude);
  const { maxBytes } = config.files;
  const limit = Math.min(maxBytes ?? LARGEST_FILE, LARGEST_EMBEDDED);
  const builds = contents.purpose === "build";
  const whyNot = (skill: WalkedSkill, path: string): string | undefined => {
    if (exclude?.matches(path) === true) return "excluded by files.exclude";
    if (ignoreFiles.ignores(skill.relative === "" ? path : `${skill.relative}/${path}`))
      return `excluded by ${IGNORE_FILE}`;
    const file = joinPath(skill.dir, path);
    const status = host.status(file);
    if (isFailure(status) || status.size <= limit) return undefined;
    if (maxBytes !== undefined && status.size > maxBytes) {
      skill.findings.add(discoverRules["file-too-large"], { file }, { path, bytes: status.size, limit: maxBytes });
      return `${status.size} bytes, more than files.maxBytes`;
    }
    const args = { path, bytes: status.size, limit, most: LARGEST_EMBEDDED, builds };
    skill.findings.add(discoverRules["file-oversized"], { file }, args);
    // What a build could embed is checked like any other file.
    return status.size > LARGEST_EMBEDDED ? `${status.size} bytes, more than ${LARGEST_EMBEDDED}` : undefined;
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
