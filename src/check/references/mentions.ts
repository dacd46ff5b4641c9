/**
 * Finds names in a code span or in bold marks, followed by the word "skill". Without the word, most marked names are
 * not of skills.
 */
import type { SkillDocument } from "../../model/document.ts";
import type { TextSpan } from "../../model/source.ts";
import { trimEndOf } from "../../model/trim.ts";
import { createAsideTest } from "./asides.ts";

export interface Mention {
  readonly name: string;
  readonly span: TextSpan;
}

const WORD = "skill";
const NAME = /^[a-z0-9]+(?:[-_:][a-z0-9]+)*$/;
const LONGEST_NAME = 64;
/** To the left of the word: a name, its marks, white space. */
const NEARBY = 80;
/** The marks of names, with the maximum on each side. */
const MARKS: Readonly<Record<string, number>> = { "`": 1, "*": 2 };

/** These stand for any skill. */
const EXAMPLES: ReadonlySet<string> = new Set(["name", "skill", "skill-name", "my-skill", "your-skill", "this"]);

/** Each skill once. */
export function findMentions(
  { body, source: { text } }: Pick<SkillDocument, "body" | "source">,
  own: readonly string[],
  most: number,
): readonly Mention[] {
  const found = new Map<string, Mention>();
  let isAside: ((span: TextSpan) => boolean) | undefined;
  for (let at = text.indexOf(WORD, body.start); at !== -1; at = text.indexOf(WORD, at + WORD.length)) {
    if (found.size >= most) break;
    const mention = isFollowed(text, at) ? undefined : mentionBefore(text, at);
    if (mention === undefined || EXAMPLES.has(mention.name) || own.includes(mention.name)) continue;
    isAside ??= createAsideTest(body);
    if (!isAside(mention.span) && !found.has(mention.name)) found.set(mention.name, mention);
  }
  return [...found.values()];
}

/** Reports whether the word is a part of another one, or a label: "skills", "skill:". */
function isFollowed(text: string, at: number): boolean {
  return /^[\w:-]/.test(text.slice(at + WORD.length, at + WORD.length + 1));
}

/** Allows white space between name and offset. */
function mentionBefore(text: string, end: number): Mention | undefined {
  const from = Math.max(0, end - NEARBY);
  const near = text.slice(from, end);
  const marked = trimEndOf(near, " \t\r\n");
  if (marked.length === near.length || near.indexOf("\n", near.indexOf("\n", marked.length) + 1) >= marked.length + 1)
    return undefined;
  const mark = marked.at(-1) ?? "";
  const most = Object.hasOwn(MARKS, mark) ? (MARKS[mark] as number) : 0;
  const closed = trimEndOf(marked, mark);
  const name = closed.slice(closed.lastIndexOf(mark) + 1);
  const before = closed.slice(0, closed.length - name.length);
  const marks = marked.length - closed.length;
  if (marks > most || marks !== before.length - trimEndOf(before, mark).length) return undefined;
  if (name.length > LONGEST_NAME || !NAME.test(name)) return undefined;
  const start = from + before.length;
  return { name, span: { start, end: start + name.length } };
}
