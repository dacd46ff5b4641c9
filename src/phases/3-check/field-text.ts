/** Converts values of fields to strings, as the system of a profile does. */
import type { FieldNode } from "../../model/fields.ts";
import { phpText, type Profile } from "../../profiles/index.ts";
import { scalarText } from "./context.ts";

/** Returns whether a value counts as empty. */
export function isEmptyText({ emptyText, nullWords }: Profile, node: FieldNode): boolean {
  if (node.kind !== "scalar") return false;
  if (node.value === null) return nullWords === "empty" || node.source === "";
  return (emptyText === "blank" ? node.source.trim() : node.source) === "";
}

/** Returns the string of a scalar; undefined for lists and mappings. */
export function textOf({ scalars }: Profile, node: FieldNode): string | undefined {
  return scalars === "php" ? phpText(node) : scalarText(node);
}
