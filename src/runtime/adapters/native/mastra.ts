/** `skillc/mastra/native`: a skill source for workspaces of Mastra (`@mastra/core` 1.71). */
import type { AnySkills } from "../../access.ts";
import type { LeftOutSkill } from "../../agent/left-out.ts";
import { nativeSkills, type NativeOptions } from "./native-skills.ts";
import { skillTree, treePath } from "./native-tree.ts";

export type { NativeOptions };

// Mastra wants the Buffer of Node for binary files; it runs nowhere else.
// oxlint-disable-next-line typescript/no-explicit-any
type NodeBuffer = any;
declare const Buffer: { from(bytes: Uint8Array): NodeBuffer };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** Reads no clock. */
// oxlint-disable-next-line eslint/no-restricted-globals
const noTime = (): Date => new Date(0);

/**
 * What Mastra knows of a file or a directory.
 *
 * @example
 * const { size }: MastraStat = await source.stat("skills/pdf/SKILL.md");
 */
export interface MastraStat {
  name: string;
  type: "file" | "directory";
  /** Bytes; 0 for a directory. */
  size: number;
  /** Always the same: the skills of a build do not change. */
  createdAt: Date;
  modifiedAt: Date;
  mimeType?: string;
}

/**
 * The `skillSource` of a `Workspace`.
 *
 * @example
 * const workspace = new Workspace({ skillSource: mastraSkills(skills), skills: ["skills"] });
 */
export interface MastraSkillSource {
  exists(path: string): Promise<boolean>;
  /** Rejects with `code` `ENOENT` if there is nothing at the path, as the other calls do. */
  stat(path: string): Promise<MastraStat>;
  /** A text as string, a binary file as `Buffer`. */
  readFile(path: string): Promise<NodeBuffer>;
  readdir(path: string): Promise<{ name: string; type: "file" | "directory" }[]>;
  readonly leftOut: readonly LeftOutSkill[];
}

/**
 * Creates a read-only source with every skill at `skills/<name>`. Mastra writes the index and the tools, and reads each
 * SKILL.md when it lists the skills.
 *
 * @throws TypeError if two skills get one name, SkillError for an unknown name in the options.
 * @example
 * const workspace = new Workspace({ skillSource: mastraSkills(skills), skills: ["skills"] });
 */
export function mastraSkills<Name extends string>(
  skills: AnySkills & { readonly names: readonly Name[] },
  options: NativeOptions<NoInfer<Name>> = {},
): MastraSkillSource {
  const { served, leftOut } = nativeSkills(skills, options);
  const { files, directories } = skillTree(skills, served);
  const missing = (path: string): Error =>
    Object.assign(new Error(`ENOENT: no such file or directory: ${path}`), { code: "ENOENT" });
  return {
    leftOut,
    exists: async (path) => files.has(treePath(path)) || directories.has(treePath(path)),
    stat: async (path) => {
      const at = treePath(path);
      const file = files.get(at);
      if (file === undefined && !directories.has(at)) throw missing(path);
      const content = await file?.read();
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      return {
        name: at.slice(at.lastIndexOf("/") + 1),
        type: file === undefined ? "directory" : "file",
        size: bytes?.length ?? 0,
        createdAt: noTime(),
        modifiedAt: noTime(),
        ...(file !== undefined && { mimeType: file.mediaType }),
      };
    },
    readFile: async (path) => {
      const content = await files.get(treePath(path))?.read();
      if (content === undefined) throw missing(path);
      return typeof content === "string" ? content : Buffer.from(content);
    },
    readdir: async (path) => {
      const at = treePath(path);
      const children = directories.get(at);
      if (children === undefined) throw missing(path);
      return [...children].map((name) => ({
        name,
        type: files.has(`${at === "/" ? "" : at}/${name}`) ? "file" : "directory",
      }));
    },
  };
}
