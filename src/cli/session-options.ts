import type { SessionOptions } from "../api/session.ts";
import type { ParsedArguments } from "./arguments.ts";

/** Returns what the flags say about the project: its config, its sources and the keys that win over the config. */
export function sessionOptions({ get, sources, overrides }: ParsedArguments): SessionOptions {
  const config = get("config");
  return { ...(config === undefined ? {} : { config }), sources, overrides };
}
