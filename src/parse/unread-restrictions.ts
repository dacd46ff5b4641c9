import type { RestrictingField } from "../model/restrictions.ts";
import type { CutRule } from "../systems/cut.ts";
import { cutDocument } from "./frontmatter-styles.ts";

/** In any spelling; the last two are everyday words, so they count only where a key can be. */
const RESTRICTING: readonly (readonly [field: RestrictingField, pattern: RegExp])[] = [
  ["allowed-tools", /(?<!dis)allowed[-_ ]?tools?/i],
  ["disallowed-tools", /disallowed[-_ ]?tools?/i],
  ["disable-model-invocation", /disable[-_ ]?model[-_ ]?invocation/i],
  ["user-invocable", /user[-_ ]?invoc?k?able/i],
  ["required_scope", /required[-_ ]?scopes?/i],
  ["hooks", /(?:^|[{,?])[ \t]*["']?hooks(?![\w-])/im],
  ["paths", /(?:^|[{,?])[ \t]*["']?paths(?![\w-])/im],
];

/**
 * Returns the restricting fields that a document names in its possible frontmatter: a bare body would lose them. A
 * field counts even without a colon, because the colon may be the fault.
 */
export function findUnreadRestrictions(text: string, rule: CutRule): readonly RestrictingField[] {
  const cut = cutDocument(text, rule);
  // Some styles end a block where the usual frontmatter begins.
  const block = withoutEscapes(cut.kind === "found" && /^\uFEFF?---/.test(text) ? cut.text : text);
  return RESTRICTING.filter(([, pattern]) => pattern.test(block)).map(([field]) => field);
}

/** Only in frontmatter at the start of the text. */
export function findInlineRestrictions(text: string, rule: CutRule): readonly RestrictingField[] {
  return cutDocument(text, rule).kind === "found" ? findUnreadRestrictions(text, rule) : [];
}

/** Keys in double quotes may have escapes. */
function withoutEscapes(text: string): string {
  return text.replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|U0000([\da-f]{4}))/gi, (_, ...codes: (string | undefined)[]) =>
    String.fromCharCode(Number.parseInt(codes.slice(0, 3).find((code) => code !== undefined) ?? "0", 16)),
  );
}
