import type { FieldNode } from "../model/fields.ts";
import { phpText, type ProfileBehavior } from "../profiles/index.ts";
import { describeValue, scalarText } from "./context.ts";

export function isEmptyText({ emptyText, nullWords }: ProfileBehavior, node: FieldNode): boolean {
  if (node.kind !== "scalar") return false;
  if (node.value === null) return nullWords === "empty" || node.source === "";
  return (emptyText === "blank" ? node.source.trim() : node.source) === "";
}

/** Undefined for lists and mappings, unless the reader takes them as written. */
export function textOf({ scalars }: ProfileBehavior, node: FieldNode): string | undefined {
  if (scalars === "php") return phpText(node);
  if (scalars === "typed") return typedText(node);
  if (scalars === "strings") return node.kind === "scalar" && typeof node.value === "string" ? node.source : undefined;
  if (scalars === "source") return node.source;
  if (scalars === "javascript") return String(plainJson(node));
  if (scalars === "one-line") {
    // A repair quotes brackets with a colon in them.
    const isText = node.kind === "scalar" || /^[[{].*: /.test(node.source);
    return isText ? node.source.trim().replaceAll(/\s+/g, " ") : undefined;
  }
  return scalarText(node);
}

function plainJson(node: FieldNode): unknown {
  return node.kind === "scalar" ? node.value : node.kind === "list" ? node.items.map(plainJson) : {};
}

function typedText(node: FieldNode): string | undefined {
  return node.kind === "scalar" && typeof node.value === "number" ? String(node.value) : scalarText(node);
}

/** The type that the reader of the profile gets instead of a string. */
export function typeOf(node: FieldNode): string {
  if (node.kind !== "scalar" || typeof node.value !== "string") return describeValue(node);
  return DATE.test(node.source) ? "a date" : "a number";
}

/** YAML 1.2 reads these as strings, YAML 1.1 as a date and numbers. */
const DATE = /^\d{4}-\d{1,2}-\d{1,2}$/;
const NUMBER = /^[-+]?\d+(?:_[\d_]*|:[0-5]?\d)$/;

export function isTyped({ dates, zeros }: ProfileBehavior, node: FieldNode): boolean {
  if (node.kind !== "scalar") return false;
  if (typeof node.value !== "string") return zeros === "numbers" || !/^[-+]?0\d/.test(node.source);
  if (node.style !== "plain") return false;
  const isNumber = dates.startsWith("typed-") && NUMBER.test(node.source);
  return isNumber || (dates.startsWith("typed") && DATE.test(node.source));
}
