/** Links of the body to files: missing, spelt in another case, leaving the skill. */
import type { BodyLink } from "../../../model/skill.ts";
import { normalizePath } from "../../../paths/index.ts";
import { nearestNames } from "../../../runtime/access.ts";
import type { CheckContext } from "../context.ts";

/** A scheme of two or more letters; one letter is a Windows drive. */
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
/** `{baseDir}/x`, `$DIR/x`, `<name>.md`: templates that only the model can fill in. */
const TEMPLATE = /[{}$<>*]|\.\.\./;

export function checkLinks(context: CheckContext): void {
  for (const link of context.skill.links) checkLink(context, link);
}

function checkLink({ skill, at }: CheckContext, { target, span }: BodyLink): void {
  const path = decodeTarget(target.replace(/[?#].*$/s, ""));
  if (/^file:/i.test(target)) return at("ref-file-url", span, { target });
  if (path === "" || SCHEME.test(path) || path.startsWith("//") || TEMPLATE.test(path)) return;
  if (path.startsWith("/") || /^[a-z]:[\\/]/i.test(path) || path.startsWith("\\\\"))
    return at("ref-escapes", span, { target, reason: "is an absolute path" });
  const normal = normalizePath(path);
  if (normal === ".." || normal.startsWith("../")) return at("ref-escapes", span, { target, reason: "leaves the skill's directory" });
  if (normal === "." || normal === "SKILL.md") return;

  const wanted = normal.replace(/\/$/, "");
  const inner = skill.nested.find((nested) => wanted === nested || wanted.startsWith(`${nested}/`));
  if (inner !== undefined) return at("ref-escapes", span, { target, reason: `belongs to the inner skill "${inner}"` });
  const paths = skill.files.map((file) => file.path);
  if (paths.some((file) => file === wanted || file.startsWith(`${wanted}/`))) return;
  const sameButCase = paths.find((file) => file.toLowerCase() === wanted.toLowerCase());
  if (sameButCase !== undefined) return at("ref-wrong-case", span, { target, actual: sameButCase });
  const left = skill.leftOut.find((item) => item.path === wanted || item.path === `${wanted}/`);
  const reason = left === undefined ? "does not exist" : `is not shipped (${left.reason})`;
  at("ref-missing", span, { target, nearest: nearestPath(wanted, paths), reason });
}

function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** A file of the same name elsewhere is the likeliest; else the one with the most similar path. */
function nearestPath(wanted: string, paths: readonly string[]): string {
  const name = wanted.slice(wanted.lastIndexOf("/") + 1);
  return paths.find((path) => path === name || path.endsWith(`/${name}`)) ?? nearestNames(wanted, paths)[0] ?? "";
}
