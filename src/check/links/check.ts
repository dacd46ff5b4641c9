import type { BodyLink, Document } from "../../model/document.ts";
import type { SkillInput } from "../../model/skill.ts";
import type { FixPlan } from "../../diagnostics/index.ts";
import { baseName, joinPath, normalizePath, percentEncode, relativePath } from "../../paths/index.ts";
import { nearestNames } from "../../runtime/access.ts";
import type { TextContext } from "../context.ts";
import { refRules } from "./rules.ts";

/** A scheme of two or more letters; one letter is a Windows drive. */
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
/** `{baseDir}/x`, `$DIR/x`, `<name>.md`: only the model can fill these in. */
const TEMPLATE = /[{}$<>*]|\.\.\./;

/** Maximum directories between a skill and a file that it links to (agentskills.io specification: one level deep). */
const MAX_LEVELS = 1;

/** `from`: directory of the document within the skill; "" for the SKILL.md. */
export function checkLinks(context: TextContext, from = ""): void {
  const { links, unread } = context.document;
  for (const link of links) checkLink(context, link, from);
  if (unread !== undefined) context.at(refRules["links-unread"], unread, {});
}

interface EscapeDetails {
  sibling: string;
  leadsTo: string;
  actual: string;
  machine: boolean;
}

function checkLink(context: TextContext, link: BodyLink, from: string): void {
  const { skill, at } = context;
  const { target, span } = link;
  if (/^file:/i.test(target)) return at(refRules["ref-file-url"], span, { target });
  const path = pathOfTarget(target);
  if (path === undefined) return;
  const escapes = (
    reason: string,
    { sibling = "", leadsTo, actual = "", machine = false }: Partial<EscapeDetails> = {},
  ): void => {
    const cause = leadsTo ?? (sibling === "" ? path : sibling);
    const args = { target, reason, sibling, more: 0, actual, machine, missing: false, nearest: "" };
    at(refRules["ref-escapes"], span, args, { leadsTo, cause });
  };
  if (isFromRoot(path, skill.files)) {
    const actual = from === "" ? path.slice(1) : (relativePath(from, path.slice(1)) ?? path.slice(1));
    return escapes("is an absolute path", { actual });
  }
  if (isOnMachine(path)) return escapes("is an absolute path", { machine: true });
  if (path.startsWith("/")) return;
  if (path.startsWith("~/")) return escapes("points to someone's home directory", { machine: true });
  const normal = pathInSkill(path, from, skill.files);
  if (normal === ".." || normal.startsWith("../"))
    return escapes("points outside the skill directory", { leadsTo: normal });
  if (normal === "." || normal === "SKILL.md") return;

  const wanted = normal.replace(/\/$/, "");
  const inner = skill.nested.find((nested) => wanted === nested || wanted.startsWith(`${nested}/`));
  if (inner !== undefined)
    return escapes(`belongs to the inner skill "${inner}"`, { sibling: baseName(inner), leadsTo: wanted });
  checkFileLink(context, link, { from, wanted });
}

/** `from` is the directory of the document, `wanted` a path inside the skill. */
function checkFileLink(
  { skill, document, at }: TextContext,
  link: BodyLink,
  { from, wanted }: { readonly from: string; readonly wanted: string },
): void {
  const { target, span } = link;
  const paths = skill.files;
  const written = (to: string): string => (from === "" || to === "" ? to : (relativePath(from, to) ?? to));
  const plan = (to: string, applicability: "safe" | "unsafe"): readonly FixPlan[] =>
    planTarget(document, link, written(to), applicability);
  if (paths.includes(wanted)) {
    const levels = levelsOf(wanted);
    return levels > MAX_LEVELS && from === "" ? at(refRules["ref-too-deep"], span, { target, levels }) : undefined;
  }
  if (paths.some((file) => file.startsWith(`${wanted}/`))) return;
  const slashed = wanted.includes("\\") ? normalizePath(wanted.replaceAll("\\", "/")) : wanted;
  if (slashed !== wanted && paths.some((file) => file === slashed || file.startsWith(`${slashed}/`)))
    return at(refRules["ref-backslash"], span, { target, actual: written(slashed) }, { fixes: plan(slashed, "safe") });
  const sameButCase = paths.find((file) => file.toLowerCase() === wanted.toLowerCase());
  if (sameButCase !== undefined) {
    const args = { target, actual: written(sameButCase) };
    return at(refRules["ref-wrong-case"], span, args, { fixes: plan(sameButCase, "safe") });
  }
  const left = skill.leftOut.find((item) => item.path === wanted || item.path === `${wanted}/`);
  const reason = left === undefined ? "does not exist" : `is not shipped (${left.reason})`;
  const nearest = nearestPath(
    wanted,
    paths.filter((file) => file !== document.source.file),
  );
  const args = { target, nearest: written(nearest), reason, inline: skill.inline !== undefined, more: 0 };
  const fixes = left === undefined ? plan(nearest, "unsafe") : [];
  at(refRules["ref-missing"], span, args, { fixes, cause: wanted });
}

