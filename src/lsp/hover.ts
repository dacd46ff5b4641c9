import { MarkupKind, type Hover, type Range } from "vscode-languageserver/node";
import { toLspDiagnostic } from "../formats/convert.ts";
import { findingsOf, touches } from "./code-actions.ts";
import { fieldText, ruleText, skillText } from "./hover-texts.ts";
import { rangeIn, skillNamed, type OpenDocument } from "./open-document.ts";
import { fieldAt, wordAt } from "./places.ts";

export async function hoverAt(open: OpenDocument, offset: number): Promise<Hover | null> {
  const { document, snapshot } = open;
  const text = document.getText();
  const profile = snapshot.config?.profile ?? "standard";
  const rules = await rulesAt(open, offset, profile);
  const field = fieldAt(text, offset);
  if (field?.keyRange !== undefined && !field.isInValue) {
    const about = fieldText(field.key, profile);
    return toHover([...(about === undefined ? [] : [about]), ...rules.texts], rangeIn(document, field.keyRange));
  }
  if (rules.texts.length > 0) return toHover(rules.texts, rules.range);
  const found = wordAt(text, offset);
  const skill = found === undefined ? undefined : skillNamed(snapshot, found.word);
  if (found === undefined || skill === undefined) return null;
  return toHover([skillText(skill.id ?? skill.name, skill.description)], rangeIn(document, found));
}

async function rulesAt(
  open: OpenDocument,
  offset: number,
  profile: string,
): Promise<{ readonly texts: readonly string[]; readonly range?: Range }> {
  const at = open.document.positionAt(offset);
  const found = findingsOf(open).flatMap((one) => {
    const { range } = toLspDiagnostic(one, (file) => file);
    return one.span !== undefined && touches(range, { start: at, end: at }) ? [{ rule: one.rule, range }] : [];
  });
  const [first] = found;
  if (first === undefined) return { texts: [] };
  // The examples of all rules: nothing else in the server needs them.
  const { describeRule } = await import("../rule-docs.ts");
  const names = [...new Set(found.map(({ rule }) => rule))];
  return { texts: names.map((name) => ruleText(describeRule(name, [profile]), profile)), range: first.range };
}

function toHover(texts: readonly string[], range: Range | undefined): Hover | null {
  if (texts.length === 0) return null;
  return { contents: { kind: MarkupKind.Markdown, value: texts.join("\n\n---\n\n") }, ...(range && { range }) };
}
