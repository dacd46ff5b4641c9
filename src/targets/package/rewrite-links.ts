/** Paths of shared files: in a package, a skill has copies of them, and its texts lead to these. */
import type { LinkedSkill } from "../../model/linked.ts";
import type { LinkRewrite } from "../../model/shared.ts";
import type { PlannedSkill, Planning } from "./planning.ts";
import { packageRules } from "./rules.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Returns the paths of a text that become others, from its end to its start. */
export function rewritesOf({ rewrites = [] }: Pick<LinkedSkill, "rewrites">, file: string): readonly LinkRewrite[] {
  return rewrites.filter((one) => one.file === file).toSorted((one, two) => two.start - one.start);
}

/** Returns a text with other paths; nothing else of it changes. */
export function withPaths(bytes: Uint8Array, rewrites: readonly LinkRewrite[]): Uint8Array {
  if (rewrites.length === 0) return bytes;
  let text = decoder.decode(bytes);
  for (const { start, end, text: path } of rewrites) text = text.slice(0, start) + path + text.slice(end);
  return encoder.encode(text);
}

/** Reports where instructions name a shared file in a way that stays as it is, such as in a code block. */
export function reportSharedPaths(
  planned: readonly PlannedSkill[],
  { form, place: { outDir }, findings, open }: Planning,
): void {
  if (form.inPlace !== undefined) return;
  for (const { skill } of planned) {
    const { links = {}, source } = skill.entry;
    const document = Object.keys(links).length === 0 ? undefined : open(skill);
    if (document === undefined || document.isInline) continue;
    const name = source.file.slice(source.file.lastIndexOf("/") + 1);
    const known = new Set(rewritesOf(skill, name).map(({ start }) => start));
    for (const written of Object.keys(links))
      for (
        let at = document.text.indexOf(written, document.start);
        at !== -1;
        at = document.text.indexOf(written, at + 1)
      ) {
        if (known.has(at) || /[\w./-]/.test(document.text.charAt(at - 1))) continue;
        const span = { start: at, end: at + written.length };
        findings.add(packageRules["target-shared-path"], document.at(span), { path: written, outDir });
        break;
      }
  }
}
