/**
 * Takes: paths, mounts and patterns as strings. Gives: normalized virtual POSIX paths, containment, order, collisions,
 * compiled filters. Never: uses the disk, the working directory or the path separator of the machine.
 */
export { BEYOND_ASCII, findCollisions, collisionKey } from "./collision.ts";
export { compareCodeUnits, sortedBy } from "./compare.ts";
export { mountPath, parseMount } from "./mount.ts";
export { isDeviceName, portabilityFault } from "./portable-name.ts";
export {
  baseName,
  isAbsolute,
  isAtOrBelow,
  isInside,
  isPlainPath,
  joinPath,
  normalizePath,
  parentPath,
  percentEncode,
  relativePath,
  toPosix,
} from "./virtual-path.ts";
export { compileFilter, type SkillFilter } from "../runtime/select/filter.ts";
