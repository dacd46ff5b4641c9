import { isInside } from "../paths/index.ts";
import { isRefFault, parseSkillRef, projectSkillsDir, type RefFault, type SkillRef } from "../refs/index.ts";
import type { SourceConfig, UserConfig } from "./user-config.ts";

export interface WrittenReference {
  readonly text: string;
  readonly key: "dir" | "ref" | "package";
  readonly ref: SkillRef | RefFault;
}

/**
 * What no directory is called: `npm:skills`, `github:acme/skills`, `git@host:o/r`, any address. `@acme/skills` is a
 * reference, `acme/skills` and `@acme/skills/pdf` are directories.
 */
const REFERENCE =
  /^(?:(?:npm|pkg|github|file|ext|well-known):|(?:git\+)?[a-z][a-z0-9+-]*:\/\/|[A-Za-z0-9_][\w.-]*@[^/@:]+:)/;
const AT_REFERENCE = /^@[^/@]*\/[^/@]*(?:@.*)?$/s;

/** Returns the reference of a source; undefined for a directory or an inline skill. */
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

/**
 * Returns whether a directory of sources contains an installed one: a search of what is around does not enter the directory
 * of everything that is installed.
 */
export function coversInstalled(dir: string, path: string, profile: string | undefined): boolean {
  const managed = projectSkillsDir(profile);
  return isInside(dir, path) && (!isInside(managed, path) || isInside(managed, dir));
}

/**
 * Returns the references of a config that are fetched, each once: those that a lock must have. What is not a reference is
 * left to the build, which reports it.
 */
export function fetchedReferences({ sources = [] }: UserConfig): readonly SkillRef[] {
  return sources.flatMap((source) => {
    const found = referenceOf(typeof source === "string" ? { dir: source } : source);
    if (found === undefined || isRefFault(found.ref) || found.ref.kind === "pkg") return [];
    return [found.ref];
  });
}

/** Returns whether a string has content: other systems write an empty one for an absent value. */
export function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}
