/**
 * Takes: references to skills, version ranges and lock files as text, and a Host to compare an installed directory with
 * its lock. Gives: their parts, or what is wrong with them. Never: writes, reaches the network, throws.
 */
export { isAllowedSource } from "./allowed-sources.ts";
export {
  formatRef,
  gitUrlOf,
  identityOf,
  isArchiveName,
  pathInOf,
  pinOf,
  placeOf,
  revisionOf,
  withoutPath,
  withPath,
  withPin,
} from "./format-ref.ts";
export { findPackageDir, packageNamed } from "./package-name.ts";
export {
  cacheDir,
  projectSkillsDir,
  STATE_DIR,
  userSkillsDir,
  userStateDir,
  type Environment,
} from "./skill-directories.ts";
export { isLocalPath, parseSkillRef, type ParseRefOptions } from "./parse-ref.ts";
export {
  compareDigests,
  compareInstalled,
  describeDifference,
  isSameTree,
  KEEP_OR_DISCARD,
  type TreeDifference,
} from "./installed-tree.ts";
export {
  formatLock,
  integrityOf,
  LOCK_FILE,
  parseLock,
  withEntry,
  type LockedArtifact,
  type LockEntry,
  type SkillLock,
} from "./lock-text.ts";
export { openEndsOf, unusedIn, withMovedKeys, withTrueRequirers } from "./lock-graph.ts";
export { isPackageName } from "./segments.ts";
export { parseSkillsCliLock, type SkillsCliEntry } from "./skills-cli-lock.ts";
export {
  isRefFault,
  type ArchiveRef,
  type AtRef,
  type GithubRef,
  type GitRef,
  type PackageRef,
  type PathRef,
  type RefFault,
  type RefFaultCode,
  type SiteRef,
  type SkillRef,
} from "./skill-ref.ts";
export { newestTag } from "./version-tags.ts";
export { compareVersions, parseRange, parseVersion, satisfies, type Version } from "./version-range.ts";
export { isTreePath, treePathFault } from "./tree-path.ts";
