/** `@acme/skills` is a repository on GitHub for PromptKit, and a package for npm. */
import { isDirectory, isFailure, readObject, type Host } from "../model/host.ts";
import { isObject } from "../model/json.ts";
import { joinPath, parentPath } from "../paths/index.ts";
import type { SkillRef } from "./skill-ref.ts";

const DEPENDENCIES = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

/** Undefined unless a package of the project or a directory has the name as well. */
export function packageNamed(ref: SkillRef, host: Host): string | undefined {
  // No package manager writes a version there.
  if (ref.kind !== "at" || ref.version !== "") return undefined;
  const name = `@${ref.org}/${ref.name}`;
  const isPath = !isFailure(host.status(`./${name}`));
  return isPath || isDependency(name, host) || findPackageDir(name, host) !== undefined ? name : undefined;
}

function isDependency(name: string, host: Host): boolean {
  const manifest = readObject(host, "package.json");
  const groups = DEPENDENCIES.map((key) => manifest?.[key]).filter(isObject);
  return groups.some((group) => Object.hasOwn(group, name));
}

/** As Node finds it: in the nearest `node_modules` above the project. */
export function findPackageDir(name: string, host: Host): string | undefined {
  for (let dir = host.absolutePath("."); ; dir = parentPath(dir)) {
    const candidate = joinPath(dir, "node_modules", name);
    if (isDirectory(candidate, host)) return candidate;
    if (dir === parentPath(dir)) return undefined;
  }
}
