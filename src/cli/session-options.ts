import type { CacheOptions } from "../api/unit-cache.ts";
import type { ParsedArguments } from "./arguments.ts";

/** Returns what the flags say about the project: its config, its sources, its cache and the keys that win over the config. */
export function sessionOptions({ get, has, sources, overrides }: ParsedArguments): CacheOptions {
  const config = get("config");
  const cache = has("no-cache") ? false : get("cache-dir");
  return { ...(config === undefined ? {} : { config }), ...(cache === undefined ? {} : { cache }), sources, overrides };
}
