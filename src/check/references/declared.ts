import { findEntry, type FieldEntry, type FieldNode, type MapNode } from "../../model/fields.ts";
import type { ReferenceStrength, SkillReference } from "../../model/references.ts";
import type { TextSpan } from "../../model/source.ts";
import { fieldItems, namedItems, type ItemFault, type WrittenItem } from "./field-items.ts";

interface ReferenceField {
  /** As written: `metadata.requires-skills`. */
  readonly field: string;
  readonly value: FieldNode;
  readonly kind: "required" | "related";
  readonly strength?: ReferenceStrength;
  readonly entry: FieldEntry;
}

export interface FoundReference extends SkillReference {
  readonly span: TextSpan | undefined;
}

export interface Declared {
  readonly references: readonly FoundReference[];
  readonly malformed: readonly MalformedItem[];
  readonly lists: readonly WeakList[];
}

/** A field whose items may all be names of skills. */
export interface WeakList {
  readonly field: string;
  readonly entry: FieldEntry;
  readonly names: readonly string[];
  /** In the canonical form: `beta, acme@^1`. */
  readonly text: string;
}

interface MalformedItem extends ItemFault {
  readonly field: string;
}

/** The items of these are certainly skills, at the top and below metadata. */
const STRONG: Readonly<Record<string, "required" | "related">> = {
  "requires-skills": "required",
  requires_skills: "required",
  "related-skills": "related",
  related_skills: "related",
};
const PREREQUISITES: ReadonlySet<string> = new Set(["prerequisite-skills", "prerequisite_skills"]);
/** These name programs as often as skills. */
const WEAK: ReadonlySet<string> = new Set(["depends_on", "depends-on", "dependsOn", "depends"]);

/** `more`: further fields whose items are skills. */
export function readDeclared(fields: MapNode, text: string, more: readonly string[]): Declared {
  const references: FoundReference[] = [];
  const malformed: MalformedItem[] = [];
  const lists: WeakList[] = [];
  const seen = new Set<string>();
  for (const field of referenceFields(fields, more)) {
    const { items, faults } =
      field.strength === "named" ? namedItems(field.value, text) : fieldItems(field.value, text);
    if (field.strength === undefined) for (const fault of faults) malformed.push({ field: field.field, ...fault });
    if (field.strength === "weak" && field.kind === "required" && faults.length === 0)
      lists.push({ ...field, names: items.map(({ item }) => item.to), text: items.map(canonical).join(", ") });
    for (const item of items) {
      const reference = toReference(field, item);
      const key = `${reference.kind === "related"}\0${reference.to}`;
      if (!seen.has(key)) references.push(reference);
      seen.add(key);
    }
  }
  return { references, malformed, lists };
}

function canonical({ item: { to, range, isOptional } }: WrittenItem): string {
  return `${to}${range === undefined ? "" : `@${range}`}${isOptional ? "?" : ""}`;
}

function toReference({ field, kind, strength }: ReferenceField, { item, span }: WrittenItem): FoundReference {
  const { to, range, isOptional } = item;
  return {
    to,
    ...(range !== undefined && { range }),
    kind: kind === "required" && isOptional ? "optional" : kind,
    ...(strength !== undefined && { strength }),
    field,
    span,
  };
}

/** In the order in which they are written. */
function* referenceFields(fields: MapNode, more: readonly string[]): Generator<ReferenceField> {
  for (const entry of lastEntries(fields)) {
    const { key, value } = entry;
    if (key === "metadata" && value.kind === "map") yield* metadataFields(value, more);
    else if (key === "requires") {
      // A mapping names programs and environment variables.
      if (value.kind === "list") yield { field: key, value, kind: "required", strength: "weak", entry };
    } else yield* plainField(key, entry, more);
  }
}

function* metadataFields(metadata: MapNode, more: readonly string[]): Generator<ReferenceField> {
  for (const entry of lastEntries(metadata)) {
    const field = `metadata.${entry.key}`;
    if (entry.value.kind === "map" && !Object.hasOwn(STRONG, entry.key)) yield* clientFields(field, entry.value);
    else yield* plainField(field, entry, more);
  }
}

function* plainField(field: string, entry: FieldEntry, more: readonly string[]): Generator<ReferenceField> {
  const { key, value } = entry;
  const kind = Object.hasOwn(STRONG, key) ? STRONG[key] : undefined;
  if (kind !== undefined) yield { field, value, kind, entry };
  else if (more.includes(field)) yield { field, value, kind: "required", entry };
  else if (PREREQUISITES.has(key)) yield { field, value, kind: "required", strength: "named", entry };
  else if (WEAK.has(key)) yield { field, value, kind: "required", strength: "weak", entry };
}

/** Some clients read fields below their own key in metadata. */
function* clientFields(field: string, client: MapNode): Generator<ReferenceField> {
  for (const entry of lastEntries(client)) {
    const { key, value } = entry;
    const own = `${field}.${key}`;
    if (key === "requires" && value.kind === "map") {
      const skills = findEntry(value, "skills");
      if (skills !== undefined)
        yield { field: `${own}.skills`, value: skills.value, kind: "required", strength: "named", entry };
    } else if (key === "dependsOnSkills") yield { field: own, value, kind: "required", strength: "named", entry };
    else if (key === "related_skills") yield { field: own, value, kind: "related", strength: "named", entry };
    else if (key === "works-with") yield { field: own, value, kind: "related", strength: "weak", entry };
    else if (WEAK.has(key)) yield { field: own, value, kind: "required", strength: "weak", entry };
  }
}

function lastEntries({ entries }: MapNode): Iterable<FieldEntry> {
  return new Map(entries.map((entry) => [entry.key, entry])).values();
}
