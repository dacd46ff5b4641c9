/** Checks an agent or a toolset of Carnet: a name, a description, lists of names. */
import type { Report } from "../../diagnostics/index.ts";
import { findEntry, type FieldNode } from "../../model/fields.ts";
import type { Companion, NamedThing, ParsedCompanion } from "../../model/companion.ts";
import { isBlank, scalarText } from "./context.ts";

/** What the file says; undefined, and a finding, when it has no name or no description. */
export function checkCompanion(parsed: ParsedCompanion, report: Report): Companion | undefined {
  const { kind, file, catalogFile, source, fields, fence, body } = parsed;
  const text = (key: string): string | undefined => {
    const node = findEntry(fields, key)?.value;
    return node === undefined || isBlank(node) ? undefined : scalarText(node);
  };
  const name = text("name");
  const description = text("description");
  if (name === undefined || description === undefined) {
    report.report(
      "agent-invalid",
      { file, source, span: fence },
      { kind, missing: name === undefined ? "name" : "description" },
    );
    return undefined;
  }
  const names = (key: string): readonly NamedThing[] => namesIn(findEntry(fields, key)?.value);
  const tools = names("tools").map((tool) => tool.name);
  return {
    kind,
    file,
    catalogFile,
    source,
    name,
    description,
    body,
    initialSkills: names("initialSkills"),
    skills: names("skills"),
    tools,
  };
}

function namesIn(node: FieldNode | undefined): readonly NamedThing[] {
  if (node?.kind !== "list") return [];
  return node.items.flatMap((item) =>
    item.kind === "scalar" && item.value !== null ? [{ name: item.source, ...(item.span && { span: item.span }) }] : [],
  );
}
