/** Resolves the directories with files that skills share. */
import type { SharedRoot } from "../model/config.ts";
import { isInside, normalizePath } from "../paths/index.ts";
import { isTreePath } from "../refs/index.ts";
import { definedOnly, type ResolveContext } from "./resolve-context.ts";
import { resolvePath } from "./resolve-path.ts";

/** Returns the roots in their order, those that cannot be used with the reason; undefined without any. */
export function resolveShared({
  user,
  host,
}: Pick<ResolveContext, "user" | "host">): readonly SharedRoot[] | undefined {
  const roots: SharedRoot[] = [];
  for (const written of user.shared ?? []) {
    const { dir, as = "shared", scripts } = typeof written === "string" ? { dir: written } : written;
    const { path, inside } = resolvePath(dir, host);
    const root = { dir: path, as, ...definedOnly({ scripts }) };
    const usable = roots.filter((other) => other.fault === undefined);
    const fault = faultOf(root, inside, usable);
    roots.push(fault === undefined ? root : { ...root, fault });
  }
  return roots.length === 0 ? undefined : roots;
}

function faultOf({ dir, as }: SharedRoot, isHere: boolean, others: readonly SharedRoot[]): string | undefined {
  const meets = (one: string, two: string): boolean => isInside(one, two) || isInside(two, one);
  if (!isHere || dir === ".") return "is not a directory below that of the config";
  if (normalizePath(as) !== as || !isTreePath(as)) return `cannot be ${JSON.stringify(as)} in a skill`;
  if (others.some((other) => meets(other.dir, dir))) return "is in another shared directory, or around one";
  return undefined;
}
