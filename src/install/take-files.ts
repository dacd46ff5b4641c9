/**
 * Decides which files of a fetched tree are taken, before any of them is read: those of its skills, and the licenses
 * above them. What the compiler would refuse in a skill is refused here.
 */
import { collisionKey, compareCodeUnits } from "../paths/index.ts";
import { unwantedPath } from "../discover/never-shipped.ts";
import { treePathFault } from "../refs/index.ts";
import { plural, thousands } from "../diagnostics/rule.ts";
import { installFault, type InstallFault } from "./install-fault.ts";

/** Not read yet. */
export interface ListedEntry {
  /** Undefined for a name that is not UTF-8. */
  readonly path: string | undefined;
  readonly kind: "file" | "symlink" | "submodule" | "other";
  readonly size: number;
}

export interface TreeLimits {
  readonly files: number;
  /** Of all files. */
  readonly bytes: number;
  /** Of one file. */
  readonly fileBytes: number;
}

const DOCUMENT = /(?:^|\/)skill\.md$/i;
/** Files outside skills that belong to them: terms, ignore files, agents and Carnet toolsets. */
const COMPANION =
  /(?:^|\/)(?:\.skillignore|AGENT\.md|TOOLSET\.md)$|^(?:LICEN[CS]E|NOTICE|COPYING)(?:[.-][A-Za-z0-9.-]+)?$/;
const SHOWN = 10;

/** Sorted by path. */
export function takeFiles<Entry extends ListedEntry>(
  entries: readonly Entry[],
  limits: TreeLimits,
): readonly (Entry & { readonly path: string })[] | InstallFault {
  const usable = entries.filter(({ path }) => path === undefined || unwantedPath(path, true) !== "junk");
  const skillDirs = new Set(
    usable.flatMap(({ path }) => (path !== undefined && DOCUMENT.test(path) ? [dirOf(path)] : [])),
  );
  if (skillDirs.size === 0)
    return installFault("no-skill-file", "the source contains no SKILL.md", ["check the reference and its path"]);
  const isTaken = (path: string): boolean =>
    COMPANION.test(path) || ancestorsOf(path).some((dir) => skillDirs.has(dir));
  const taken = usable.filter(({ path }) => path === undefined || isTaken(path));
  const refused = taken.flatMap((entry) => refusalOf(entry) ?? []);
  if (refused.length === 0) refused.push(...collisionsOf(taken.map(({ path }) => path as string)));
  if (refused.length > 0) return refuse(refused);
  return overLimit(taken, limits) ?? sortByPath(taken as readonly (Entry & { readonly path: string })[]);
}

function sortByPath<Entry extends { readonly path: string }>(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((one, two) => compareCodeUnits(one.path, two.path));
}

function dirOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The empty path is the root. */
function ancestorsOf(path: string): readonly string[] {
  const dirs = [""];
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) dirs.push(path.slice(0, end));
  return dirs;
}

export function refuse(reasons: readonly string[]): InstallFault {
  const shown = reasons.slice(0, SHOWN);
  const more = reasons.length > SHOWN ? [`and ${reasons.length - SHOWN} more`] : [];
  const message = `${plural(reasons.length, "file")} of the source cannot be installed`;
  return installFault(
    "refused-files",
    message,
    ["ask its author to fix them, or install one skill with --skill"],
    [...shown, ...more],
  );
}

function refusalOf({ path, kind }: ListedEntry): string | undefined {
  if (path === undefined) return "a file whose name is not UTF-8";
  const fault = treePathFault(path);
  if (fault !== undefined) return `${JSON.stringify(path)}: ${fault}`;
  if (kind === "symlink") return `${path}: a symbolic link`;
  if (kind === "submodule") return `${path}: a submodule`;
  if (kind === "other") return `${path}: neither a file nor a directory`;
  return unwantedPath(path, true) === "secret" ? `${path}: the name of a secret` : undefined;
}

/** On many disks, two names that differ only in case are one file or directory; a file cannot also be a directory. */
function collisionsOf(paths: readonly string[]): readonly string[] {
  const files = new Map<string, string>();
  const dirs = new Map<string, string>();
  const refused: string[] = [];
  for (const path of paths) {
    const other = otherSpelling(files, path);
    if (other !== undefined) refused.push(`${path}: the same file as ${other} on many disks`);
    for (const dir of ancestorsOf(path)) {
      const same = otherSpelling(dirs, dir);
      if (same !== undefined && same !== dir)
        refused.push(`${path}: the directory ${dir} is the same as ${same} on many disks`);
    }
  }
  const isFile = (dir: string): boolean => dir !== "" && files.has(collisionKey(dir));
  for (const path of paths) if (ancestorsOf(path).some(isFile)) refused.push(`${path}: below a file`);
  return refused;
}

/** Also notes this path. */
function otherSpelling(seen: Map<string, string>, path: string): string | undefined {
  const key = collisionKey(path);
  const other = seen.get(key);
  if (other === undefined) seen.set(key, path);
  return other;
}

function overLimit(taken: readonly ListedEntry[], limits: TreeLimits): InstallFault | undefined {
  const help = ["install a part of it: name a directory or use --skill"];
  if (taken.length > limits.files) {
    const message = `the source has ${thousands(taken.length)} files (max ${thousands(limits.files)})`;
    return installFault("too-large", message, help);
  }
  const large = taken.find(({ size }) => size > limits.fileBytes);
  if (large !== undefined) {
    const message = `the file ${JSON.stringify(large.path)} has ${thousands(large.size)} bytes (max ${thousands(limits.fileBytes)})`;
    return installFault("too-large", message, help);
  }
  const bytes = taken.reduce((total, { size }) => total + size, 0);
  if (bytes <= limits.bytes) return undefined;
  return installFault("too-large", `the source has ${thousands(bytes)} bytes (max ${thousands(limits.bytes)})`, help);
}

const LFS = "version https://git-lfs.github.com/spec/";

/** Pointers to contents, as of Git LFS, are not the contents. */
export function refusePointers(files: ReadonlyMap<string, { readonly bytes: Uint8Array }>): InstallFault | undefined {
  const pointers = [...files].filter(
    ([, { bytes }]) => bytes.length < 1024 && Buffer.from(bytes.subarray(0, LFS.length)).toString("latin1") === LFS,
  );
  if (pointers.length === 0) return undefined;
  const message = `${plural(pointers.length, "file")} of the source ${pointers.length === 1 ? "is" : "are"} in Git LFS, which skillc does not download`;
  const help = ["ask its author to commit the files themselves"];
  return installFault(
    "refused-files",
    message,
    help,
    pointers.slice(0, SHOWN).map(([path]) => `${path}: a pointer to a file in Git LFS`),
  );
}
