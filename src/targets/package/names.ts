import type { CatalogSkill } from "../../runtime/catalog/catalog.ts";

/** The longest name of the specification, in characters. */
export const LONGEST_NAME = 64;

/**
 * Returns the names that skills have in a directory: their own where no other skill has it, else with their namespace
 * before it.
 *
 * @example
 * flatNames([{ name: "refunds", namespace: "billing" }, { name: "refunds", namespace: "support" }]);
 * // ["billing-refunds", "support-refunds"]
 */
export function flatNames(skills: readonly Pick<CatalogSkill, "name" | "namespace">[]): readonly string[] {
  const count = new Map<string, number>();
  for (const { name } of skills) count.set(name, (count.get(name) ?? 0) + 1);
  return skills.map(({ name, namespace }) =>
    namespace === undefined || count.get(name) === 1 ? name : `${toPluginName(namespace).replaceAll(".", "-")}-${name}`,
  );
}

/** Returns why a name cannot be that of a directory; undefined if it can. A package is unpacked on any system. */
export function nameFault(name: string): string | undefined {
  if (name.length > LONGEST_NAME) return `it has ${name.length} characters (max ${LONGEST_NAME})`;
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (/[\u0000-\u001f\u007f/\\<>:"|?*]/.test(name) || /^[.\s]|[.\s]$|^$/.test(name))
    return "no directory can have it on every system";
  return undefined;
}

/**
 * Returns a name as that of a plugin: lower-case letters, digits, dots and hyphens; empty if nothing of it is left.
 *
 * @example
 * toPluginName("@Acme/Tide Tables"); // "acme-tide-tables"
 */
export function toPluginName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, "-")
    .replaceAll(/-{2,}/g, "-")
    .replaceAll(/\.{2,}/g, ".")
    .replaceAll(/^[.-]+|(?<![.-])[.-]+$/g, "")
    .slice(0, LONGEST_NAME)
    .replaceAll(/(?<![.-])[.-]+$/g, "");
}
