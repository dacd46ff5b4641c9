/** Names of files that other systems cannot tell apart or cannot have. */
import { findCollisions, portabilityFault } from "../../../paths/index.ts";
import type { CheckContext } from "../context.ts";

export function checkFileNames({ skill, at }: CheckContext): void {
  const paths = skill.files.map(({ path }) => path);
  for (const { paths: group, kind } of findCollisions(paths)) {
    const [path = "", other = ""] = group;
    at(kind === "case" ? "path-case-collision" : "path-normalization-collision", undefined, { path, other });
  }
  for (const path of paths) {
    const fault = portabilityFault(path);
    if (fault !== undefined) at("path-not-portable", undefined, { path, fault });
  }
}
