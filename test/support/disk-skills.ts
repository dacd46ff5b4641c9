/**
 * Reads skills from the disk in a way of its own, sharing no code with skillc: what a generated module answers is
 * compared with this.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { parse } from "yaml";

/** A skill directory as it is on disk. */
export interface DiskSkill {
  /** POSIX path of the directory, relative to the root. */
  readonly dir: string;
  readonly name: unknown;
  readonly description: unknown;
  readonly document: Buffer;
  /** Everything after the closing fence line. */
  readonly body: Buffer;
  /** Bytes by POSIX path relative to the skill, without the SKILL.md and without what nested skills own. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Every skill below a directory that has frontmatter, by the path of its SKILL.md relative to the root. */
export function readDiskSkills(root: string): ReadonlyMap<string, DiskSkill> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const dirs = paths.filter((path) => path.endsWith("/SKILL.md")).map((path) => path.slice(0, -"/SKILL.md".length));
  const owned = new Map(dirs.map((dir) => [dir, new Map<string, Buffer>()]));
  // The innermost skill above a file owns it: the longest directory that is a prefix.
  const longestFirst = dirs.toSorted((one, two) => two.length - one.length);
  for (const path of paths) {
    const owner = longestFirst.find((dir) => path.startsWith(`${dir}/`));
    if (owner === undefined || path === `${owner}/SKILL.md`) continue;
    owned.get(owner)?.set(path.slice(owner.length + 1), readFileSync(join(root, path)));
  }
  return new Map(
    dirs.flatMap((dir): [string, DiskSkill][] => {
      const document = readFileSync(join(root, dir, "SKILL.md"));
      const cut = cutFrontmatter(document);
      const files = owned.get(dir) ?? new Map<string, Buffer>();
      return cut === undefined ? [] : [[`${dir}/SKILL.md`, { dir, document, files, ...cut }]];
    }),
  );
}

function cutFrontmatter(document: Buffer): Pick<DiskSkill, "name" | "description" | "body"> | undefined {
  // As Latin-1 one character is one byte, so that positions in the text are positions in the file.
  const text = document.toString("latin1");
  const open = /^(?:\xef\xbb\xbf)?---[ \t]*(?:\r\n|\n|\r)/.exec(text);
  if (open === null) return undefined;
  const close = /(?<=[\r\n])---[ \t]*(?:\r\n|\n|\r|$)/g;
  close.lastIndex = open[0].length;
  const end = close.exec(text);
  if (end === null) return undefined;
  const fields = readYaml(document.subarray(open[0].length, end.index).toString("utf8"));
  return { name: fields["name"], description: fields["description"], body: document.subarray(close.lastIndex) };
}

function readYaml(text: string): Record<string, unknown> {
  try {
    const value: unknown = parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
