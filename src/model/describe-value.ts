import type { FieldNode } from "./fields.ts";

export function describeValue(node: FieldNode): string {
  if (node.kind !== "scalar") return node.kind === "list" ? "a list" : "a mapping";
  if (node.value === null) return "empty";
  return typeof node.value === "string" ? "a string" : typeof node.value === "number" ? "a number" : "a boolean";
}
