import { LARGEST_WHOLE } from "../contents/index.ts";
import { isFailure, MOST_READ } from "../model/host.ts";
import { compareCodeUnits, compileFilter, joinPath } from "../paths/index.ts";
import type { DiscoverOptions } from "./discover-options.ts";
import { IGNORE_FILE, type IgnoreFiles } from "./ignore-files.ts";
import { discoverRules } from "./rules.ts";
import type { WalkedSkill } from "./walk-state.ts";

export interface PickedFiles {
  /** Sorted. */
  readonly files: readonly string[];
  readonly large: readonly string[];
  readonly isOversized?: true;
}

/** Files that do not ship go to the skill's `leftOut`. */
type FilePicker = (skill: WalkedSkill) => PickedFiles;

/** Reads once what applies to all skills of a source. */
export function createFilePicker(ignoreFiles: IgnoreFiles, { config, host, contents }: DiscoverOptions): FilePicker {
  const exclude = config.files.exclude.length === 0 ? undefined : compileFilter(config.files.exclude);
  const { maxBytes, embeddedBy } = config.files;
  const limit = Math.min(maxBytes ?? LARGEST_WHOLE, MOST_READ);
  const oversized = new WeakSet<WalkedSkill>();
  const tooLarge = (skill: WalkedSkill, path: string, bytes: number): string | undefined => {
    const file = joinPath(skill.dir, path);
    if (maxBytes !== undefined && bytes > maxBytes) {
      skill.findings.add(discoverRules["file-too-large"], { file }, { path, bytes, limit: maxBytes });
      return `${bytes} bytes, more than files.maxBytes`;
    }
    if (embeddedBy.length === 0 || bytes <= limit) return undefined;
    oversized.add(skill);
    const args = { path, bytes, limit, most: MOST_READ, by: embeddedBy.join() };
    skill.findings.add(discoverRules["file-oversized"], { file }, args);
    // What a build could embed is checked like any other file.
    return bytes > MOST_READ ? `${bytes} bytes, more than ${MOST_READ}` : undefined;
  };
  const excluded = (skill: WalkedSkill, path: string): string | undefined => {
    if (exclude?.matches(path) === true) return "excluded by files.exclude";
    const isIgnored = ignoreFiles.ignores(skill.relative === "" ? path : `${skill.relative}/${path}`);
    return isIgnored ? `excluded by ${IGNORE_FILE}` : undefined;
  };
  const sizeOf = (path: string): number => {
    const status = host.status(path);
    return isFailure(status) ? 0 : status.size;
  };
  let expected = 0;
  return (skill) => {
    const picked: { readonly files: string[]; readonly large: string[] } = { files: [], large: [] };
    for (const path of skill.files) {
      const why = excluded(skill, path);
      const bytes = why === undefined ? sizeOf(joinPath(skill.dir, path)) : 0;
      const reason = why ?? tooLarge(skill, path, bytes);
      if (reason !== undefined) skill.leftOut.push({ path, reason });
      else picked.files.push(path);
      // What is embedded must fit into memory anyway.
      if (reason === undefined && bytes > LARGEST_WHOLE && embeddedBy.length === 0) picked.large.push(path);
      else if (reason === undefined) expected += bytes;
    }
    contents.expect(expected);
    picked.files.sort(compareCodeUnits);
    return oversized.has(skill) ? { ...picked, isOversized: true } : picked;
  };
}
