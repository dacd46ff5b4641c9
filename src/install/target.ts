import { join, resolve } from "node:path";
import { formatRef, isRefFault, placeOf, type SkillRef } from "../refs/index.ts";
import { installFault, type InstallFault } from "./install-fault.ts";
import { skillsDirOf, type InstallWorkspace, type Scope } from "./workspace.ts";

/** Where something is to be installed. */
export interface TargetOptions {
  /** `project` (default) or `user`. */
  readonly scope?: Scope | undefined;
  /** Directory for `<into>/<name>`, relative to the project: committed and locked. */
  readonly into?: string | undefined;
}

/** Absolute. */
export function targetOf(
  ref: SkillRef,
  { scope = "project", into }: TargetOptions,
  workspace: InstallWorkspace,
): string | InstallFault {
  const place = placeOf(ref);
  if (isRefFault(place)) return installFault("bad-ref", `${formatRef(ref)}: ${place.message}`, [place.help]);
  if (into !== undefined) return resolve(workspace.base, into, place.name);
  const dir = skillsDirOf(workspace, scope);
  if (dir === undefined) return installFault("disk", "the user has no home directory", ["set HOME or XDG_CONFIG_HOME"]);
  return join(dir, place.org, place.name);
}
