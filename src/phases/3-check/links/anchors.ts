/** Checks links to sections of the body itself: `[below](#usage)`. */
import { fragmentKey } from "../../../model/fragment.ts";
import { nearestNames } from "../../../runtime/access.ts";
import type { CheckContext } from "../context.ts";

/** Finding the nearest name is slow: with this many dead links, the table of contents belongs to another text. */
const MAX_COMPARED = 50;

export function checkAnchors({ skill, at }: CheckContext): void {
  if (skill.anchors === undefined) return;
  const known = new Map(skill.anchors.map(({ slug }) => [fragmentKey(slug), slug]));
  const counts = new Map<string, number>();
  for (const { plain } of skill.anchors) counts.set(plain, (counts.get(plain) ?? 0) + 1);
  const slugs = [...known.values()];
  let missing = 0;
  for (const { target, span } of skill.links) {
    const wanted = target.startsWith("#") ? fragmentKey(target.slice(1)) : "";
    if (wanted === "") continue;
    const fragment = target.slice(1);
    if (!known.has(wanted))
      at("anchor-missing", span, { fragment, nearest: ++missing > MAX_COMPARED ? "" : nearestSlug(wanted, slugs) });
    else if ((counts.get(wanted) ?? 0) > 1)
      at("anchor-ambiguous", span, { fragment, count: counts.get(wanted) as number });
  }
}

/** A slug that differs only in punctuation is the likeliest: authors guess how `&` and `/` are converted. */
function nearestSlug(wanted: string, slugs: readonly string[]): string {
  const letters = (slug: string): string => slug.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const plain = letters(wanted);
  return slugs.find((slug) => letters(slug) === plain) ?? nearestNames(wanted, slugs)[0] ?? "";
}
