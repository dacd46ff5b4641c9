/** What a description says about itself: too short, a placeholder, lines and brackets that some clients refuse. */
import type { TextSpan } from "../../../model/source.ts";
import { codePoints, type CheckContext } from "../context.ts";

/** Under this there is no room for what a skill does and when to use it. */
const SHORT = 20;

const PLACEHOLDER = /^\[?(TODO|TBD|FIXME|PLACEHOLDER)\b\s*(?:[:\]]|$)/;

export function checkDescriptionStyle({ at }: CheckContext, text: string, span: TextSpan | undefined): void {
  const trimmed = text.trim();
  const length = codePoints(trimmed);
  if (length < SHORT) at("description-short", span, { length });
  const word = PLACEHOLDER.exec(trimmed)?.[1];
  if (word !== undefined) at("description-placeholder", span, { word });
  const written = /<[^<>\s][^<>]*>|[<>]/.exec(text)?.[0];
  if (written !== undefined) at("description-angle-brackets", span, { written });
  const lines = trimmed.split(/\r\n|\n|\r/).length;
  if (lines > 1) at("description-multiline", span, { lines });
}
