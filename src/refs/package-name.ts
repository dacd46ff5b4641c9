/** `@acme/skills` is a repository on GitHub for PromptKit, and a package for npm. */
import { isFailure, type Host } from "../model/host.ts";
import { joinPath, parentPath } from "../paths/index.ts";
import type { SkillRef } from "./skill-ref.ts";

const DEPENDENCIES = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

/** Returns the name of a reference if a package of the project or a directory has it as well; undefined if not. */
export function packageNamed(ref: SkillRef, host: Host): string | undefined {
  // No package manager writes a version there.
  if (ref.kind !== "at" || ref.version !== "") return undefined;
  const name = `@${ref.org}/${ref.name}`;
  const isDirectory = !isFailure(host.status(`./${name}`));
  return isDirectory || isDependency(name, host) || findPackageDir(name, host) !== undefined ? name : undefined;
}

function isDependency(name: string, host: Host): boolean {
  const bytes = host.readFile("package.json");
  if (isFailure(bytes)) return false;
  try {
    const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>> | null;
    return DEPENDENCIES.some((key) => {
      const listed = manifest?.[key];
      return typeof listed === "object" && listed !== null && Object.hasOwn(listed, name);
    });
  } catch {
    return false;
  }
}

/** Returns the directory of a package, as Node finds it: in the nearest `node_modules` above the project. */
export function findPackageDir(name: string, host: Host): string | undefined {
  for (let dir = host.absolutePath("."); ; dir = parentPath(dir)) {
    const candidate = joinPath(dir, "node_modules", name);
    const status = host.status(candidate);
    if (!isFailure(status) && status.kind === "directory") return candidate;
    if (dir === parentPath(dir)) return undefined;
  }
}
