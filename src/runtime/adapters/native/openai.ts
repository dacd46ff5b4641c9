/** `skillc/openai/native`: skills for the capability `skills()` of sandbox agents (`@openai/agents` 0.20). */
import type { AnySkills } from "../../access.ts";
import type { LeftOutSkill } from "../../agent/left-out.ts";
import { nativeSkills, type NativeOptions } from "./native-skills.ts";
import { skillTree } from "./native-tree.ts";

export type { NativeOptions };

/**
 * A file or a directory of the sandbox.
 *
 * @example
 * const { from }: { from: SandboxDirectory } = await openaiSandboxSkills(skills);
 */
export type SandboxEntry = SandboxDirectory | { type: "file"; content: string | Uint8Array };

/**
 * A directory of the sandbox.
 *
 * @example
 * const names: string[] = Object.keys((await openaiSandboxSkills(skills)).from.children);
 */
export interface SandboxDirectory {
  type: "dir";
  children: Record<string, SandboxEntry>;
}

/**
 * What `skills(…)` of `@openai/agents/sandbox` takes.
 *
 * @example
 * const given: SandboxSkills = await openaiSandboxSkills(skills);
 */
export interface SandboxSkills {
  from: SandboxDirectory;
  index: { name: string; description: string; path: string }[];
  readonly leftOut: readonly LeftOutSkill[];
}

/**
 * Returns the skills for `skills(…)`: the SDK writes the index, puts the files into the sandbox, and the model opens them
 * there.
 *
 * @throws Rejects with TypeError if two skills get one name, with SkillError for an unknown name in the options or contents
 * that cannot be loaded.
 * @example
 * const capabilities = [skills(await openaiSandboxSkills(compiled))];
 */
export async function openaiSandboxSkills<Name extends string>(
  skills: AnySkills & { readonly names: readonly Name[] },
  options: NativeOptions<NoInfer<Name>> = {},
): Promise<SandboxSkills> {
  const { served, leftOut } = nativeSkills(skills, options);
  const { files } = skillTree(skills, served);
  const from: SandboxDirectory = { type: "dir", children: Object.create(null) as SandboxDirectory["children"] };
  const contents = await Promise.all([...files].map(async ([path, file]) => ({ path, content: await file.read() })));
  for (const { path, content } of contents) {
    const segments = path.split("/").slice(2);
    const last = segments.pop() as string;
    directoryAt(from, segments).children[last] = { type: "file", content };
  }
  return {
    from,
    index: served.map(({ name, skill: { description } }) => ({ name, description, path: name })),
    leftOut,
  };
}

function directoryAt(from: SandboxDirectory, segments: readonly string[]): SandboxDirectory {
  let directory = from;
  for (const segment of segments) {
    const there = directory.children[segment];
    const next: SandboxDirectory =
      there?.type === "dir" ? there : { type: "dir", children: Object.create(null) as SandboxDirectory["children"] };
    directory.children[segment] = next;
    directory = next;
  }
  return directory;
}
