/** What the native adapters share: which skills a framework's own skill system gets, and under which names. */
import type { AnySkills, Skill, SkillFile } from "../../access.ts";
import type { AgentSkillsOptions } from "../../agent/agent-options.ts";
import { unenforced, type LeftOutSkill } from "../../agent/left-out.ts";
import { encodeBase64 } from "../../executor/base64.ts";
import { createAdmission } from "../../guard/admission.ts";
import { quoteName } from "../../guard/outcome.ts";

/**
 * Options of every native adapter. `disable-model-invocation` and scopes that are not granted hide a skill: the framework
 * never sees it.
 *
 * @example
 * const options: NativeOptions = { grants: ["billing:*"], unrestricted: ["review"] };
 */
export type NativeOptions<Name extends string = string> = Pick<
  AgentSkillsOptions<Name>,
  "only" | "grants" | "unrestricted"
>;

export interface NativeSkill {
  /** The bare name if only one skill of the catalog has it, else `namespace-name`: some frameworks refuse `:`. */
  readonly name: string;
  readonly skill: Skill;
}

/**
 * Returns the skills for a framework's own skill system, in catalog order, and those that nothing there would restrict.
 *
 * @throws TypeError if two skills get one name, SkillError for an unknown name in the options.
 */
export function nativeSkills(
  skills: AnySkills,
  options: NativeOptions,
): { readonly served: readonly NativeSkill[]; readonly leftOut: readonly LeftOutSkill[] } {
  const names = nativeNames(skills);
  const { served, leftOut } = admittedSkills(skills, options);
  return { served: served.map((skill) => ({ name: names.get(skill.id) as string, skill })), leftOut };
}

/**
 * As `nativeSkills`, for a system where namespaces keep the names apart.
 *
 * @throws SkillError for an unknown name in the options.
 */
export function admittedSkills(
  skills: AnySkills,
  options: NativeOptions,
): { readonly served: readonly Skill[]; readonly leftOut: readonly LeftOutSkill[] } {
  const { only, grants = [] } = options;
  const leftOut = unenforced(skills, options.unrestricted);
  const dropped = new Set(leftOut.map(({ id }) => id));
  const visible = createAdmission(skills, { grants, only }).list("model");
  return {
    served: visible.filter(({ id }) => !dropped.has(id)),
    leftOut: leftOut.filter(({ id }) => visible.some((skill) => skill.id === id)),
  };
}

function nativeNames(skills: AnySkills): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  return new Map(
    skills.listForDir("").map(({ id, name, namespace }) => {
      // A bare name finds a skill only if no other has it.
      const given = namespace === undefined || skills.find(name)?.id === id ? name : `${namespace}-${name}`;
      const other = owners.get(given);
      if (other !== undefined)
        throw new TypeError(
          `${quoteName(other)} and ${quoteName(id)} would both be named ${quoteName(given)}: rename one of them`,
        );
      owners.set(given, id);
      return [id, given];
    }),
  );
}

export interface NativeFile {
  readonly file: SkillFile;
  /** The text, or base64 of the bytes. */
  readonly content: string;
}

/**
 * Reads a file by the exact path that the skill lists, so that a path can never leave it. Undefined if there is no such file.
 * Rejects with `content-mismatch` if the content cannot be loaded.
 */
export async function readNativeFile(skills: AnySkills, skill: Skill, path: string): Promise<NativeFile | undefined> {
  const file = skill.files.find((candidate) => candidate.path === path);
  if (file === undefined) return undefined;
  const content =
    file.encoding === "text"
      ? await skills.readText(skill.id, path)
      : encodeBase64(await skills.readBytes(skill.id, path));
  return { file, content };
}
