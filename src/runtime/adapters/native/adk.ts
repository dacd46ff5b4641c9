/** `skillc/adk/native`: skills for the `SkillToolset` of Google's Agent Development Kit (`@google/adk` 2.0). */
import type { AnySkills } from "../../access.ts";
import type { LeftOutSkill } from "../../agent/left-out.ts";
import { nativeContents } from "./native-contents.ts";
import type { NativeOptions } from "./native-skills.ts";

export type { NativeOptions };

// The ADK wants the Buffer of Node for binary files.
// oxlint-disable-next-line typescript/no-explicit-any
type NodeBuffer = any;
declare const Buffer: { from(bytes: Uint8Array): NodeBuffer };

const FOLDER = /^(references|assets|scripts)\/(.+)$/s;

/**
 * A skill of the ADK.
 *
 * @example
 * const { frontmatter }: AdkSkill = (await adkSkills(skills)).skills[0];
 */
export interface AdkSkill {
  frontmatter: {
    name: string;
    description: string;
    license?: string;
    compatibility?: string;
    allowedTools?: string;
    metadata?: Record<string, unknown>;
  };
  instructions: string;
  /** By path below `references/`, `assets/` and `scripts/`. */
  resources: {
    references: Record<string, NodeBuffer>;
    assets: Record<string, NodeBuffer>;
    scripts: Record<string, { src: string }>;
  };
}

/**
 * Returns the skills for `new SkillToolset(…)`, with all contents. The ADK reads files of `references/` and `assets/`, and
 * scripts that are text: a skill with other files is left out unless `unrestricted` ships it without them.
 *
 * @throws Rejects with TypeError if two skills get one name, with SkillError for an unknown name or unreadable contents.
 * @example
 * const toolset = new SkillToolset((await adkSkills(skills)).skills);
 */
export async function adkSkills<Name extends string>(
  skills: AnySkills & { readonly names: readonly Name[] },
  options: NativeOptions<NoInfer<Name>> = {},
): Promise<{ skills: AdkSkill[]; leftOut: readonly LeftOutSkill[] }> {
  const { loaded, leftOut } = await nativeContents(skills, options, {
    names: /^(?:[a-z0-9]+(?:-[a-z0-9]+)*|[a-z0-9]+(?:_[a-z0-9]+)*)$/,
    accepts: "lowercase letters and digits in words joined by - or _",
    holds: ({ path, encoding }) => FOLDER.test(path) && (encoding === "text" || !path.startsWith("scripts/")),
  });
  return {
    leftOut,
    skills: loaded.map(({ name, skill, files }) => {
      const { description, license, compatibility, allowedTools, metadata, instructions } = skill;
      const resources: AdkSkill["resources"] = { references: {}, assets: {}, scripts: {} };
      for (const { file, content } of files) {
        const [, dir = "", path = ""] = FOLDER.exec(file.path) ?? [];
        if (dir === "scripts") resources.scripts[path] = { src: String(content) };
        else
          resources[dir === "assets" ? "assets" : "references"][path] =
            typeof content === "string" ? content : Buffer.from(content);
      }
      const frontmatter = {
        name,
        description,
        ...(license !== undefined && { license }),
        ...(compatibility !== undefined && { compatibility }),
        ...(allowedTools.length > 0 && { allowedTools: allowedTools.join(" ") }),
        metadata: { ...metadata },
      };
      return { frontmatter, instructions, resources };
    }),
  };
}
