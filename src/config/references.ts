import { isInside } from "../paths/index.ts";
import { isRefFault, parseSkillRef, projectSkillsDir, type RefFault, type SkillRef } from "../refs/index.ts";
import type { SourceConfig, UserConfig } from "./user-config.ts";

export interface WrittenReference {
  readonly text: string;
  readonly key: "dir" | "ref" | "package";
  readonly ref: SkillRef | RefFault;
}

/**
 * No directory has such a name: `npm:skills`, `github:acme/skills`, `git@host:o/r`, any address. `@acme/skills` is a
 * reference, `acme/skills` and `@acme/skills/pdf` are directories.
 */
const REFERENCE =
  /^(?:(?:npm|pkg|github|file|ext|well-known):|(?:git\+)?[a-z][a-z0-9+-]*:\/\/|[A-Za-z0-9_][\w.-]*@[^/@:]+:)/;
const AT_REFERENCE = /^@[^/@]*\/[^/@]*(?:@.*)?$/s;

/** Undefined for a directory or an inline skill. */
export function referenceOf(source: SourceConfig): WrittenReference | undefined {
  const { ref, package: name } = source;
  // PromptKit's spelling, unless the source has been read already.
  const dir = isGiven(source.dir) ? source.dir : source.path;
  if (isGiven(name)) {
    const text = name.startsWith("pkg:") ? name : `pkg:${name}`;
    return { text: name, key: "package", ref: parseSkillRef(text) };
  }
  if (isGiven(ref)) return { text: ref, key: "ref", ref: parseSkillRef(ref) };
  if (dir === undefined || !(REFERENCE.test(dir) || AT_REFERENCE.test(dir))) return undefined;
  return { text: dir, key: "dir", ref: parseSkillRef(dir) };
}

/** Searches do not enter the directory of everything that is installed. */
export function coversInstalled(dir: string, path: string, profile: string | undefined): boolean {
  const managed = projectSkillsDir(profile);
  return isInside(dir, path) && (!isInside(managed, path) || isInside(managed, dir));
}

/** Returns the references that a lock must have, each once. The build reports malformed references. */
export function fetchedReferences({ sources = [] }: UserConfig): readonly SkillRef[] {
  return sources.flatMap((source) => {
    const found = referenceOf(typeof source === "string" ? { dir: source } : source);
    if (found === undefined || isRefFault(found.ref) || found.ref.kind === "pkg") return [];
    return [found.ref];
  });
}

/** Other systems write an empty string for an absent value. */
export function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}
