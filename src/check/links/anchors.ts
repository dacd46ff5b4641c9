import { fragmentKey } from "../../model/fragment.ts";
import { nearestNames } from "../../runtime/access.ts";
import type { TextContext } from "../context.ts";
import { refRules } from "./rules.ts";

/** Nearest names are slow to find, and with this many dead links the table of contents belongs to another text. */
const MAX_COMPARED = 50;

export function checkAnchors({ document, at }: TextContext): void {
  if (document.anchors === undefined) return;
  const known = new Map(document.anchors.map(({ slug }) => [fragmentKey(slug), slug]));
  const counts = new Map<string, number>();
  for (const { plain } of document.anchors) counts.set(plain, (counts.get(plain) ?? 0) + 1);
  const slugs = [...known.values()];
  let missing = 0;
  for (const { target, span } of document.links) {
    const wanted = target.startsWith("#") ? fragmentKey(target.slice(1)) : "";
    // `[term](## "explanation")` shows a tooltip: a target of signs only is not a section.
    if (!/[\p{L}\p{N}]/u.test(wanted)) continue;
    const fragment = target.slice(1);
    if (!known.has(wanted))
      at(
        refRules["anchor-missing"],
        span,
        { fragment, nearest: ++missing > MAX_COMPARED ? "" : nearestSlug(wanted, slugs), more: 0 },
        { cause: `${document.source.file}#${wanted}` },
      );
    else if ((counts.get(wanted) ?? 0) > 1)
      at(refRules["anchor-ambiguous"], span, { fragment, count: counts.get(wanted) as number });
  }
}

/** A slug that differs only in punctuation is the likeliest: authors guess how `&` and `/` are converted. */
function nearestSlug(wanted: string, slugs: readonly string[]): string {
  const letters = (slug: string): string => slug.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const plain = letters(wanted);
  return slugs.find((slug) => letters(slug) === plain) ?? nearestNames(wanted, slugs)[0] ?? "";
}
