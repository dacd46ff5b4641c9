/** Converts values of fields to strings, as the system of a profile does. */
import type { FieldNode } from "../model/fields.ts";
import { phpText, type ProfileBehavior } from "../profiles/index.ts";
import { scalarText } from "./context.ts";

/** Whether a value counts as no text at all. */
export function isEmptyText({ emptyText, nullWords }: ProfileBehavior, node: FieldNode): boolean {
  if (node.kind !== "scalar") return false;
  if (node.value === null) return nullWords === "empty" || node.source === "";
  return (emptyText === "blank" ? node.source.trim() : node.source) === "";
}

/** The text of a scalar; undefined for lists and maps. */
export function textOf({ scalars }: ProfileBehavior, node: FieldNode): string | undefined {
  return scalars === "php" ? phpText(node) : scalarText(node);
}
