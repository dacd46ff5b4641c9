/** A package of npm recommends skills that it does not contain: its field `skills` (antfu/skills-npm 1.2.1). */
import { isRefFault, parseSkillRef } from "../refs/index.ts";
import type { ArchiveEntry } from "./archive-entry.ts";

const MOST = 50;
/** `owner/repo#revision@skill`; the last two may be missing. */
const LISTED = /^([\w.-]+\/[\w.-]+)(?:#([^@\s]+))?(?:@([\w.-]+))?$/;

/**
 * Returns the commands that add what a package.json lists; skips entries that are not references.
 *
 * @example
 * listedSkills(entries); // ["skillc add @acme/skills@v1 --skill pdf"]
 */
export function listedSkills(entries: readonly Pick<ArchiveEntry, "path" | "bytes">[]): readonly string[] {
  const manifest = entries.find(({ path }) => path === "package.json");
  const listed = manifest === undefined ? undefined : readField(manifest.bytes);
  if (!Array.isArray(listed)) return [];
  return (listed as readonly unknown[]).slice(0, MOST).flatMap((one) => {
    const match = typeof one === "string" ? LISTED.exec(one) : null;
    if (match === null) return [];
    const [, repository = "", revision, skill] = match;
    const ref = `@${repository}${revision === undefined ? "" : `@${revision}`}`;
    if (isRefFault(parseSkillRef(ref))) return [];
    return [`skillc add ${ref}${skill === undefined ? "" : ` --skill ${skill}`}`];
  });
}

function readField(bytes: Uint8Array): unknown {
  try {
    const manifest: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof manifest === "object" && manifest !== null && "skills" in manifest ? manifest.skills : undefined;
  } catch {
    return undefined;
  }
}
