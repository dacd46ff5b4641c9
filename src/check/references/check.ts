import type { SkillDocument } from "../../model/document.ts";
import type { SkillReference } from "../../model/references.ts";
import type { SkillFields } from "../../model/unit.ts";
import type { TextSpan } from "../../model/source.ts";
import type { SkillListing, TextContext } from "../context.ts";
import { pathInSkill, pathOfTarget } from "../links/check.ts";
import { readDeclared, type FoundReference, type WeakList } from "./declared.ts";
import { findMentions } from "./mentions.ts";
import { planCanonical } from "./plan-canonical.ts";
import { referenceRules } from "./rules.ts";

const MOST_REFERENCES = 256;

/**
 * Returns declared references as written, then mentions, then paths. `more`: further fields whose items are names of
 * skills.
 */
export function checkReferences(
  { skill, document, at }: Pick<TextContext<SkillDocument>, "skill" | "document" | "at">,
  fields: SkillFields | undefined,
  { links, more }: { readonly links: SkillDocument["links"]; readonly more: readonly string[] },
): readonly FoundReference[] {
  const own = namesOf(fields);
  const { references, malformed, lists } =
    document.fields === undefined ? NOTHING : readDeclared(document.fields, document.source.text, more);
  for (const list of lists) reportForm(list, document, at);
  for (const { field, fault, value, span } of malformed)
    at(referenceRules["dependency-malformed"], span, { field, fault, value });
  const isSelf = ({ to }: SkillReference): boolean => own.includes(to);
  for (const { to, field = "", strength, span } of references.filter(isSelf))
    if (strength === undefined) at(referenceRules["dependency-malformed"], span, { field, fault: "self", value: to });
  const declared = references.filter((reference) => !isSelf(reference));
  const mentions = findMentions(document, own, MOST_REFERENCES).map(({ name, span }) =>
    reference("mention", name, span),
  );
  return [...declared, ...mentions, ...findPaths(skill, links)].slice(0, MOST_REFERENCES);
}

/** A list of names gets the canonical form if all of them are skills. */
function reportForm(list: WeakList, { fields, source }: SkillDocument, at: TextContext["at"]): void {
  const { field, entry, names, text } = list;
  const isPlain = names.length > 0 && names.every((name) => !/[:/]/.test(name));
  if (!isPlain || fields === undefined) return;
  const fixes = planCanonical(fields, list, source.text);
  const args = { field, items: text };
  at(referenceRules["dependency-form"], entry.keySpan, args, { fixes, holdsIf: { skills: names } });
}

const NOTHING = { references: [], malformed: [], lists: [] };

function reference(kind: "mention" | "path", to: string, span: TextSpan): FoundReference {
  return { kind, to, span };
}

function namesOf(fields: SkillFields | undefined): readonly string[] {
  if (fields === undefined) return [];
  const { name, namespace } = fields;
  return namespace === undefined ? [name] : [name, `${namespace}:${name}`];
}

/** Each path once. */
function findPaths({ files }: SkillListing, links: SkillDocument["links"]): readonly FoundReference[] {
  const found = new Map<string, FoundReference>();
  for (const { target, span } of links) {
    const path = pathOfTarget(target);
    const to = path === undefined || /^[/~]/.test(path) ? "" : pathInSkill(path, "", files);
    if (to.startsWith("../") && !found.has(to)) found.set(to, reference("path", to, span));
  }
  return [...found.values()];
}
