import type { SessionOptions } from "../api/session.ts";
import type { ParsedArguments } from "./arguments.ts";
import { expandArguments } from "./expand-arguments.ts";

/** As `sessionOptions`, for commands that compile nothing: they also take files of skills, and patterns. */
export function searchOptions(parsed: ParsedArguments): SessionOptions {
  const options = sessionOptions(parsed);
  return { ...options, sources: expandArguments(options.sources ?? [], process.cwd()) };
}

/** Returns what the flags say about the project: its config, its sources and the keys that win over the config. */
export function sessionOptions({ get, sources, overrides }: ParsedArguments): SessionOptions {
  const config = get("config");
  return { ...(config === undefined ? {} : { config }), sources, overrides };
}
