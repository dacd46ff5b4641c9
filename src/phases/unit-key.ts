/** The key of a unit: a hash of everything that compiling the skill reads, and of nothing else. */
import { isFailure, type HostFailure } from "../model/host.ts";
import type { FileBytes, SkillInput } from "../model/skill.ts";
import type { SkillUnit } from "../model/unit.ts";
import { digestSettings, type UnitHashing, type UnitSettings } from "./unit-settings.ts";

interface UnitKeyInput {
  readonly input: SkillInput;
  readonly settings: UnitSettings;
  /** What reading the document and each file gave, by path. */
  readonly read: ReadonlyMap<string, FileBytes | HostFailure>;
  /** The version of skillc and what else decides about findings in this engine: `readBuildId`. */
  readonly build: string;
  readonly hash: UnitHashing["hash"];
}

/** The form of a unit: what an older one says under the same key is not what is asked. */
const FORMAT: SkillUnit["format"] = 2;

/**
 * Returns the key. Equal keys mean equal units; what acts on levels, sources or several skills is not in it.
 *
 * @example
 * unitKey({ input, settings: { profile: behaviorOf(standardProfile) }, read, build: "0.1.0", hash: host.sha256 })
 */
export function unitKey({ input, settings, read, build, hash }: UnitKeyInput): string {
  const digest = (path: string): string => {
    const file = read.get(path);
    if (file === undefined) return "";
    return isFailure(file) ? `${file.failure} ${file.detail}` : file.sha256;
  };
  const { dirName, document, inline, files, large, leftOut, nested } = input;
  return hash(
    JSON.stringify([
      [FORMAT, build, settings.digest ?? digestSettings(settings, hash), inline ?? null],
      [dirName ?? null, document, digest(document)],
      // A large file is not checked like the others.
      files.map((path) => [path, digest(path), ...(large?.has(path) === true ? ["large"] : [])]),
      leftOut.map(({ path, reason }) => [path, reason]),
      nested,
    ]),
  );
}
