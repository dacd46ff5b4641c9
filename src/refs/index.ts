/**
 * Takes: references to skills, version ranges and lock files as text. Gives: their parts, or what is wrong with them.
 * Never: reads a disk, reaches the network, throws.
 */
export { isAllowedSource } from "./allowed-sources.ts";
export { formatRef, gitUrlOf, pathInOf, placeOf, revisionOf, withPath } from "./format-ref.ts";
export { isLocalPath, parseSkillRef, type ParseRefOptions } from "./parse-ref.ts";
export {
  isRefFault,
  type AtRef,
  type GithubRef,
  type GitRef,
  type PackageRef,
  type PathRef,
  type RefFault,
  type RefFaultCode,
  type SkillRef,
} from "./skill-ref.ts";
export { compareVersions, parseRange, parseVersion, satisfies, type Version } from "./version-range.ts";
