/** Imports the lock of the `skills` command line, checking its digests. */
import { createHash } from "node:crypto";
import { isFailure } from "../model/host.ts";
import {
  isRefFault,
  parseSkillsCliLock,
  withEntry,
  withPath,
  type SkillLock,
  type SkillRef,
  type SkillsCliEntry,
} from "../refs/index.ts";
import { addFetched, type AddedSkills } from "./add.ts";
import { fetchWith } from "./fetch-with.ts";
import type { FetchedTree } from "./fetched.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { keysOfSource } from "./locked-sources.ts";
import { countFetched, type Session } from "./workspace.ts";

/**
 * What was taken over.
 *
 * @example
 * const { added, skipped } = await installer.importFrom("skills-lock.json") as Imported;
 */
export interface Imported {
  readonly added: readonly AddedSkills[];
  /** Names of skills that are in the lock already. */
  readonly skipped: readonly string[];
}

/** Stops at the first skill that does not match its digest. */
export async function importSkillsCliLock(file: string, session: Session): Promise<Imported | InstallFault> {
  const bytes = session.workspace.host.readFile(file);
  if (isFailure(bytes))
    return installFault("lock", `"${file}" cannot be read (${bytes.detail})`, ["check the path after --from"]);
  const entries = parseSkillsCliLock(new TextDecoder().decode(bytes));
  if (entries === undefined)
    return installFault("lock", `"${file}" is not a skills-lock.json`, [
      "name the lock file of the skills command line",
    ]);
  const added: AddedSkills[] = [];
  const skipped: string[] = [];
  let lock: SkillLock = session.lock;
  for (const entry of countFetched(entries, session.workspace)) {
    const one = await importOne(entry, { ...session, lock });
    if (one === "locked") skipped.push(entry.name);
    else if (isInstallFault(one)) return { ...one, message: `${entry.name}: ${one.message}` };
    else {
      lock = withEntry(lock, one.ref, one.entry);
      added.push(one);
    }
  }
  return { added, skipped };
}

async function importOne(entry: SkillsCliEntry, session: Session): Promise<AddedSkills | InstallFault | "locked"> {
  const { ref, name, skillPath, computedHash } = entry;
  if (isRefFault(ref)) return installFault("bad-ref", ref.message, [ref.help]);
  const dir = skillPath?.replace(/(?:^|\/)SKILL\.md$/i, "");
  const narrowed: SkillRef = dir === undefined || dir === "" ? ref : withPath(ref, dir);
  const fetched = await fetchWith(session, { ref: narrowed, skill: dir === undefined ? name : undefined });
  if (isInstallFault(fetched)) return fetched;
  const hash = skillsCliHash(fetched.files);
  if (computedHash !== undefined && hash !== computedHash)
    return installFault(
      "integrity",
      "its files are not those that skills-lock.json has",
      [`install it as it is now: \`skillc add\` with its source`],
      [`expected ${computedHash}`, `received ${hash}`],
    );
  // An import moves no pin.
  if (keysOfSource(fetched.ref, session.lock).length > 0) return "locked";
  const added = await addFetched(fetched, { dependencies: "none" }, session);
  const isLocked = isInstallFault(added) && added.code === "already-installed";
  return isLocked ? "locked" : added;
}

/** SHA-256 over paths and contents, in the order of `localeCompare`, as that command line computes it. */
function skillsCliHash(files: FetchedTree["files"]): string {
  const hash = createHash("sha256");
  for (const [path, { bytes }] of [...files].toSorted(([one], [two]) => one.localeCompare(two)))
    hash.update(path).update(bytes);
  return hash.digest("hex");
}
