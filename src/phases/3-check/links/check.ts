/** Checks links of the body to files: missing, in the wrong case, outside the skill. */
import type { BodyLink, FoundSkill, ParsedSkill } from "../../../model/skill.ts";
import type { FixPlan } from "../../../diagnostics/index.ts";
import { baseName, joinPath, normalizePath, parentPath, relativePath } from "../../../paths/index.ts";
import { nearestNames } from "../../../runtime/access.ts";
import type { CheckContext } from "../context.ts";
import { planTarget } from "./link-fixes.ts";

/** A scheme of two or more letters; one letter is a Windows drive. */
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
/** `{baseDir}/x`, `$DIR/x`, `<name>.md`: templates that only the model can fill in. */
const TEMPLATE = /[{}$<>*]|\.\.\./;

/** Maximum directories between a skill and a file that it links to (agentskills.io specification: one level deep). */
const MAX_LEVELS = 1;

/** @param from - Directory of the document within the skill; "" for the SKILL.md. */
export function checkLinks(context: CheckContext, from = ""): void {
  for (const link of context.skill.links) checkLink(context, link, from);
}

function checkLink({ skill, at }: CheckContext, link: BodyLink, from: string): void {
  const { target, span } = link;
  const path = decodeTarget(target.replace(/[?#].*$/s, ""));
  if (/^file:/i.test(target)) return at("ref-file-url", span, { target });
  if (path === "" || SCHEME.test(path) || path.startsWith("//") || TEMPLATE.test(path)) return;
  if (path.startsWith("/") || /^[a-z]:[\\/]/i.test(path) || path.startsWith("\\\\"))
    return at("ref-escapes", span, { target, reason: "is an absolute path", sibling: "" });
  if (path.startsWith("~/"))
    return at("ref-escapes", span, { target, reason: "points to someone's home directory", sibling: "" });
  const paths = skill.files.map((file) => file.path);
  const written = (to: string): string => (from === "" || to === "" ? to : (relativePath(from, to) ?? to));
  const plan = (to: string, applicability: "safe" | "unsafe"): readonly FixPlan[] =>
    planTarget(skill, link, written(to), applicability);
  const normal = startsAtSkill(normalizePath(path), from, paths) ? normalizePath(path) : joinPath(from, path);
  if (normal === ".." || normal.startsWith("../"))
    return at("ref-escapes", span, {
      target,
      reason: "points outside the skill directory",
      sibling: siblingAt(skill, normal),
    });
  if (normal === "." || normal === "SKILL.md") return;

  const wanted = normal.replace(/\/$/, "");
  const inner = skill.nested.find((nested) => wanted === nested || wanted.startsWith(`${nested}/`));
  if (inner !== undefined)
    return at("ref-escapes", span, {
      target,
      reason: `belongs to the inner skill "${inner}"`,
      sibling: baseName(inner),
    });
  if (paths.includes(wanted)) {
    const levels = levelsOf(wanted);
    return levels > MAX_LEVELS && from === "" ? at("ref-too-deep", span, { target, levels }) : undefined;
  }
  if (paths.some((file) => file.startsWith(`${wanted}/`))) return;
  const slashed = wanted.includes("\\") ? normalizePath(wanted.replaceAll("\\", "/")) : wanted;
  if (slashed !== wanted && paths.some((file) => file === slashed || file.startsWith(`${slashed}/`)))
    return at("ref-backslash", span, { target, actual: written(slashed) }, [], plan(slashed, "safe"));
  const sameButCase = paths.find((file) => file.toLowerCase() === wanted.toLowerCase());
  if (sameButCase !== undefined)
    return at("ref-wrong-case", span, { target, actual: written(sameButCase) }, [], plan(sameButCase, "safe"));
  const left = skill.leftOut.find((item) => item.path === wanted || item.path === `${wanted}/`);
  const reason = left === undefined ? "does not exist" : `is not shipped (${left.reason})`;
  const others = skill.files.filter(({ location }) => location !== skill.file).map((file) => file.path);
  const nearest = nearestPath(wanted, others);
  at(
    "ref-missing",
    span,
    { target, nearest: written(nearest), reason, inline: skill.inline !== undefined },
    [],
    left === undefined ? plan(nearest, "unsafe") : [],
  );
}

/** In other files too, many authors start at the skill directory, as in the SKILL.md; Markdown starts at the file. */
function startsAtSkill(path: string, from: string, paths: readonly string[]): boolean {
  const isThere = (wanted: string): boolean => paths.some((one) => one === wanted || one.startsWith(`${wanted}/`));
  return from !== "" && !isThere(joinPath(from, path)) && (isThere(path) || path === "SKILL.md");
}

/** A template in the part that is certainly the path, wherever the target ends. */
const SURE_TEMPLATE = /^(?!file:)[^<>\\&%?#]*(?:[{}$*]|\.\.\.)/i;
/** A target without escapes, templates and titles, which is the path as written. */
const PLAIN_TARGET = /^[\p{L}\p{N}_./-]+(?:[?#][\w.-]*)?$/u;

/** Creates a test for targets as written: true if the link checks certainly report nothing. */
export function createTargetLook({ files }: FoundSkill): (target: string, from?: string) => boolean {
  let paths: Set<string> | undefined;
  return (target, from = "") => {
    if (SURE_TEMPLATE.test(target)) return true;
    if (!PLAIN_TARGET.test(target)) return false;
    paths ??= new Set([...files.map(({ path }) => path), "SKILL.md"]);
    const path = joinPath(from, target.replace(/[?#].*$/, ""));
    return paths.has(path) && (from !== "" || levelsOf(path) <= MAX_LEVELS);
  };
}

function levelsOf(path: string): number {
  return path.split("/").length - 1;
}

/** Returns the directory name of the skill in the same build that a link points to; "" if it points elsewhere. */
function siblingAt(skill: ParsedSkill, path: string): string {
  for (let dir = joinPath(skill.dir, path); dir !== "." && dir !== "/" && !dir.endsWith(".."); dir = parentPath(dir))
    if (dir !== skill.dir && skill.neighbours?.has(dir) === true) return baseName(dir);
  return "";
}

/** Returns the decoded target, with `%20` as a space. */
export function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** Returns a file of the same name elsewhere, or else the one with the most similar path. */
function nearestPath(wanted: string, paths: readonly string[]): string {
  const name = wanted.slice(wanted.lastIndexOf("/") + 1);
  return paths.find((path) => path === name || path.endsWith(`/${name}`)) ?? nearestNames(wanted, paths)[0] ?? "";
}
