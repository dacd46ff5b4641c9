/** `skillc/deepagents/native`: a read-only backend for `deepagents` 1.14, with the skills at `/skills/`. */
import type { AnySkills, Bytes } from "../../access.ts";
import type { LeftOutSkill } from "../../agent/left-out.ts";
import { quoteName } from "../../guard/outcome.ts";
import { matchesWildcard } from "../../guard/wildcard.ts";
import { nativeSkills, type NativeOptions } from "./native-skills.ts";
import { skillTree, treePath, type SkillTree } from "./native-tree.ts";

export type { NativeOptions };

declare const TextEncoder: new () => { encode(text: string): Bytes };

/**
 * A file or a directory, whose path ends with a slash.
 *
 * @example
 * const { files = [] }: { files?: DeepAgentsFile[] } = await backend.ls("/skills/");
 */
export interface DeepAgentsFile {
  path: string;
  is_dir?: boolean;
}

/**
 * What every call returns for a mistake.
 *
 * @example
 * const { error }: DeepAgentsError = await backend.write("/skills/pdf/SKILL.md", "");
 */
export interface DeepAgentsError {
  error?: string;
}

/**
 * A `BackendProtocolV2`, and the source of `createDeepAgent({ backend, skills: ["/skills/"] })`.
 *
 * @example
 * const backend: DeepAgentsBackend = deepAgentsBackend(skills);
 */
export interface DeepAgentsBackend {
  ls(path: string): Promise<DeepAgentsError & { files?: DeepAgentsFile[] }>;
  /** A text by lines, of which `offset` are skipped; a binary file as a whole. */
  read(
    path: string,
    offset?: number,
    limit?: number,
  ): Promise<DeepAgentsError & { content?: string | Uint8Array; mimeType?: string; totalLines?: number }>;
  readRaw(path: string): Promise<
    DeepAgentsError & {
      data?: { content: string | Uint8Array; mimeType: string; created_at: string; modified_at: string };
    }
  >;
  /** Finds lines that contain a text. */
  grep(
    text: string,
    path?: string | null,
    glob?: string | null,
    maxCount?: number | null,
  ): Promise<{ matches: { path: string; line: number; text: string }[]; truncated?: boolean }>;
  glob(pattern: string, path?: string): Promise<{ files: DeepAgentsFile[] }>;
  /** Always an error, as `edit`: skills are read-only. */
  write(path: string, content: string): { error: string };
  edit(path: string, before: string, after: string, all?: boolean): { error: string };
  uploadFiles(files: [string, Uint8Array][]): { path: string; error: "permission_denied" }[];
  downloadFiles(
    paths: string[],
  ): Promise<{ path: string; content: Uint8Array | null; error: "file_not_found" | null }[]>;
  readonly leftOut: readonly LeftOutSkill[];
}

/**
 * Creates a read-only backend with every skill at `/skills/<name>/`. The agent writes the index and reads each SKILL.md
 * with its file tools.
 *
 * @throws TypeError if two skills get one name, SkillError for an unknown name in the options.
 * @example
 * const agent = createDeepAgent({ model, backend: deepAgentsBackend(skills), skills: ["/skills/"] });
 */
export function deepAgentsBackend<Name extends string>(
  skills: AnySkills & { readonly names: readonly Name[] },
  options: NativeOptions<NoInfer<Name>> = {},
): DeepAgentsBackend {
  const { served, leftOut } = nativeSkills(skills, options);
  const tree = skillTree(skills, served);
  const refusal = { error: "Skills are read-only" };
  return {
    leftOut,
    ...readers(tree),
    ...finders(tree),
    write: () => refusal,
    edit: () => refusal,
    uploadFiles: (files) => files.map(([path]) => ({ path, error: "permission_denied" })),
  };
}

function readers({
  files,
  directories,
}: SkillTree): Pick<DeepAgentsBackend, "ls" | "read" | "readRaw" | "downloadFiles"> {
  const open = async (path: string) => {
    const file = files.get(treePath(path));
    return file && { content: await file.read(), mimeType: file.mediaType };
  };
  const missing = (path: string): { error: string } => ({ error: `${quoteName(path)} not found` });
  return {
    ls: async (path) => {
      const at = treePath(path);
      const prefix = at === "/" ? at : `${at}/`;
      return { files: [...(directories.get(at) ?? [])].map((name) => entryOf(prefix + name, directories)) };
    },
    read: async (path, offset = 0, limit = 500) => {
      const file = await open(path);
      if (file === undefined) return missing(path);
      if (typeof file.content !== "string") return file;
      const lines = file.content.replace(/\n$/, "").split("\n");
      return { ...file, content: lines.slice(offset, offset + limit).join("\n"), totalLines: lines.length };
    },
    readRaw: async (path) => {
      const file = await open(path);
      // The skills of a build do not change.
      const then = "1970-01-01T00:00:00.000Z";
      return file === undefined ? missing(path) : { data: { ...file, created_at: then, modified_at: then } };
    },
    downloadFiles: async (paths) =>
      Promise.all(
        paths.map(async (path) => {
          const { content } = (await open(path)) ?? {};
          if (content === undefined) return { path, content: null, error: "file_not_found" };
          const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
          return { path, content: bytes, error: null };
        }),
      ),
  };
}

function finders({ files, directories }: SkillTree): Pick<DeepAgentsBackend, "grep" | "glob"> {
  const below = (path: string, pattern: string | undefined): string[] => {
    const root = treePath(path);
    const prefix = root === "/" ? root : `${root}/`;
    const pieces = pattern?.split("/").filter((piece) => piece !== "");
    const isMatch = (file: string): boolean => pieces === undefined || matchesGlob(pieces, file.split("/"));
    return [...files.keys()].filter((file) => {
      if (file === root) return pieces === undefined;
      return file.startsWith(prefix) && (isMatch(file.slice(prefix.length)) || isMatch(file.slice(1)));
    });
  };
  return {
    grep: async (text, path, glob, maxCount) => {
      const matches: { path: string; line: number; text: string }[] = [];
      for (const file of below(path ?? "/", glob == null ? undefined : `**/${glob}`)) {
        const content = files.get(file)?.isText === true ? await files.get(file)?.read() : undefined;
        for (const [index, line] of typeof content === "string" ? content.split("\n").entries() : []) {
          if (!line.includes(text)) continue;
          if (matches.length >= (maxCount ?? Infinity)) return { matches, truncated: true };
          matches.push({ path: file, line: index + 1, text: line });
        }
      }
      return { matches };
    },
    glob: async (pattern, path = "/") => ({ files: below(path, pattern).map((file) => entryOf(file, directories)) }),
  };
}

function entryOf(path: string, directories: SkillTree["directories"]): DeepAgentsFile {
  const isDirectory = directories.has(path);
  return { path: isDirectory ? `${path}/` : path, is_dir: isDirectory };
}

/** `*` matches within a segment, `**` any segments. Goes back to the last `**` only, so that no pattern takes long. */
function matchesGlob(pattern: readonly string[], path: readonly string[]): boolean {
  let at = 0;
  let doubled = -1;
  let mark = 0;
  for (let index = 0; index < path.length;) {
    const piece = pattern[at];
    if (piece === "**") {
      doubled = at++;
      mark = index;
    } else if (piece !== undefined && matchesWildcard(piece, path[index] as string)) {
      at++;
      index++;
    } else if (doubled >= 0) {
      at = doubled + 1;
      index = ++mark;
    } else return false;
  }
  while (pattern[at] === "**") at++;
  return at === pattern.length;
}
