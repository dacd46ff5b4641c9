import { nearestNames } from "../runtime/access.ts";
import { installFault, type InstallFault } from "./install-fault.ts";
import { withoutYamlComment } from "../model/trim.ts";

export interface SkillInTree {
  /** From its frontmatter, else from its directory. */
  readonly name: string;
  /** Empty for the root. */
  readonly dir: string;
}

/** In the order of their directories. */
export function skillsIn(files: ReadonlyMap<string, { readonly bytes: Uint8Array }>): readonly SkillInTree[] {
  return [...files].flatMap(([path, { bytes }]) => {
    if (!isDocumentPath(path)) return [];
    const dir = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const head = new TextDecoder().decode(bytes.subarray(0, 4096));
    return [{ name: nameIn(head) ?? dir.slice(dir.lastIndexOf("/") + 1), dir }];
  });
}

/** Reads the first line that starts with `name:` and has a plain value, quoted or not. */
function nameIn(head: string): string | undefined {
  for (const line of head.split(/[\r\n]/)) {
    if (!line.startsWith(KEY)) continue;
    const value = withoutYamlComment(line.slice(KEY.length)).trim();
    const [quote] = value;
    const isQuoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote);
    const name = isQuoted ? value.slice(1, -1) : value;
    if (name !== "" && !/["'#]/.test(name)) return name;
  }
  return undefined;
}

const KEY = "name:";

/** The name is that of its frontmatter or of its directory. */
export function chooseSkill(
  files: ReadonlyMap<string, { readonly bytes: Uint8Array }>,
  wanted: string,
): string | InstallFault {
  const skills = skillsIn(files);
  const isNamed = ({ name, dir }: SkillInTree): boolean =>
    name === wanted || dir.slice(dir.lastIndexOf("/") + 1) === wanted;
  const found = skills.filter(isNamed);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first.dir;
  if (first !== undefined)
    return installFault(
      "ambiguous",
      `the source has ${found.length} skills "${wanted}"`,
      ["name the directory in the reference: owner/repo/path"],
      found.map(({ dir }) => dir),
    );
  const names = skills.map(({ name }) => name);
  const [nearest] = nearestNames(wanted, names);
  const known = names.slice(0, 10).join(", ") + (names.length > 10 ? ` and ${names.length - 10} more` : "");
  return installFault("unknown-path", `the source has no skill "${wanted}"`, [
    nearest === undefined ? `use one of ${known}` : `did you mean "${nearest}"?`,
  ]);
}

/** Paths become relative to the directory; the empty one contains everything. */
export function entriesBelow<Entry extends { readonly path: string | undefined }>(
  entries: readonly Entry[],
  dir: string,
): readonly Entry[] {
  if (dir === "") return entries;
  const prefix = `${dir}/`;
  return entries.flatMap((entry) => {
    if (entry.path === undefined || !entry.path.startsWith(prefix)) return [];
    return [{ ...entry, path: entry.path.slice(prefix.length) }];
  });
}

/** A skill is not searched for in a larger document. */
export const MAX_DOCUMENT_BYTES = 1024 * 1024;

export function isDocumentPath(path: string | undefined): path is string {
  return path !== undefined && /(?:^|\/)skill\.md$/i.test(path);
}
