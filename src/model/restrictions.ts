/** Fields that restrict who may use a skill, or what a model may do with it. A value that cannot be used is never lost. */
const fields = [
  "allowed-tools",
  "disallowed-tools",
  "disable-model-invocation",
  "user-invocable",
  "required_scope",
  "hooks",
  "paths",
] as const;

export type RestrictingField = (typeof fields)[number];

/** Returns the field itself if it restricts; undefined for any other, and for another spelling. */
export function asRestriction(field: string | undefined): RestrictingField | undefined {
  return fields.find((one) => one === field);
}

/** Returns the restricting field that a key is with another case or other separators; also the field itself. */
export function restrictionOf(key: string): RestrictingField | undefined {
  return fields.find((field) => bare(field) === bare(key));
}

/** Spellings of a field differ in case and separators. */
export function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[-_\s]/g, "");
}
