import type { Document } from "../../model/document.ts";
import { findEntry, toJson, type FieldNode } from "../../model/fields.ts";
import { readTier, writtenTier } from "../../model/index-tiers.ts";
import type { SkillFields } from "../../model/unit.ts";
import { lastEntry, type FieldContext, type TextContext } from "../context.ts";
import { fieldRules } from "./rules.ts";

export function checkInvocation({ document, at }: FieldContext, typed: SkillFields): void {
  const entryOf = (pattern: RegExp): ReturnType<typeof lastEntry> => lastEntry(document, (key) => pattern.test(key));
  if (typed.disableModelInvocation && !typed.userInvocable) {
    const model = entryOf(/^disable[-_]?model[-_]?invocation$/i);
    const user = entryOf(/^user[-_]?invocable$/i);
    const [first, second] = (model?.keySpan?.start ?? 0) < (user?.keySpan?.start ?? 0) ? [model, user] : [user, model];
    const place = { file: document.source.file, source: document.source };
    const span = first?.value.span;
    at(
      fieldRules["never-invocable"],
      second?.value.span,
      {},
      { labels: span && [{ ...place, span, text: "together with this" }] },
    );
  }
  if (typed.agent !== undefined && typed.context !== "fork") {
    const entry = entryOf(/^agent$/);
    if (entry !== undefined)
      at(fieldRules["agent-without-fork"], entry.value.span ?? entry.keySpan, { agent: typed.agent });
  }
}

/** Also reports a tier of a skill that is hidden from models. Numbers and lists mean something else. */
export function checkIndexTier({ document, at }: TextContext, fields: SkillFields): void {
  const node = inMetadata(document, "index");
  const value = node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
  const isWord = value !== undefined && /^[a-z_-]+$/i.test(value);
  if (isWord && readTier(value) === undefined)
    return at(fieldRules["index-tier-invalid"], node?.span, { value, hidden: false });
  const tier = writtenTier(fields);
  if (tier === undefined || !fields.disableModelInvocation) return;
  const place = node ?? lastEntry(document, (key) => key === "deferred")?.value;
  at(fieldRules["index-tier-invalid"], place?.span, { value: tier, hidden: true });
}

/** Systems read either a separate list or a string under metadata that commas separate. */
export function checkTagForms({ document, at }: TextContext): void {
  const tags = lastEntry(document, (key) => key === "tags")?.value;
  const metadataTags = inMetadata(document, "tags");
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

function inMetadata({ fields }: Document, key: string): FieldNode | undefined {
  const metadata = fields && findEntry(fields, "metadata")?.value;
  return metadata?.kind === "map" ? findEntry(metadata, key)?.value : undefined;
}
