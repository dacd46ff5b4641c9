/** Finds the links of texts of a skill that leave it: they may point to files that several skills share. */
import type { Document } from "../../model/document.ts";
import { codeOf } from "../../model/code-of.ts";
import { detach, type SourceText } from "../../model/source.ts";
import type { LinkRow, OutsideLink } from "../../model/unit.ts";
import type { SkillListing } from "../context.ts";
import { pathInSkill, pathOfTarget } from "./check.ts";
import { findStayingPaths } from "./staying-paths.ts";

/** Most links of a skill. */
const MOST_LINKS = 1024;

/** A path that leaves its directory, alone in a code span. */
const CODE_PATH = /^(?:\.\/)?\.\.\/[\w./ -]*\w$/;

/** Returns the links of a file of a skill, the paths that are whole code spans, and all other paths in it, which leave the skill. */
export function findOutside(
  skill: SkillListing,
  source: SourceText,
  markdown: Document | undefined,
): readonly OutsideLink[] {
  const links = markdown === undefined ? [] : linksIn(skill, markdown);
  const found = links
    .filter(({ to }) => to.startsWith("../"))
    .slice(0, MOST_LINKS)
    .map(({ to, written, ...rest }) => ({ ...rest, to: detach(to), written: detach(written) }));
  return [...found, ...findStayingPaths(source, links, markdown !== undefined)].sort(byStart);
}

const byStart = (one: OutsideLink, two: OutsideLink): number => one.start - two.start;

/** Returns all links to paths, and the code spans that leave their directory, in the order of the text. */
function linksIn({ files, document }: SkillListing, { source, links, body }: Document): readonly OutsideLink[] {
  const { text, file } = source;
  const from = file === document ? "" : file.slice(0, Math.max(0, file.lastIndexOf("/")));
  const found: OutsideLink[] = [];
  const add = (written: string, path: string, start: number, code: Pick<OutsideLink, "isCode"> = {}): void =>
    void found.push({
      file,
      to: pathInSkill(path, from, files),
      written,
      start,
      end: start + written.length,
      ...code,
    });
  for (const { target, span } of links) {
    const path = pathOfTarget(target);
    const written = target.replace(/[?#].*$/s, "");
    // What has escapes is not written as it is read.
    if (path !== undefined && !/^[/~]/.test(path) && text.startsWith(written, span.start))
      add(written, path, span.start);
  }
  for (const { start, end } of codeOf(body.text)) {
    const [at, until] = spanInMarks(body.text, start, end);
    const written = body.text.slice(at, until);
    if (!written.includes("\n") && CODE_PATH.test(written)) add(written, written, body.start + at, { isCode: true });
  }
  return found.sort(byStart);
}

/** Returns the links of all texts of a skill that leave it; nothing for a skill without any, or without a directory. */
export function outsideIn(
  skill: SkillListing,
  document: Document,
  ofFiles: readonly OutsideLink[],
): Pick<LinkRow, "outside"> {
  const outside = skill.inline === undefined ? [...findOutside(skill, document.source, document), ...ofFiles] : [];
  return outside.length === 0 ? {} : { outside };
}

/** Returns where the text between the marks of a code span begins and ends. */
function spanInMarks(text: string, start: number, end: number): readonly [number, number] {
  let [at, until] = [start, end];
  while (at < until && text[at] === "`") at++;
  while (until > at && text[until - 1] === "`") until--;
  return [at, until];
}
