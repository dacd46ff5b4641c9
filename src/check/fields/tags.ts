/** Checks tags, which can be a separate list or, separated by commas, under metadata; systems read one or the other. */
import { toJson, type FieldNode } from "../../model/fields.ts";
import { lastEntry, type TextContext } from "../context.ts";
import { fieldRules } from "./rules.ts";

export function checkTagForms({ document, at }: TextContext): void {
  const tags = lastEntry(document, (key) => key === "tags")?.value;
  const metadata = lastEntry(document, (key) => key === "metadata")?.value;
  const metadataTags =
    metadata?.kind === "map" ? metadata.entries.findLast(({ key }) => key === "tags")?.value : undefined;
  if (tags === undefined || metadataTags === undefined) return;
  const [one, two] = [tagsOf(tags), tagsOf(metadataTags)];
  if (one === two) return;
  const label = metadataTags.span && {
    file: document.source.file,
    source: document.source,
    span: metadataTags.span,
    text: "and here",
  };
  at(fieldRules["tags-two-forms"], tags.span, { tags: one, metadataTags: two }, { labels: label && [label] });
}

function tagsOf(node: FieldNode): string {
  const value = toJson(node);
  const tags = Array.isArray(value) ? value.map(String) : String(value ?? "").split(",");
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ""))].sort().join(", ");
}
