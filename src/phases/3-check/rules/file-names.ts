/** Names of files that other systems cannot tell apart or cannot have. */
import { findCollisions, portabilityFault } from "../../../paths/index.ts";
import type { CheckContext } from "../context.ts";

export function checkFileNames({ skill, atFile }: CheckContext): void {
  const locations = new Map(skill.files.map(({ path, location }) => [path, location]));
  const place = (path: string): string => locations.get(path) ?? skill.file;
  for (const { paths: group, kind } of findCollisions([...locations.keys()])) {
    const [path = "", other = ""] = group;
    atFile(kind === "case" ? "path-case-collision" : "path-normalization-collision", place(other), { path, other });
  }
  for (const path of locations.keys()) {
    const fault = portabilityFault(path);
    if (fault !== undefined) atFile("path-not-portable", place(path), { path, fault });
  }
}
