import type { FixPlan } from "../../diagnostics/index.ts";
import type { FieldEntry } from "../../model/fields.ts";
import { canonicalField, standardFields } from "../../profiles/index.ts";
import type { FieldContext } from "../context.ts";
import { fieldRules } from "./rules.ts";

/** Fields that authors usually write below metadata, although some clients also read them at the top. */
const USUAL_BELOW: ReadonlySet<string> = new Set(["author", "version", "tags", "category", "homepage"]);

/** Reports metadata without a value. The returned entries after it belong to it and need no other finding. */
export function checkMetadataIndent(context: FieldContext, isRefused: boolean): ReadonlySet<FieldEntry> {
  const { document, at } = context;
  const entries = document.fields?.entries ?? [];
  const index = entries.findIndex(({ key }) => key === "metadata");
  const metadata = entries[index];
  const value = metadata?.value;
  if (metadata === undefined || value?.kind !== "scalar" || value.value !== null) return new Set();
  const after = entries.slice(index + 1);
  const end = after.findIndex(({ key }) => standardFields.includes(key) || !isLikelyBelow(key));
  const below = end === -1 ? after : after.slice(0, end);
  const [first] = below;
  if (first === undefined) {
    if (!isRefused) at(fieldRules["metadata-empty"], metadata.keySpan, {});
    return new Set();
  }
  const fixes = planIndent(context, below);
  at(fieldRules["metadata-not-indented"], first.keySpan, { first: first.key, keys: below.length }, { fixes });
  return new Set(below);
}

function isLikelyBelow(key: string): boolean {
  return canonicalField(key) === undefined || USUAL_BELOW.has(key);
}

/** Changes the skill if a client reads one of the entries at the top. */
function planIndent({ document }: FieldContext, below: readonly FieldEntry[]): readonly FixPlan[] {
  const { text } = document.source;
  const from = below[0]?.keySpan?.start;
  const last = below.at(-1);
  const to = last?.value.span?.end ?? last?.keySpan?.end;
  // Multiline text in quotes would also get the spaces.
  const isPlain = below.every(
    ({ value }) => value.kind !== "scalar" || value.style !== "quoted" || !hasLines(text, value),
  );
  if (from === undefined || to === undefined || !isPlain || !/(?:^|[\r\n])$/.test(text.slice(0, from))) return [];
  const edits = Array.from(text.slice(from, to).matchAll(/(?<=^|\n|\r(?!\n))(?=[^\r\n])/g), ({ index }) => ({
    span: { start: from + index, end: from + index },
    text: "  ",
  }));
  const isUnread = below.every(({ key }) => canonicalField(key) === undefined);
  return [{ title: "indent them", applicability: isUnread ? "safe" : "unsafe", edits }];
}

function hasLines(text: string, { span }: FieldEntry["value"]): boolean {
  return span !== undefined && /[\r\n]/.test(text.slice(span.start, span.end));
}
