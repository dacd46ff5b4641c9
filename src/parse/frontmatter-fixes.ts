/** A fix for the frontmatter is offered only if a frontmatter is found afterwards. */
import type { FixPlan } from "../diagnostics/index.ts";
import { quoteYaml } from "../model/yaml-quotes.ts";
import type { TextSpan } from "../model/source.ts";
import { cutFrontmatter, KEY, lineFrom, type FrontmatterCut } from "./frontmatter.ts";
import { withEdits, FIXABLE_LENGTH, lineEndOf, startsLine, type Edit } from "./text-edits.ts";
import { isMapNode, readYaml } from "./yaml.ts";

export function planFrontmatter(
  { nearMiss, at }: FrontmatterCut & { readonly kind: "missing" },
  text: string,
  dirName: string | undefined,
): readonly FixPlan[] {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const head = text.slice(start);
  const replace = (length: number, replacement: string): Edit => ({
    span: { start, end: start + length },
    text: replacement,
  });
  switch (nearMiss) {
    case "blank-lines":
      return offer(
        "delete the text before the opening ---",
        "safe",
        [replace(/^\s*/.exec(head)?.[0].length ?? 0, "")],
        text,
      );
    case "indented":
      return offer(
        "delete the whitespace before the opening ---",
        "safe",
        [replace(/^[ \t]*/.exec(head)?.[0].length ?? 0, "")],
        text,
      );
    case "invisible-before":
      return offer("delete the invisible character", "safe", [{ span: at, text: "" }], text);
    case "comment-before":
      return planMove(start, text, "safe");
    case "text-before":
      return planMove(start, text, "unsafe");
    case "code-fence":
      return planUnwrap(at, text);
    case "odd-fence":
      return planOddFences(at, text);
    case "fence-text":
      return KEY.test(text.slice(at.start, at.end))
        ? offer(
            "start a new line after the opening ---",
            "unsafe",
            [{ span: { start: at.start, end: at.start }, text: lineEndOf(text) }],
            text,
          )
        : offer("delete the text after the opening ---", "unsafe", [{ span: at, text: "" }], text);
    case "fence-blank":
      return offer("write ---", "safe", [replace(/^---[^\r\n]*/.exec(head)?.[0].length ?? 0, "---")], text);
    case "more-dashes":
      return planDashes(replace(/^-*/.exec(head)?.[0].length ?? 0, "---"), text);
    case "bare-keys":
      return planFences(start, text);
    case "none":
      return planScaffold(start, text, dirName);
    default:
      return [];
  }
}

export function planClosingFence(
  { fence, nearCloser }: FrontmatterCut & { readonly kind: "unterminated" },
  text: string,
): readonly FixPlan[] {
  const keys = keyLines(text, fence.end);
  if (nearCloser !== undefined) {
    const edits = [{ span: nearCloser, text: "---" }];
    // Hyphens directly below the keys; further down they may be a thematic break in the body.
    const isSure = /^-{4,}[ \t]*$/.test(text.slice(nearCloser.start, nearCloser.end)) && keys.end === nearCloser.start;
    return offer("write --- and nothing else on the closing line", isSure ? "safe" : "unsafe", edits, text);
  }
  return offer("insert the closing ---", "unsafe", [insertFence(keys.end, text)], text);
}

function planDashes(opening: Edit, text: string): readonly FixPlan[] {
  const opened = withEdits(text, [opening]);
  const cut = cutFrontmatter(opened);
  const closing =
    cut.kind === "unterminated"
      ? planClosingFence(cut, opened).find(({ applicability }) => applicability === "safe")
      : undefined;
  const by = text.length - opened.length;
  const moved = (closing?.edits ?? []).map(({ span, text: dashes }) => ({
    span: { start: span.start + by, end: span.end + by },
    text: dashes,
  }));
  return offer("write exactly three hyphens", "safe", [opening, ...moved], text);
}

function planMove(start: number, text: string, applicability: FixPlan["applicability"]): readonly FixPlan[] {
  const opening = start + (/^---[ \t]*$/m.exec(text.slice(start))?.index ?? 0);
  const cut = cutFrontmatter(text.slice(opening));
  if (cut.kind !== "found") return [];
  const end = lineEndOf(text);
  const to = opening + cut.bodyStart;
  const moved = `${startsLine(text, to) ? "" : end}${text.slice(start, opening).trim()}${end}`;
  const edits = [
    { span: { start, end: opening }, text: "" },
    { span: { start: to, end: to }, text: moved },
  ];
  return offer("move it below the closing ---", applicability, edits, text);
}

