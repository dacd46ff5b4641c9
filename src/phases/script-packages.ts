/**
 * Which files besides those of the skill a script may contain: those of installed packages. What counts is where a file
 * really is, not the import that led to it.
 */
import { isFailure, type Host } from "../model/host.ts";
import type { FileFault, ScriptPackages } from "../model/script.ts";
import { isAtOrBelow, joinPath, parentPath, relativePath } from "../paths/index.ts";
import { isPackageName } from "../refs/index.ts";
import { unwantedPath } from "../discover/never-shipped.ts";

type PackageHost = Pick<Host, "absolutePath" | "readFile" | "realPath">;

/** What the packages of all scripts have in common. */
interface ProjectPackages {
  /** Real path of the project. */
  readonly base: string;
  /** Names of the packages that the project belongs to. */
  readonly own: ReadonlySet<string>;
  readonly host: PackageHost;
}

export function openPackages(host: PackageHost): ProjectPackages {
  const base = realOf(".", host);
  const own = new Set(withParents(base).flatMap((dir) => (dir.includes(INSTALLED) ? [] : (nameIn(dir, host) ?? []))));
  return { base, own, host };
}

/** The package managers' directory. */
const INSTALLED = "/node_modules/";

/** pnpm's copies of directories of the project. */
const LOCAL_COPY = /\/\.pnpm\/[^/]*@file\+(?![^/]*\.(?:tgz|tar\.gz)(?:[_(]|\/))/;

/**
 * Returns the packages for the scripts of a skill.
 *
 * @param admitted Names of workspace packages that the config admits.
 * @param skills Host paths of all skills: packages are looked up outside them.
 */
export function packagesOf(dir: string, { project, admitted, skills }: PackageOptions): ScriptPackages {
  const { base, own, host } = project;
  const from = lookupDirectory(realOf(dir, host), base, skills);
  const linked = (name: string): string | undefined => findLinked(name, from, project);
  const roots = new Map(admitted.map((name) => [name, linked(name)]));
  return {
    from,
    isName: isPackageName,
    judge(file) {
      const shown = JSON.stringify(relativePath(base, file) ?? file);
      const installed = installedPackage(file);
      if (installed !== undefined && !isAtOrBelow(base, installed.root)) {
        const { name, root } = installed;
        if (!own.has(name) && !LOCAL_COPY.test(root)) return undefined;
        if (admitted.includes(name)) return judgeName(file, root, shown);
        return memberFault(name, shown);
      }
      for (const root of roots.values())
        if (root !== undefined && isAtOrBelow(file, root) && !file.slice(root.length).includes(INSTALLED))
          return judgeName(file, root, shown);
      const member = memberOf(file, linked, host);
      return member === undefined
        ? { problem: `${shown} is not a file of an installed package` }
        : memberFault(member, shown);
    },
  };
}

interface PackageOptions {
  readonly project: ProjectPackages;
  readonly admitted: readonly string[];
  readonly skills: readonly string[];
}

function memberFault(member: string, shown: string): FileFault {
  return { problem: `${shown} is a file of ${JSON.stringify(member)}, a package of the project`, member };
}

/** A package of the project contains whatever lies there. */
function judgeName(file: string, root: string, shown: string): FileFault | undefined {
  const isUnwanted = unwantedPath(file.slice(root.length + 1), true) !== undefined;
  return isUnwanted ? { problem: `${shown} is a file that never ships` } : undefined;
}

/** The package that a file belongs to by its path. */
function installedPackage(file: string): { readonly name: string; readonly root: string } | undefined {
  const at = file.lastIndexOf(INSTALLED);
  if (at === -1) return undefined;
  const start = at + INSTALLED.length;
  const parts = file.slice(start).split("/");
  const name = parts.slice(0, parts[0]?.startsWith("@") === true ? 2 : 1).join("/");
  // A file directly in node_modules is not a package.
  return isPackageName(name) && name.length < file.length - start
    ? { name, root: file.slice(0, start) + name }
    : undefined;
}

/** Real path of a package of the project that is linked into a node_modules; undefined for all others. */
function findLinked(name: string, from: string, { base, host }: ProjectPackages): string | undefined {
  for (const dir of withParents(from)) {
    const root = host.realPath(joinPath(dir, "node_modules", name));
    if (isFailure(root)) continue;
    return root.includes(INSTALLED) || isAtOrBelow(base, root) ? undefined : root;
  }
  return undefined;
}

/** The linked package that a file belongs to. */
function memberOf(file: string, linked: (name: string) => string | undefined, host: PackageHost): string | undefined {
  for (const dir of withParents(parentPath(file))) {
    const name = nameIn(dir, host);
    if (name !== undefined) return linked(name) === dir ? name : undefined;
  }
  return undefined;
}

/** Directory above the skill and above every other skill that contains it; the project, if it is itself a skill. */
function lookupDirectory(dir: string, base: string, skills: readonly string[]): string {
  if (isAtOrBelow(base, dir)) return base;
  const from = parentPath(dir);
  const outer = skills.find((skill) => isAtOrBelow(from, skill) && !isAtOrBelow(base, skill));
  return outer === undefined ? from : lookupDirectory(outer, base, skills);
}

function nameIn(dir: string, host: PackageHost): string | undefined {
  const bytes = host.readFile(joinPath(dir, "package.json"));
  if (isFailure(bytes)) return undefined;
  try {
    const { name } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly name?: unknown };
    return typeof name === "string" && isPackageName(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** An absolute directory and all above it. */
function withParents(dir: string): readonly string[] {
  const parent = parentPath(dir);
  return parent === dir ? [dir] : [dir, ...withParents(parent)];
}

/** Returns the real path of a directory; that without resolving links if there is none. */
export function realOf(dir: string, host: PackageHost): string {
  const real = host.realPath(dir);
  return isFailure(real) ? host.absolutePath(dir) : real;
}
