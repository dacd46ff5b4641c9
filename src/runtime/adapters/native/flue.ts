/** `skillc/flue/native`: skill definitions for Flue (`@flue/runtime` 2.1). */
import type { AnySkills, Bytes } from "../../access.ts";
import type { LeftOutSkill } from "../../agent/left-out.ts";
import { nativeContents, textMetadata } from "./native-contents.ts";
import type { NativeOptions } from "./native-skills.ts";

export type { NativeOptions };

/**
 * What `defineSkill(…)` of Flue takes.
 *
 * @example
 * const [pdf]: FlueSkill[] = (await flueSkills(skills)).skills;
 */
export interface FlueSkill {
  name: string;
  description: string;
  instructions: string;
  license?: string;
  compatibility?: string;
  metadata?: Record<string, string>;
  allowedTools?: string;
  /** By path; binary files as bytes. */
  files?: Record<string, string | Bytes>;
}

/**
 * Returns the skills for `useSkill(defineSkill(…))`, with all contents.
 *
 * @throws Rejects with TypeError if two skills get one name, with SkillError for an unknown name or unreadable contents.
 * @example
 * for (const skill of (await flueSkills(skills)).skills) useSkill(defineSkill(skill));
 */
export async function flueSkills<Name extends string>(
  skills: AnySkills & { readonly names: readonly Name[] },
  options: NativeOptions<NoInfer<Name>> = {},
): Promise<{ skills: FlueSkill[]; leftOut: readonly LeftOutSkill[] }> {
  const { loaded, leftOut } = await nativeContents(skills, options, {
    names: /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/,
    accepts: "1-64 lowercase letters, digits and single hyphens",
  });
  return {
    leftOut,
    skills: loaded.map(({ name, skill, files }) => {
      const { description, instructions, license, compatibility, metadata, allowedTools } = skill;
      return {
        name,
        description,
        instructions,
        ...(license !== undefined && { license }),
        ...(compatibility !== undefined && { compatibility }),
        ...(allowedTools.length > 0 && { allowedTools: allowedTools.join(" ") }),
        metadata: textMetadata(metadata),
        files: Object.fromEntries(files.map(({ file, content }) => [file.path, content])),
      };
    }),
  };
}