/** The end of the fence is after the block, or at the end of the file. */
function planUnwrap(fence: TextSpan, text: string): readonly FixPlan[] {
  const inside = lineFrom(text, fence.start).next;
  const cut = cutFrontmatter(text.slice(inside));
  if (cut.kind !== "found") return [];
  const rest = text.slice(inside + cut.bodyStart);
  const fences = Array.from(rest.matchAll(/^(?:```|~~~)[^\r\n]*(?:\r\n|\n|\r|$)/gm));
  // Fences in the body come in pairs: an odd one is the other end of this fence.
  const closer = /^(?:```|~~~)/.test(rest) ? fences[0] : fences.length % 2 === 1 ? fences.at(-1) : undefined;
  if (closer === undefined || !/^(?:```|~~~)\s*$/.test(closer[0])) return [];
  const at = inside + cut.bodyStart + closer.index;
  const edits = [
    { span: { start: fence.start, end: inside }, text: "" },
    { span: { start: at, end: at + closer[0].length }, text: "" },
  ];
  return offer("delete the code fence", "unsafe", edits, text);
}

function planOddFences(at: TextSpan, text: string): readonly FixPlan[] {
  const opening = { span: at, text: "---" };
  const mark = text.slice(at.start, at.end).trim();
  for (let line = lineFrom(text, at.end); line.start < text.length; line = lineFrom(text, line.next))
    if (line.start > at.end && (line.text.trim() === mark || /^---[ \t]*$/.test(line.text))) {
      const closing = { span: { start: line.start, end: line.start + line.text.length }, text: "---" };
      return offer("write --- on both lines", "unsafe", [opening, closing], text);
    }
  return offer("write --- on both lines", "unsafe", [opening, insertFence(keyLines(text, at.end).end, text)], text);
}

function planFences(start: number, text: string): readonly FixPlan[] {
  const opening = { span: { start, end: start }, text: `---${lineEndOf(text)}` };
  const opened = offer("insert the opening ---", "unsafe", [opening], text);
  if (opened.length > 0) return opened;
  return offer("insert the fences", "unsafe", [opening, insertFence(keyLines(text, start).end, text)], text);
}

/** The name is that of the directory, the description the first line of text. */
function planScaffold(start: number, text: string, dirName: string | undefined): readonly FixPlan[] {
  const lines = text
    .slice(start)
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim());
  const description =
    lines.find((line) => /^[\p{L}\p{N}]/u.test(line) && !KEY.test(line)) ??
    lines.find((line) => line.startsWith("#"))?.replace(/^#+\s*/, "");
  if (dirName === undefined || description === undefined || description === "") return [];
  const end = lineEndOf(text);
  const block = [
    "---",
    `name: ${asText(dirName)}`,
    `description: ${asText([...description].slice(0, 1024).join(""))}`,
    "---",
    "",
  ].join(end);
  return offer("add a frontmatter", "unsafe", [{ span: { start, end: start }, text: block }], text);
}

/** Quoted only if necessary. */
function asText(text: string): string {
  const { node, problems, anchors, tags } = readYaml(`key: ${text}\n`);
  const value = isMapNode(node) && node.entries.length === 1 ? node.entries[0]?.value : undefined;
  const isItself = value?.kind === "scalar" && value.value === text;
  return isItself && problems.length + anchors.length + tags.length === 0 ? text : quoteYaml(text);
}

/** Up to a blank line, a heading, a comment or hyphens: the keys, if there are any. */
function keyLines(text: string, from: number): { readonly end: number } {
  let line = lineFrom(text, from);
  if (line.text === "") line = lineFrom(text, line.next);
  while (line.start < text.length && !/^(?:[ \t]*$|#|---|\.\.\.)/.test(line.text)) line = lineFrom(text, line.next);
  return { end: line.start };
}

function insertFence(at: number, text: string): Edit {
  const end = lineEndOf(text);
  return { span: { start: at, end: at }, text: `${startsLine(text, at) ? "" : end}---${end}` };
}

/** An unsafe plan also requires that the frontmatter is readable. */
function offer(
  title: string,
  applicability: FixPlan["applicability"],
  edits: readonly Edit[],
  text: string,
): readonly FixPlan[] {
  const cut = cutFrontmatter(withEdits(text, edits));
  if (cut.kind !== "found" || cut.text.length > FIXABLE_LENGTH) return [];
  const { node, problems } = readYaml(cut.text);
  const isReadable = problems.length === 0 && isMapNode(node) && node.entries.length > 0;
  return applicability === "safe" || isReadable ? [{ title, applicability, edits }] : [];
}
