/** Finds the skill that a file belongs to. */
import { LARGEST_WHOLE } from "../contents/index.ts";
import { isFailure, type Host } from "../model/host.ts";
import type { Run } from "../phases/run.ts";

/** Returns the known skill that contains a file and nothing else that depends on it, and its location as the skill reads it. */
export function ownerOf(
  path: string,
  runs: readonly Run[],
  host: Host,
): { readonly dir: string; readonly location: string } | undefined {
  const status = host.entryStatus(path);
  if (isFailure(status) || status.kind !== "file") return undefined;
  for (const { discovered, config } of runs)
    for (const { place, input } of discovered.skills) {
      if (place.origin.kind === "inline") continue;
      const dir = host.absolutePath(place.dir);
      if (!path.startsWith(`${dir}/`)) continue;
      const name = path.slice(dir.length + 1);
      if (name !== input.document && !input.files.includes(name)) continue;
      // Whether a file ships, and how it is read, may depend on its size.
      const limit = Math.min(config.files.maxBytes ?? LARGEST_WHOLE, LARGEST_WHOLE);
      if (status.size > limit || input.large?.has(name) === true) return undefined;
      return { dir: place.dir, location: place.dir === "." ? name : `${place.dir}/${name}` };
    }
  return undefined;
}
