/** Converts values of fields to strings, as the system of a profile does. */
import type { FieldNode } from "../model/fields.ts";
import { phpText, type ProfileBehavior } from "../profiles/index.ts";
import { describeValue, scalarText } from "./context.ts";

/** Whether a value counts as no text at all. */
export function isEmptyText({ emptyText, nullWords }: ProfileBehavior, node: FieldNode): boolean {
  if (node.kind !== "scalar") return false;
  if (node.value === null) return nullWords === "empty" || node.source === "";
  return (emptyText === "blank" ? node.source.trim() : node.source) === "";
}

/** The text of a scalar; undefined for lists and maps, unless the reader takes them as written. */
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

/** A value as JavaScript has it: a number is one. */
function plainJson(node: FieldNode): unknown {
  return node.kind === "scalar" ? node.value : node.kind === "list" ? node.items.map(plainJson) : {};
}

function typedText(node: FieldNode): string | undefined {
  return node.kind === "scalar" && typeof node.value === "number" ? String(node.value) : scalarText(node);
}

/** What the reader of the profile gets instead of a string. */
export function typeOf(node: FieldNode): string {
  if (node.kind !== "scalar" || typeof node.value !== "string") return describeValue(node);
  return DATE.test(node.source) ? "a date" : "a number";
}

/** A date and numbers that YAML 1.1 does not read as strings, and YAML 1.2 does. */
const DATE = /^\d{4}-\d{1,2}-\d{1,2}$/;
const NUMBER = /^[-+]?\d+(?:_[\d_]*|:[0-5]?\d)$/;

/** Whether the reader of the profile gets something other than a string from a value. */
export function isTyped({ dates, zeros }: ProfileBehavior, node: FieldNode): boolean {
  if (node.kind !== "scalar") return false;
  if (typeof node.value !== "string") return zeros === "numbers" || !/^[-+]?0\d/.test(node.source);
  if (node.style !== "plain") return false;
  const isNumber = dates.startsWith("typed-") && NUMBER.test(node.source);
  return isNumber || (dates.startsWith("typed") && DATE.test(node.source));
}
