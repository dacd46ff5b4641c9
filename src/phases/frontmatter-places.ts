/** Where the frontmatter has what linking reports on: the name, the description, toolsets. */
import type { Findings } from "../diagnostics/index.ts";
import type { SkillDocument } from "../model/document.ts";
import { findEntry, type FieldNode } from "../model/fields.ts";
import type { LineRef } from "../model/finding.ts";
import type { SkillUnit, WrittenName } from "../model/unit.ts";

export function findWritten(
  { fields, source }: SkillDocument,
  toolsets: readonly string[],
  findings: Pick<Findings, "locate">,
): { readonly at: SkillUnit["at"]; readonly toolsets: readonly WrittenName[] } {
  const nodeOf = (key: string): FieldNode | undefined => fields && findEntry(fields, key)?.value;
  const locate = (key: string): LineRef | undefined => {
    const span = nodeOf(key)?.span;
    return span && findings.locate(source, span);
  };
  const at: { -readonly [K in keyof SkillUnit["at"]]: LineRef } = {};
  const name = locate("name");
  if (name !== undefined) at.name = name;
  const description = locate("description");
  if (description !== undefined) at.description = description;
  const list = nodeOf("toolsets")?.span;
  const findToolset = (toolset: string): WrittenName => {
    const start = list === undefined ? -1 : source.text.indexOf(toolset, list.start);
    if (list === undefined || start === -1 || start + toolset.length > list.end) return { name: toolset };
    return { name: toolset, at: findings.locate(source, { start, end: start + toolset.length }) };
  };
  return { at, toolsets: toolsets.map(findToolset) };
}
