import { portabilityFault } from "../paths/index.ts";

/**
 * Characters without a glyph, and those that reverse text: HFS+ ignores some, ext4 with case folding all of them, so
 * `.g<U+200C>it` is `.git` there (git: core.protectHFS). Emoji need the variation selectors.
 */
const UNSEEN = /(?![\uFE0E\uFE0F])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns why a relative POSIX path cannot be created inside its directory on every system, as the end of a sentence;
 * undefined if it can. A git directory has such a fault, whatever a disk makes of its name.
 *
 * @example
 * treePathFault("a/.GIT/config"); // "the name is not allowed on every system"
 */
export function treePathFault(path: string): string | undefined {
  const unseen = UNSEEN.exec(path)?.[0].codePointAt(0);
  if (unseen !== undefined)
    return `the name contains the invisible character U+${unseen.toString(16).toUpperCase().padStart(4, "0")}`;
  const isAllowed = path.length <= 1024 && path.split("/").every(isTreeName) && portabilityFault(path) === undefined;
  return isAllowed ? undefined : "the name is not allowed on every system";
}

/** Also false for a git directory. */
export function isTreePath(path: string): boolean {
  return treePathFault(path) === undefined;
}

function isTreeName(name: string): boolean {
  // "git~1" is the short name of ".git" on Windows.
  const plain = name.replaceAll(/[\uFE0E\uFE0F]/g, "");
  return !/^(?:|\.|\.\.|\.git|git~\d+)$/i.test(plain) && !/[\\/:]/.test(name) && name.length <= 255;
}
