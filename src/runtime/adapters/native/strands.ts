/** `skillc/strands/native`: skills for the plugin `AgentSkills` of Strands Agents (`@strands-agents/sdk` 1.19). */
import type { AnySkills } from "../../access.ts";
import type { LeftOutSkill } from "../../agent/left-out.ts";
import { nativeContents } from "./native-contents.ts";
import type { NativeOptions } from "./native-skills.ts";

export type { NativeOptions };

/**
 * What `new Skill(…)` takes.
 *
 * @example
 * const configs: StrandsSkill[] = (await strandsSkills(skills)).skills;
 */
export interface StrandsSkill {
  name: string;
  description: string;
  instructions: string;
  allowedTools?: string[];
  metadata?: Record<string, unknown>;
  license?: string;
  compatibility?: string;
}

/**
 * Returns the skills for `AgentSkills`. Strands reads files of skills from a disk only, so a skill with files is left out
 * unless `unrestricted` ships its instructions without them.
 *
 * @throws Rejects with TypeError if two skills get one name, with SkillError for an unknown name in the options or contents
 * that cannot be loaded.
 * @example
 * const { skills: configs } = await strandsSkills(skills, { unrestricted: ["pdf"] });
 * const plugin = new AgentSkills({ skills: configs.map((config) => new Skill(config)) });
 */
export async function strandsSkills<Name extends string>(
  skills: AnySkills & { readonly names: readonly Name[] },
  options: NativeOptions<NoInfer<Name>> = {},
): Promise<{ skills: StrandsSkill[]; leftOut: readonly LeftOutSkill[] }> {
  const { loaded, leftOut } = await nativeContents(skills, options, {
    names: /^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/,
    accepts: "1-64 lowercase letters, digits and single hyphens",
    holds: () => false,
  });
  return {
    leftOut,
    skills: loaded.map(({ name, skill }) => {
      const { description, instructions, allowedTools, metadata, license, compatibility } = skill;
      return {
        name,
        description,
        instructions,
        ...(allowedTools.length > 0 && { allowedTools: [...allowedTools] }),
        metadata: { ...metadata },
        ...(license !== undefined && { license }),
        ...(compatibility !== undefined && { compatibility }),
      };
    }),
  };
}
