/** Checks a Carnet agent or toolset: a name, a description, lists of names. */
import type { Report } from "../../../diagnostics/index.ts";
import { findEntry, type FieldNode } from "../../../model/fields.ts";
import type { Companion, NamedThing, ParsedCompanion } from "../../../model/companion.ts";
import { describeValue, isBlank, scalarText } from "../context.ts";

/** Returns the content of the file; undefined, with a finding, if a required field is missing or a list contains anything but names. */
export function checkCompanion(parsed: ParsedCompanion, report: Report): Companion | undefined {
  const { kind, file, catalogFile, source, fields, fence, body } = parsed;
  const text = (key: string): string | undefined => {
    const node = findEntry(fields, key)?.value;
    return node === undefined || isBlank(node) ? undefined : scalarText(node);
  };
  const name = text("name");
  const description = text("description");
  const refuse = (field: string, span = fence, found = ""): undefined => {
    report.report("agent-invalid", { file, source, span }, { kind, field, found });
  };
  if (name === undefined) return refuse("name");
  if (description === undefined) return refuse("description");
  if (kind === "toolset" && findEntry(fields, "tools") === undefined) return refuse("tools");
  const lists = ["initialSkills", "skills", "tools"].map((key) => ({ key, value: findEntry(fields, key)?.value }));
  for (const { key, value } of lists) {
    const found = value === undefined ? "" : whatElse(value);
    if (found !== "") return refuse(key, value?.span, found);
  }
  const [initialSkills = [], skills = [], tools = []] = lists.map(({ value }) => namesIn(value));
  return {
    kind,
    file,
    catalogFile,
    source,
    name,
    description,
    body,
    initialSkills,
    skills,
    tools: tools.map((tool) => tool.name),
  };
}

/** Describes a value that is not a list of names; a field without a value is an empty list. */
function whatElse(value: FieldNode): string {
  if (value.kind === "scalar" && value.value === null) return "";
  if (value.kind !== "list") return `is ${describeValue(value)}`;
  const other = value.items.find((item) => item.kind !== "scalar" || isBlank(item));
  return other === undefined ? "" : `contains ${describeValue(other)}`;
}

function namesIn(node: FieldNode | undefined): readonly NamedThing[] {
  if (node?.kind !== "list") return [];
  return node.items.flatMap((item) =>
    item.kind === "scalar" && item.value !== null ? [{ name: item.source, ...(item.span && { span: item.span }) }] : [],
  );
}
