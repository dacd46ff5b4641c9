import type { FixPlan } from "../../diagnostics/index.ts";
import { findEntry, type FieldNode, type MapNode } from "../../model/fields.ts";
import { readJson } from "../../model/json-text.ts";
import type { SourceText, TextSpan } from "../../model/source.ts";
import { describeJson } from "../entries/entry-context.ts";
import type { ReportAt } from "../context.ts";

export interface ManifestContext {
  readonly source: SourceText;
  readonly at: ReportAt;
  /** Returns whether something exists at a path below the root; undefined if only the text is known. */
  readonly exists?: ((path: string) => boolean) | undefined;
}

interface ManifestFault {
  readonly detail: string;
  readonly fix: string;
  /** Whether clients accept the file all the same. */
  readonly isHarmless?: true;
}

export type ReportManifest = (span: TextSpan | undefined, fault: ManifestFault, fixes?: readonly FixPlan[]) => void;

/** One tool writes every key twice. Codex rejects such a file, other clients read the last. */
const MOST_DUPLICATES = 10;

/** Undefined, and a finding, if the manifest is not an object. */
export function readManifest({ text }: SourceText, refuse: ReportManifest): MapNode | undefined {
  const hasMark = text.startsWith("\uFEFF");
  const mark = { start: 0, end: 1 };
  if (hasMark)
    refuse(mark, { detail: "the file starts with a byte order mark", fix: "delete it: JSON must start without one" }, [
      { title: "delete the byte order mark", applicability: "safe", edits: [{ span: mark, text: "" }] },
    ]);
  // Keeps every offset.
  const reading = readJson(hasMark ? ` ${text.slice(1)}` : text);
  if ("fault" in reading) {
    refuse(reading.fault.span, { detail: reading.fault.message, fix: "write valid JSON" });
    return undefined;
  }
  const { node, duplicates } = reading;
  for (const { key, keySpan } of duplicates.slice(0, MOST_DUPLICATES))
    refuse(keySpan, { detail: `duplicate key ${JSON.stringify(key)}`, fix: "delete one of them" });
  if (node.kind === "map") return node;
  refuse(node.span, { detail: `the file must be an object, but it is ${describeJson(node)}`, fix: "write { … }" });
  return undefined;
}

/** `texts`: a list of strings. */
export type JsonType = "text" | "texts" | "object" | "boolean";

const TYPES: Readonly<Record<JsonType, { readonly is: (node: FieldNode) => boolean; readonly name: string }>> = {
  text: { is: (node) => isText(node), name: "a string" },
  texts: { is: (node) => node.kind === "list" && node.items.every(isText), name: "a list of strings" },
  object: { is: (node) => node.kind === "map", name: "an object" },
  boolean: { is: (node) => node.kind === "scalar" && typeof node.value === "boolean", name: "true or false" },
};

export function isText(node: FieldNode): boolean {
  return node.kind === "scalar" && typeof node.value === "string";
}

/** Undefined if the field is absent, or has another type, which is reported. */
export function fieldOfType(
  map: MapNode,
  field: string,
  type: JsonType,
  { refuse, inside = "" }: { readonly refuse: ReportManifest; readonly inside?: string },
): FieldNode | undefined {
  const value = findEntry(map, field)?.value;
  if (value === undefined || TYPES[type].is(value)) return value;
  const name = inside === "" ? field : `${inside}.${field}`;
  const wrong = (value.kind === "list" && type === "texts" && value.items.find((item) => !isText(item))) || value;
  const found = wrong === value ? `is ${describeJson(value)}` : `contains ${describeJson(wrong)}`;
  refuse(wrong.span, {
    detail: `${name} must be ${TYPES[type].name}, but it ${found}`,
    fix: `write ${TYPES[type].name}`,
  });
  return undefined;
}

/** Lower case, other characters as single hyphens, as every client reads a name; "" if nothing is left. */
export function kebabName(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, 64);
}

/**
 * Returns why clients cannot install something by its name: `plugin@marketplace` (Claude Code 2.1.330, Codex 0.169.0).
 */
export function idFault(name: string): string | undefined {
  if (name.trim() === "") return "is empty";
  if (/\s/.test(name)) return "contains a space";
  if (/^[\w.-]*$/.test(name)) return /^[A-Za-z0-9]/.test(name) ? undefined : "does not start with a letter or a digit";
  return 'is not of letters, digits, ".", "_" and "-"';
}

export function planJsonText(
  span: TextSpan | undefined,
  text: string,
  applicability: FixPlan["applicability"],
): readonly FixPlan[] {
  if (span === undefined || text === "") return [];
  return [{ title: `write ${JSON.stringify(text)}`, applicability, edits: [{ span, text: JSON.stringify(text) }] }];
}
