import type { AnySkills, Bytes, LoadedSkill, SkillFile } from "../../access.ts";
import type { LeftOutSkill } from "../../agent/left-out.ts";
import { nativeSkills, type NativeOptions, type NativeSkill } from "./native-skills.ts";

export interface NativeContents {
  readonly name: string;
  readonly skill: LoadedSkill;
  readonly files: readonly { readonly file: SkillFile; readonly content: string | Bytes }[];
}

export interface NativeLimits {
  readonly names: RegExp;
  /** The names in words: continues "the framework takes only". */
  readonly accepts: string;
  /** Whether it can read a file; default: every one. */
  readonly holds?: (file: SkillFile) => boolean;
}

/**
 * Loads every skill that a framework gets. Those whose names it would refuse are left out, and those with files that it
 * cannot read, unless `unrestricted` ships them without these files.
 *
 * @throws Rejects as `nativeSkills`, and with `content-mismatch` if a content cannot be loaded.
 */
export async function nativeContents(
  skills: AnySkills,
  options: NativeOptions,
  { names, accepts, holds = () => true }: NativeLimits,
): Promise<{ readonly loaded: readonly NativeContents[]; readonly leftOut: readonly LeftOutSkill[] }> {
  const { served, leftOut } = nativeSkills(skills, options);
  const accepted = new Set((options.unrestricted ?? []).map((name) => skills.get(name).id));
  const reasonOf = ({ name, skill: { id, files } }: NativeSkill): string | undefined => {
    if (!names.test(name))
      return `It would be named ${JSON.stringify(name)}, and the framework takes only ${accepts}: rename it`;
    const lost = accepted.has(id) ? undefined : files.find((file) => !holds(file));
    return lost && `The framework cannot read ${lost.path}: pass unrestricted: ["${id}"] to ship it without such files`;
  };
  const loadOne = async ({ name, skill: { id, files } }: NativeSkill): Promise<NativeContents> => {
    const read = async (file: SkillFile): Promise<NativeContents["files"][number]> => {
      const { path, encoding } = file;
      return { file, content: await (encoding === "text" ? skills.readText(id, path) : skills.readBytes(id, path)) };
    };
    return { name, skill: await skills.load(id), files: await Promise.all(files.filter(holds).map(read)) };
  };
  const judged = served.map((one) => ({ one, reason: reasonOf(one) }));
  return {
    loaded: await Promise.all(judged.flatMap(({ one, reason }) => (reason === undefined ? [loadOne(one)] : []))),
    leftOut: [
      ...leftOut,
      ...judged.flatMap(({ one, reason }) => (reason === undefined ? [] : [{ id: one.skill.id, reason }])),
    ],
  };
}

/** Metadata for frameworks that take texts only: other values as JSON. */
export function textMetadata(metadata: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}
