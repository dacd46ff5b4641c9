/** Mounts: a virtual directory that takes the place of a source's own directory in the paths of its skills. */
import { isAbsolute, joinPath, normalizePath } from "./virtual-path.ts";

/** Why a mount is refused. `detail` is the end of a sentence such as "mountAs cannot be used: …". */
export interface MountFault {
  readonly fault: "glob" | "parent-segment" | "absolute" | "empty";
  readonly detail: string;
}

/**
 * Reads `mountAs`: a literal directory, given back normalised (`./skills/` is `skills`). `.` mounts at the root: the
 * skill at `<dir>/pci` then has the path `pci`. Braces and `]` are literal, as in PromptKit.
 *
 * @example
 * parseMount("./skills/"); // { path: "skills" }
 * parseMount("skills/*");  // { fault: "glob", detail: … }
 */
export function parseMount(mountAs: string): { readonly path: string } | MountFault {
  if (mountAs.trim() === "")
    return { fault: "empty", detail: `it names no directory; write "." to mount at the root, or leave it out` };
  // A bare drive ("C:") would become absolute as soon as something is joined to it.
  const start = /^(?:[A-Za-z]:|\\)/.exec(mountAs)?.[0];
  if (start !== undefined || isAbsolute(mountAs))
    return { fault: "absolute", detail: `"${start ?? "/"}" makes it absolute; name a directory such as "skills"` };
  const wildcard = /[*?[]/.exec(mountAs);
  if (wildcard !== null)
    return {
      fault: "glob",
      detail: `"${wildcard[0]}" at character ${wildcard.index + 1} is a wildcard; name one literal directory`,
    };
  // Backslashes too: what is harmless here would climb on Windows.
  if (mountAs.split(/[\\/]/).includes(".."))
    return { fault: "parent-segment", detail: `".." would leave the directory; name a directory without it` };
  return { path: normalizePath(mountAs) };
}

/**
 * The virtual path of a skill: `relative` is its directory below the source (`.` for the source itself), `mount` the
 * parsed mount or, without one, the source's directory.
 *
 * @example
 * mountPath("skills", "billing/payments"); // "skills/billing/payments"
 */
export function mountPath(mount: string, relative: string): string {
  return joinPath(mount, relative);
}
