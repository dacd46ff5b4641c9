/** A document: a text with Markdown, and perhaps fields before it. SKILL.md, reference files, companions, entries. */
import type { MapNode } from "./fields.ts";
import { estimateTokens, tokenQuarters } from "../runtime/prompt/token-count.ts";
import type { BodyTokens } from "../runtime/render/tokenize.ts";
import type { SourceText, TextSpan } from "./source.ts";

export interface BodyLink {
  readonly kind: "link" | "image" | "definition" | "html";
  readonly target: string;
  /** The target itself when it could be found, else the whole construct. */
  readonly span: TextSpan;
}

/** What a `#fragment` can point to: a heading, or an HTML element with an id. */
export interface BodyAnchor {
  /** The fragment without `#`, as GitHub makes it of a heading. */
  readonly slug: string;
  /** The same without the number that distinguishes equal headings; "" for HTML. */
  readonly plain: string;
  readonly span: TextSpan;
}

/** A body as the parser leaves it: raw, nothing trimmed. */
export interface Body {
  /** Offset in UTF-16 units in the source text. */
  readonly start: number;
  /** Offset in bytes in the file. */
  readonly byteOffset: number;
  /** 1-based line on which the body starts. */
  readonly line: number;
  readonly text: string;
}

/** The text between the fence lines. */
export interface FrontmatterBlock {
  readonly text: string;
  readonly span: TextSpan;
  /** The opening fence line, without its line ending. */
  readonly fence: TextSpan;
}

export interface Document {
  /** Its `file` is relative to the skill. */
  readonly source: SourceText;
  readonly frontmatter?: FrontmatterBlock;
  /** The frontmatter as a mapping; undefined when there is none that can be used. */
  readonly fields?: MapNode;
  readonly body: Body;
  /** In order; none while everything that may be a link is seen to point to files of the skill. */
  readonly links: readonly BodyLink[];
  /** In order; undefined while no fragment link is in doubt, which is the usual case. */
  readonly anchors?: readonly BodyAnchor[];
  /** The fence line of a code block that is never closed and so swallows the rest of the body. */
  readonly openFence?: TextSpan;
  /** The line from which on links are not read, because the Markdown parser would need too long. */
  readonly unread?: TextSpan;
}

export interface SkillDocument extends Document {
  readonly bytes: Uint8Array;
  /** False when the text contains replacement characters that the file does not. */
  readonly isUtf8: boolean;
  /** Where substitution tokens may start in the body. */
  readonly places: BodyTokens;
  /** Substitution tokens as written, sorted, each once. */
  readonly placeholders: readonly string[];
  readonly hasShellCommands: boolean;
}

export function tokensOfBody({ source, body, bytes, isUtf8 }: SkillDocument): number {
  // What is not UTF-8 has other characters in its text than in its file.
  if (!isUtf8) return estimateTokens(bytes.subarray(body.byteOffset));
  return Math.ceil((source.marks().quarters - tokenQuarters(source.text.slice(0, body.start))) / 4);
}

/** Returns how many lines a body has; the end of the last one does not start another. */
export function linesOfBody({ source, body }: Document): number {
  const { text } = body;
  if (text === "") return 0;
  const ends = source.lineStarts().length - body.line;
  return text.endsWith("\n") || text.endsWith("\r") ? ends : ends + 1;
}
