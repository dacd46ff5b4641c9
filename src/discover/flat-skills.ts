import { isFailure, type Host } from "../model/host.ts";
import { joinPath } from "../paths/index.ts";

/** Pages about a directory, and files of clients that are not skills. */
const OTHER_PAGES =
  /^(?:readme|agents?|claude|gemini|toolset|changelog|contributing|license|index|skills?|skil|template)\b|\.(?:agent|prompt|instructions|chatmode)\.md$/i;
/** Directories of clients for other things with a name and a description. */
const OTHER_KINDS: ReadonlySet<string> = new Set(
  "agents commands prompts rules hooks instructions chatmodes references templates workflows plugins".split(" "),
);
const LONGEST = 1_000_000;
const HEAD_BYTES = 4096;

/** Only by its name: the content is unknown yet. */
export function isFlatName(name: string): boolean {
  return /\.md$/i.test(name) && !OTHER_PAGES.test(name);
}

/**
 * `relative` is the path below the source: a file counts in the source itself, and at any depth below a directory
 * `skills`.
 */
export function isFlatSkill(source: string, relative: string, host: Host): boolean {
  const dirs = relative.split("/").slice(0, -1);
  const all = [...source.split("/"), ...dirs];
  const below = all.slice(all.lastIndexOf("skills") + 1);
  const isPlace = all.includes("skills") ? !below.some((dir) => OTHER_KINDS.has(dir)) : dirs.length === 0;
  // A whole project, or a source that is one, has pages of all kinds.
  if (!isPlace || (source === "." && dirs.length === 0)) return false;
  const path = joinPath(source, relative);
  const status = host.status(path);
  if (isFailure(status) || status.size > LONGEST) return false;
  const bytes = host.readFile(path);
  return !isFailure(bytes) && hasSkillFields(new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)));
}

/** For a source with flat files: directly in it, unless it is a project, or in `skills`. */
export function isFlatPlace(source: string, relative: string): boolean {
  const above = relative.split("/").at(-2);
  return above === undefined ? source !== "." : above === "skills";
}

export function withoutEnding(path: string): string {
  return path.replace(/\.md$/i, "");
}

function hasSkillFields(text: string): boolean {
  const [first = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (first.trimEnd() !== "---") return false;
  const end = lines.findIndex((line) => line.startsWith("---"));
  const fields = end === -1 ? [] : lines.slice(0, end);
  return ["name:", "description:"].every((key) => fields.some((line) => line.startsWith(key)));
}
