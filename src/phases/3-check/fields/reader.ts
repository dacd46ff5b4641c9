/** Checks what depends on the system of a profile: unread fields, code, limits. */
import type { FieldEntry } from "../../../model/fields.ts";
import type { SkillFields } from "../../../model/skill.ts";
import { isReadBy, readersOf } from "../../../profiles/index.ts";
import { lastEntry, type CheckContext } from "../context.ts";

/** Reports a field that some client reads, but not the client of the profile. */
export function checkReader({ profile, at }: CheckContext, { key, keySpan }: FieldEntry, canonical: string): void {
  if (profile.reads === undefined || profile.fields === "closed" || isReadBy(profile.reads, canonical)) return;
  at("field-not-read", keySpan, { field: key, reader: profile.label, readers: readersOf(canonical).join(", ") });
}

/** Reports hooks, which run programs from the author of the skill. */
export function checkExecutes({ skill, at }: CheckContext, typed: SkillFields): void {
  if (Object.keys(typed.hooks).length === 0) return;
  at("executes-code", lastEntry(skill, (key) => key === "hooks")?.keySpan, { what: "hooks" });
}

/** Reports tools that the application does not offer; a pattern such as `Bash(git:*)` refers to the tool before the parenthesis. */
export function checkOfferedTools(
  { skill, at }: CheckContext,
  typed: SkillFields,
  offered: readonly string[] | undefined,
): void {
  if (offered === undefined) return;
  const span = lastEntry(skill, (key) => /^allowed[-_]?tools$/i.test(key))?.value.span;
  for (const tool of new Set(typed.allowedTools))
    if (!offered.includes(tool) && !offered.includes(tool.replace(/\(.*$/s, "")))
      at("tool-not-offered", span, { tool, tools: offered.join(", ") });
}

/** Checks the number of files. */
export function checkFileCount({ skill, profile, at }: CheckContext): void {
  const { files: limit, whose, by } = profile.limits ?? {};
  const files = skill.files.length + 1;
  if (limit === undefined || files <= limit) return;
  if (by === "mcp") at("mcp-too-many-files", undefined, { files, limit });
  else at("upload-too-large", undefined, { what: "files", amount: files, limit, whose: whose ?? "" });
}

/** Counts bytes of files while they are read, and reports too many. */
export function createSizeCheck({ skill, profile, at, atFile }: CheckContext): {
  see(location: string, path: string, bytes: number): void;
  finish(): void;
} {
  const { bytes: limit, fileBytes, whose = "", by } = profile.limits ?? {};
  let total = skill.bytes.length;
  return {
    see(location, path, bytes) {
      total += bytes;
      if (fileBytes !== undefined && bytes > fileBytes)
        atFile("upload-too-large", location, { what: `bytes in "${path}"`, amount: bytes, limit: fileBytes, whose });
    },
    finish() {
      if (limit === undefined || total <= limit) return;
      if (by === "mcp") at("mcp-too-large", undefined, { bytes: total, limit });
      else at("upload-too-large", undefined, { what: "bytes in total", amount: total, limit, whose });
    },
  };
}
