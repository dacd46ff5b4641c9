/** How descriptions begin that say the same of any skill. */
const BOILERPLATE =
  /^(?:(?:use|this skill should be used)(?: this skill| it)? when (?:(?:the user|you) (?:explicitly )?(?:asks?|wants?|needs?) (?:to|for) )?|(?:comprehensive |expert )?(?:guide|skill|patterns) (?:for|to) )/i;
/** Where a text may end, the best first: after a sentence, before the end of a clause, between words. */
const ENDS = [/^.*([.!?](?= )|[。！？])/, /^.*(?=[,;:] | \(|[，、])/, /^.*(?= )/];
/** An end before this share of the limit loses more than it gains. */
const LEAST = 0.6;

/**
 * Shortens a text of one line to at most `limit` characters (UTF-16 units). It loses boilerplate at its start first, then
 * ends with a sentence, or with an ellipsis after a clause or a word. A text that fits stays as it is.
 *
 * @example
 * shorten("Use this skill when the user asks to fill in forms, such as tax returns.", 20); // "fill in forms…"
 */
export function shorten(text: string, limit: number): string {
  const rest = text.length > limit ? text.replace(BOILERPLATE, "") : text;
  if (rest.length <= limit) return rest;
  const head = rest.slice(0, limit);
  for (const end of ENDS) {
    const [part = "", sentence = "…"] = end.exec(head) ?? [];
    if (part.length > limit * LEAST) return sentence === "…" ? part + sentence : part;
  }
  return `${head.slice(0, -1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