/** Directories of a machine; any other absolute path, such as /en/docs, belongs to a website. */
const MACHINE_PATH =
  /^(?:\/(?:Users|home|root|etc|tmp|var|opt|usr|mnt|srv|private|Volumes|Applications|workspaces?)\/|[a-z]:[\\/]|\\\\)/i;

function isOnMachine(path: string): boolean {
  return MACHINE_PATH.test(path);
}

/** Whether an absolute path was meant to start at the skill. */
function isFromRoot(path: string, files: readonly string[]): boolean {
  return path.startsWith("/") && files.includes(path.slice(1));
}

/** As written; undefined for a URL, a template, or a place in the document itself. */
export function pathOfTarget(target: string): string | undefined {
  const path = decodeTarget(target.replace(/[?#].*$/s, ""));
  return path === "" || SCHEME.test(path) || path.startsWith("//") || TEMPLATE.test(path) ? undefined : path;
}

/** `from` is the directory of the document within the skill. */
export function pathInSkill(path: string, from: string, files: readonly string[]): string {
  return startsAtSkill(normalizePath(path), from, files) ? normalizePath(path) : joinPath(from, path);
}

/** Markdown starts at the file, but many authors start at the skill directory, as in the SKILL.md. */
function startsAtSkill(path: string, from: string, paths: readonly string[]): boolean {
  const isThere = (wanted: string): boolean => paths.some((one) => one === wanted || one.startsWith(`${wanted}/`));
  return from !== "" && !isThere(joinPath(from, path)) && (isThere(path) || path === "SKILL.md");
}

/** In the part that is certainly the path, wherever the target ends. */
const SURE_TEMPLATE = /^(?!file:)[^<>\\&%?#]*(?:[{}$*]|\.\.\.)/i;
/** Without escapes, templates and titles: the path as written. */
const PLAIN_TARGET = /^[\p{L}\p{N}_./-]+(?:[?#][\w.-]*)?$/u;

/** Most plain targets: matching letters of all alphabets takes longer. */
const PLAIN_ASCII = /^(?!.*\.\.\.)[A-Za-z0-9_./-]+$/;

/** Returns a quick test of targets as written: true only if the link checks certainly find nothing. */
export function createTargetTest({ files }: Pick<SkillInput, "files">): (target: string, from?: string) => boolean {
  let paths: Set<string> | undefined;
  return (target, from = "") => {
    const isPlainAscii = PLAIN_ASCII.test(target);
    if (!isPlainAscii && SURE_TEMPLATE.test(target)) return true;
    if (!isPlainAscii && !PLAIN_TARGET.test(target)) return false;
    paths ??= new Set([...files, "SKILL.md"]);
    const path = joinPath(from, isPlainAscii ? target : (target.split(/[?#]/, 1)[0] as string));
    return paths.has(path) && (from !== "" || levelsOf(path) <= MAX_LEVELS);
  };
}

function levelsOf(path: string): number {
  return path.split("/").length - 1;
}

/** Decodes escapes, such as `%20`. */
export function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** A file of the same name comes first, then the one with the most similar path. */
function nearestPath(wanted: string, paths: readonly string[]): string {
  const name = wanted.slice(wanted.lastIndexOf("/") + 1);
  return paths.find((path) => path === name || path.endsWith(`/${name}`)) ?? nearestNames(wanted, paths)[0] ?? "";
}

/** Keeps what follows the path, such as `#usage`. */
function planTarget(
  { source: { text } }: Document,
  { target, span }: BodyLink,
  path: string,
  applicability: FixPlan["applicability"],
): readonly FixPlan[] {
  if (path === "" || text.slice(span.start, span.end) !== target) return [];
  const [written = ""] = /^[^?#]*/.exec(target) ?? [];
  const inAngles = text[span.start - 1] === "<";
  const encoded = path.replaceAll(inAngles ? /[<>%?#\\]/g : /[\s()<>"'`%?#\\]/g, percentEncode);
  const right = `${/^\.[\\/]/.test(written) ? "./" : ""}${encoded}${/[\\/]$/.test(written) ? "/" : ""}`;
  const edit = { span: { start: span.start, end: span.start + written.length }, text: right };
  return [{ title: `write ${right}`, applicability, edits: [edit] }];
}
