/** Finds the links of texts of a skill that leave it: they may point to files that several skills share. */
import type { Document } from "../../model/document.ts";
import { codeOf } from "../../model/code-of.ts";
import { detach } from "../../model/source.ts";
import type { LinkRow, OutsideLink } from "../../model/unit.ts";
import type { SkillListing } from "../context.ts";
import { pathInSkill, pathOfTarget } from "./check.ts";

/** Most links of a skill. */
const MOST_LINKS = 1024;

/** A path that leaves its directory, alone in a code span. */
const CODE_PATH = /^(?:\.\/)?\.\.\/[\w./ -]*\w$/;

/** Returns the links of a document, and the paths that are whole code spans, which leave the skill. */
export function findOutsideLinks(
  { files }: Pick<SkillListing, "files">,
  { source, links, body }: Pick<Document, "source" | "links" | "body">,
  document: string,
): readonly OutsideLink[] {
  const { text, file } = source;
  const isDocument = file === document;
  const from = isDocument ? "" : file.slice(0, Math.max(0, file.lastIndexOf("/")));
  const found: OutsideLink[] = [];
  const add = (written: string, path: string, start: number, code: Pick<OutsideLink, "isCode"> = {}): void => {
    const to = pathInSkill(path, from, files);
    if (!to.startsWith("../") || found.length === MOST_LINKS) return;
    found.push({ file, to: detach(to), written: detach(written), start, end: start + written.length, ...code });
  };
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
  return found.sort((one, two) => one.start - two.start);
}

/** Returns the links of all texts of a skill that leave it; nothing for a skill without any, or without a directory. */
export function outsideIn(
  skill: Pick<SkillListing, "files" | "document" | "inline">,
  document: Parameters<typeof findOutsideLinks>[1],
  ofFiles: readonly OutsideLink[],
): Pick<LinkRow, "outside"> {
  const outside = skill.inline === undefined ? [...findOutsideLinks(skill, document, skill.document), ...ofFiles] : [];
  return outside.length === 0 ? {} : { outside };
}

/** Returns where the text between the marks of a code span begins and ends. */
function spanInMarks(text: string, start: number, end: number): readonly [number, number] {
  let [at, until] = [start, end];
  while (at < until && text[at] === "`") at++;
  while (until > at && text[until - 1] === "`") until--;
  return [at, until];
}
