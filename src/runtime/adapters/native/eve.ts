/** `skillc/eve/native`: skill definitions for eve (`eve` 0.80). */
import type { AnySkills, Bytes } from "../../access.ts";
import type { LeftOutSkill } from "../../agent/left-out.ts";
import { nativeContents, textMetadata } from "./native-contents.ts";
import type { NativeOptions } from "./native-skills.ts";

export type { NativeOptions };

/**
 * What `defineSkill(…)` of eve takes; the name is that of the module in `agent/skills/`, or the key of a map.
 *
 * @example
 * const pdf: EveSkill | undefined = (await eveSkills(skills)).skills["pdf"];
 */
export interface EveSkill {
  description: string;
  markdown: string;
  license?: string;
  metadata?: Record<string, string>;
  /** By path; binary files as bytes. */
  files?: Record<string, string | Bytes>;
}

/**
 * Returns the skills for `defineSkill(…)` by their names, with all contents.
 *
 * @throws Rejects with TypeError if two skills get one name, with SkillError for an unknown name or unreadable contents.
 * @example
 * const { skills: definitions } = await eveSkills(skills, { only: ["pdf"] });
 * export default defineSkill(definitions["pdf"]);
 */
export async function eveSkills<Name extends string>(
  skills: AnySkills & { readonly names: readonly Name[] },
  options: NativeOptions<NoInfer<Name>> = {},
): Promise<{ skills: Record<string, EveSkill>; leftOut: readonly LeftOutSkill[] }> {
  const { loaded, leftOut } = await nativeContents(skills, options, {
    names: /^[A-Za-z0-9_-]+$/,
    accepts: "letters, digits, - and _",
  });
  return {
    leftOut,
    skills: Object.fromEntries(
      loaded.map(({ name, skill, files }) => {
        const { description, instructions: markdown, license, metadata } = skill;
        const definition: EveSkill = {
          description,
          markdown,
          ...(license !== undefined && { license }),
          metadata: textMetadata(metadata),
          files: Object.fromEntries(files.map(({ file, content }) => [file.path, content])),
        };
        return [name, definition];
      }),
    ),
  };
}
