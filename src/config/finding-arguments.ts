import { nearestNames } from "../runtime/access.ts";

/** "" if no name is near. */
export function nearest(name: string, candidates: readonly string[]): string {
  return nearestNames(name, candidates)[0] ?? "";
}

export function describeUnknown(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}…` : value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
