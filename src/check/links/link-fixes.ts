/** Plans fixes for the target of a link; returns none if the target is not written as read. */
import type { FixPlan } from "../../diagnostics/index.ts";
import type { BodyLink, Document } from "../../model/document.ts";

/** Points a link to another file of the skill; keeps what follows its path, such as `#usage`. */
export function planTarget(
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

function percentEncode(character: string): string {
  return `%${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(2, "0")}`;
}
