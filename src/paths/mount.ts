import { isAbsolute, joinPath, normalizePath } from "./virtual-path.ts";

/** `detail` is the end of a sentence such as "mountAs cannot be used: …". */
interface MountFault {
  readonly fault: "glob" | "parent-segment" | "absolute" | "empty";
  readonly detail: string;
}

/**
 * Reads `mountAs`, a literal directory, and normalizes it (`./skills/` is `skills`). `.` mounts at the root: the skill
 * at `<dir>/pci` then has the path `pci`. Braces and `]` are literal, as in PromptKit.
 *
 * @example
 * parseMount("./skills/"); // { path: "skills" }
 * parseMount("skills/*");  // { fault: "glob", detail: … }
 */
export function parseMount(mountAs: string): { readonly path: string } | MountFault {
  if (mountAs.trim() === "")
    return { fault: "empty", detail: `it does not name a directory; write "." to mount at the root, or omit it` };
  // A bare drive ("C:") becomes absolute when a path is joined to it.
  const start = /^(?:[A-Za-z]:|\\)/.exec(mountAs)?.[0];
  if (start !== undefined || isAbsolute(mountAs))
    return { fault: "absolute", detail: `"${start ?? "/"}" makes it absolute; use a directory such as "skills"` };
  const wildcard = /[*?[]/.exec(mountAs);
  if (wildcard !== null)
    return {
      fault: "glob",
      detail: `"${wildcard[0]}" at character ${wildcard.index + 1} is a wildcard; use one literal directory`,
    };
  // Backslashes as well: on Windows they would leave the directory.
  if (mountAs.split(/[\\/]/).includes(".."))
    return { fault: "parent-segment", detail: `".." would leave the directory; use a directory without it` };
  return { path: normalizePath(mountAs) };
}

/**
 * `relative` is the directory of the skill below the source (`.` for the source itself), `mount` the parsed mount or
 * the directory of the source.
 *
 * @example
 * mountPath("skills", "billing/payments"); // "skills/billing/payments"
 */
export function mountPath(mount: string, relative: string): string {
  return joinPath(mount, relative);
}
