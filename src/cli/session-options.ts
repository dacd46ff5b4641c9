import type { CacheOptions } from "../api/unit-cache.ts";
import type { ParsedArguments } from "./arguments.ts";
import { expandArguments } from "./expand-arguments.ts";

/** As `sessionOptions`, for commands that compile nothing: they also take files of skills, and patterns. */
export function searchOptions(parsed: ParsedArguments): CacheOptions {
  const options = sessionOptions(parsed);
  return { ...options, sources: expandArguments(options.sources ?? [], process.cwd()) };
}

/** Returns what the flags say about the project: its config, its sources, its cache and the keys that win over the config. */
export function sessionOptions({ get, has, sources, overrides }: ParsedArguments): CacheOptions {
  const config = get("config");
  const cache = has("no-cache") ? false : get("cache-dir");
  return { ...(config === undefined ? {} : { config }), ...(cache === undefined ? {} : { cache }), sources, overrides };
}
