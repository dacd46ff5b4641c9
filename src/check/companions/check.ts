import { createFindings } from "../../diagnostics/index.ts";
import type { Companion, FoundCompanion } from "../../model/companion.ts";
import type { Document } from "../../model/document.ts";
import { findEntry, type FieldNode } from "../../model/fields.ts";
import type { FindingGroup } from "../../model/finding.ts";
import type { TextSpan } from "../../model/source.ts";
import type { WrittenName } from "../../model/unit.ts";
import { describeValue, isBlank, scalarText } from "../context.ts";
import { checkDeceptiveDocument } from "../security/check-document.ts";
import { companionRules } from "./rules.ts";

const LISTS = ["initialSkills", "skills", "tools"] as const;

/** Undefined, and a finding, if a field is missing or a list contains something other than names. */
export function checkCompanion(
  { kind, file, catalogFile }: FoundCompanion,
  document: Document,
): { readonly companion?: Companion; readonly found: FindingGroup } {
  const found = createFindings();
  const { source, fields, frontmatter, body } = document;
  checkDeceptiveDocument(document, catalogFile, found);
  const valueOf = (key: string): FieldNode | undefined => fields && findEntry(fields, key)?.value;
  const textOf = (key: string): string | undefined => {
    const node = valueOf(key);
    return node === undefined || isBlank(node) ? undefined : scalarText(node);
  };
  const refuse = (field: string, span: TextSpan | undefined, what: string): { found: FindingGroup } => {
    found.add(companionRules["agent-invalid"], { file, source, span }, { kind, field, found: what });
    return { found };
  };
  const name = textOf("name");
  const description = textOf("description");
  const missing =
    name === undefined
      ? "name"
      : description === undefined
        ? "description"
        : kind === "toolset" && valueOf("tools") === undefined
          ? "tools"
          : undefined;
  if (name === undefined || description === undefined || missing !== undefined)
    return refuse(missing ?? "", frontmatter?.fence, "");
  for (const key of LISTS) {
    const value = valueOf(key);
    const what = value === undefined ? "" : whatElse(value);
    if (what !== "") return refuse(key, value?.span, what);
  }
  const namesIn = (key: (typeof LISTS)[number]): readonly WrittenName[] => {
    const node = valueOf(key);
    return node?.kind !== "list" ? [] : node.items.flatMap((item) => nameOf(item));
  };
  const nameOf = (item: FieldNode): WrittenName[] =>
    item.kind !== "scalar" || item.value === null
      ? []
      : [{ name: item.source, ...(item.span && { at: found.locate(source, item.span) }) }];
  const metadata = valueOf("metadata");
  const below = metadata?.kind === "map" ? findEntry(metadata, "model")?.value : undefined;
  const model = textOf("model") ?? (below && !isBlank(below) ? scalarText(below) : undefined);
  const companion = {
    kind,
    ...(kind === "agent" && model !== undefined && { model }),
    file,
    catalogFile,
    name,
    description,
    body: body.text,
    initialSkills: namesIn("initialSkills"),
    skills: namesIn("skills"),
    tools: namesIn("tools").map((tool) => tool.name),
    found,
  };
  return { companion, found };
}

/** Returns "" for a list of names; a field without a value is an empty list. */
function whatElse(value: FieldNode): string {
  if (value.kind === "scalar" && value.value === null) return "";
  if (value.kind !== "list") return `is ${describeValue(value)}`;
  const other = value.items.find((item) => item.kind !== "scalar" || isBlank(item));
  return other === undefined ? "" : `contains ${describeValue(other)}`;
}
