/** Checks file names that other systems cannot distinguish or do not allow. */
import { findCollisions, portabilityFault } from "../../../paths/index.ts";
import type { CheckContext } from "../context.ts";
import { codePoints, mixedScriptsInWords } from "../security/mixed-scripts.ts";

/** Directional controls, tag characters and zero-width characters; joiners are part of some scripts and of emoji. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

function deceitIn(path: string): string {
  const hidden = path.match(INVISIBLE) ?? [];
  if (hidden.length > 0) return `contains invisible characters: ${codePoints(hidden)}`;
  const letters = mixedScriptsInWords(path);
  return letters === "" ? "" : `mixes alphabets: ${letters}`;
}

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
    const deceit = deceitIn(path);
    if (deceit !== "") atFile("deceptive-name", place(path), { what: "file", name: path, fault: deceit });
  }
}
