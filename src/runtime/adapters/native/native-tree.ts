/** Skills as a read-only tree of files, for frameworks that read SKILL.md themselves. */
import type { AnySkills, Bytes } from "../../access.ts";
import type { NativeSkill } from "./native-skills.ts";

interface TreeFile {
  readonly mediaType: string;
  readonly isText: boolean;
  /** The text, or the bytes of a binary file. Rejects with `content-mismatch` if it cannot be loaded. */
  read(): Promise<string | Bytes>;
}

/** Paths are absolute, without a slash at the end: `/skills/pdf/SKILL.md`. */
export interface SkillTree {
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly directories: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns the tree `/skills/<name>/…`. */
export function skillTree(skills: AnySkills, served: readonly NativeSkill[]): SkillTree {
  const files = new Map<string, TreeFile>();
  const directories = new Map<string, Set<string>>([["/skills", new Set()]]);
  const add = (path: string, file: TreeFile): void => {
    files.set(path, file);
    const segments = path.split("/");
    for (let name = segments.pop(); name !== undefined && name !== ""; name = segments.pop()) {
      const parent = segments.join("/") || "/";
      directories.set(parent, (directories.get(parent) ?? new Set()).add(name));
    }
  };
  for (const one of served) {
    const { id } = one.skill;
    const root = `/skills/${one.name}`;
    add(`${root}/SKILL.md`, { mediaType: "text/markdown", isText: true, read: () => documentOf(skills, one) });
    for (const { path, mediaType, encoding } of one.skill.files) {
      const isText = encoding === "text";
      const read = (): Promise<string | Bytes> => (isText ? skills.readText(id, path) : skills.readBytes(id, path));
      add(`${root}/${path}`, { mediaType, isText, read });
    }
  }
  return { files, directories };
}

/** Returns a path as the keys of a tree are written; `..` goes up, but not out. */
export function treePath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

/**
 * Returns the SKILL.md as it is on disk if it says the name that the skill has here; else one with the fields of the
 * standard, as for inline skills.
 */
async function documentOf(skills: AnySkills, { name, skill }: NativeSkill): Promise<string> {
  if (skill.path !== "") {
    const text = await skills.readText(skill.id, "SKILL.md");
    const [, written = ""] = /^name:(.*)/m.exec(text) ?? [];
    if (written.trim().replaceAll(/^["']|["']$/g, "") === name) return text;
  }
  const { description, license, compatibility, allowedTools, metadata } = skill;
  const fields = {
    name,
    description,
    license,
    compatibility,
    "allowed-tools": allowedTools.join(" ") || undefined,
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
  };
  // Every JSON value is YAML.
  const lines = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}\n`],
  );
  return `---\n${lines.join("")}---\n${(await skills.load(skill.id)).instructions}`;
}
