import { nearestNames } from "../runtime/access.ts";
import {
  formatRef,
  identityOf,
  isRefFault,
  parseSkillRef,
  pinOf,
  withPin,
  type LockEntry,
  type SkillLock,
  type SkillRef,
} from "../refs/index.ts";
import { isFailure } from "../model/host.ts";
import { isDocumentPath, skillsIn, type SkillInTree } from "./choose-skill.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { filesOnDisk, refOf } from "./move.ts";
import { quoteRef, type InstallWorkspace } from "./workspace.ts";

interface MeantSource {
  readonly key: string;
  /** With the pin that the user has written, if any. */
  readonly ref: SkillRef;
  /** By which the entry was found. */
  readonly skill?: string;
}

/** Whatever their pin. */
export function keysOfSource(ref: SkillRef, lock: SkillLock): readonly string[] {
  const identity = identityOf(ref);
  return [...lock.keys()].filter((key) => {
    const other = parseSkillRef(key);
    return !isRefFault(other) && identityOf(other) === identity;
  });
}

/** As installed, else from the cache. */
export function skillsOfEntry(key: string, entry: LockEntry, workspace: InstallWorkspace): readonly SkillInTree[] {
  const paths = [...entry.files.keys()].filter((path) => isDocumentPath(path));
  const read = paths.flatMap((path) => {
    const bytes = workspace.host.readFile(`${entry.path}/${path}`);
    return isFailure(bytes) ? [] : [[path, { bytes }] as const];
  });
  return skillsIn(read.length === paths.length ? new Map(read) : filesOnDisk(key, entry, workspace));
}

/**
 * Accepts a reference of the lock, the same source with or without a pin, or the name of an installed skill, which can
 * also have a pin (`pdf@v2`).
 */
export function findSource(text: string, lock: SkillLock, workspace: InstallWorkspace): MeantSource | InstallFault {
  const parsed = parseSkillRef(text);
  const keys = isRefFault(parsed) ? [] : keysOfSource(parsed, lock);
  if (!isRefFault(parsed) && keys.length > 0) {
    const exact = keys.find((key) => key === formatRef(parsed));
    return exact === undefined ? only(text, keys, pinOf(parsed)) : only(text, [exact], undefined);
  }
  const sign = text.lastIndexOf("@");
  const [name, pin] = sign > 0 ? [text.slice(0, sign), text.slice(sign + 1)] : [text, undefined];
  const skills = [...lock].map(([key, entry]) => ({ key, names: skillsOfEntry(key, entry, workspace) }));
  const named = skills.filter(({ names }) => names.some((skill) => skill.name === name)).map(({ key }) => key);
  if (named.length === 0) {
    const names = skills.flatMap((each) => each.names.map((skill) => skill.name));
    return notInstalled(isRefFault(parsed) ? text : formatRef(parsed), isRefFault(parsed), { names, lock });
  }
  const found = only(text, named, pin);
  return isInstallFault(found) ? found : { ...found, skill: name };
}

function only(text: string, keys: readonly string[], pin: string | undefined): MeantSource | InstallFault {
  const [key = "", ...others] = keys;
  if (others.length > 0)
    return installFault("ambiguous", `${keys.length} installed sources match ${text}`, ["name one of them"], keys);
  const ref = refOf(key);
  if (isInstallFault(ref)) return ref;
  const pinned = pin === undefined ? ref : withPin(ref, pin);
  const fault = parseSkillRef(formatRef(pinned));
  if (isRefFault(fault)) return installFault("bad-ref", `"${text}" is not a reference: ${fault.message}`, [fault.help]);
  return { key, ref: pinned };
}

/** A text that is not a reference can only have been the name of a skill. */
export function notInstalled(
  text: string,
  isName: boolean,
  { names, lock }: { readonly names: readonly string[]; readonly lock: SkillLock },
): InstallFault {
  const what = isName ? `no installed skill is named "${text}"` : `${text} is not installed`;
  const [nearest] = nearestNames(text, [...names, ...lock.keys()]);
  return installFault("not-installed", what, [
    ...(nearest === undefined ? [] : [`did you mean "${nearest}"?`]),
    ...(isName ? [] : [`install it with \`skillc add ${quoteRef(text)}\``]),
    lock.size === 0 ? "nothing is installed here" : "list what is installed with `skillc list --installed`",
  ]);
}
