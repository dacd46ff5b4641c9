import { BEYOND_ASCII, findCollisions, portabilityFault } from "../../paths/index.ts";
import type { SkillContext } from "../context.ts";
import { listCodePoints, mixedScriptsInWords } from "../security/mixed-scripts.ts";
import { fileRules } from "./rules.ts";
import { securityRules } from "../security/rules.ts";

/** Directional controls, tag characters and zero-width characters; joiners are part of some scripts and of emoji. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

function deceitIn(path: string): string {
  if (!BEYOND_ASCII.test(path)) return "";
  const hidden = path.match(INVISIBLE) ?? [];
  if (hidden.length > 0) return `contains invisible characters: ${listCodePoints(hidden)}`;
  const letters = mixedScriptsInWords(path);
  return letters === "" ? "" : `mixes alphabets: ${letters}`;
}

export function checkFileNames({ skill, atFile }: SkillContext): void {
  for (const { paths: group, kind } of findCollisions(skill.files)) {
    const [path = "", other = ""] = group;
    const rule = kind === "case" ? "path-case-collision" : "path-normalization-collision";
    atFile(fileRules[rule], other, { path, other });
  }
  for (const path of skill.files) {
    const fault = portabilityFault(path);
    if (fault !== undefined) atFile(fileRules["path-not-portable"], path, { path, fault });
    const deceit = deceitIn(path);
    if (deceit !== "") atFile(securityRules["deceptive-name"], path, { what: "file", name: path, fault: deceit });
  }
}
