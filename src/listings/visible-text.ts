/** Text as Claude Code lists it: on one line, without characters that cannot be seen, and without markup. */
import { isNarrow, mayJoinEmoji } from "../model/display-width.ts";

const CLASS = String.raw`\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`;
const UNSEEN = new RegExp(`[${CLASS}]+`, "gu");

/** Built when first needed: the compile target does not support the flag `v`, although every supported engine does. */
let unseenOrEmoji: RegExp | undefined;
const bothPattern = (): RegExp =>
  (unseenOrEmoji ??= new RegExp(String.raw`(?=[\p{Emoji}\p{Extended_Pictographic}])\p{RGI_Emoji}|[${CLASS}]+`, "gv"));

/** Replaces each run of characters that are not shown by a space, except in emoji, and escapes `<` and `>`. */
export function visibleText(text: string): string {
  const seen = isNarrow(text)
    ? text
    : mayJoinEmoji(text)
      ? text.replace(bothPattern(), (run) => (isShown(run) ? run : " "))
      : text.replace(UNSEEN, " ");
  return seen.includes("<") || seen.includes(">") ? seen.replaceAll("<", "&lt;").replaceAll(">", "&gt;") : seen;
}

/** Everything else that the expression finds is a character that no emoji starts with. */
function isShown(run: string): boolean {
  return /^[\p{Emoji}\p{Extended_Pictographic}]/u.test(run);
}
