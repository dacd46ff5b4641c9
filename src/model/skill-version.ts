import type { SkillFields } from "./unit.ts";

/** Returns the version of a skill: `version`, else `metadata.version`; undefined without one. */
export function versionOf({ version, metadata }: Pick<SkillFields, "version" | "metadata">): string | undefined {
  const written = version ?? metadata["version"];
  return typeof written === "string" || typeof written === "number" ? String(written) : undefined;
}
