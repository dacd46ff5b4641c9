import { isForbiddenByEnvironment, NO_CONFIG } from "../api/runs-code.ts";
import type { CacheOptions } from "../api/kept/unit-cache.ts";
import { notationOf } from "../config/file-names.ts";
import type { ParsedArguments } from "./arguments.ts";
import { expandArguments } from "./expand-arguments.ts";
import { UsageError } from "./usage-error.ts";

/** For commands that compile nothing: they also accept files of skills and patterns. */
export function searchOptions(parsed: ParsedArguments): CacheOptions {
  const options = sessionOptions(parsed);
  return { ...options, sources: expandArguments(options.sources ?? [], process.cwd()) };
}

export function sessionOptions(parsed: ParsedArguments): CacheOptions {
  const { get, has, sources } = parsed;
  const cache = has("no-cache") ? false : get("cache-dir");
  return { ...configChoice(parsed), ...(cache === undefined ? {} : { cache }), ...settingsOf(parsed), sources };
}

export function settingsOf({ get, overrides }: ParsedArguments): Pick<CacheOptions, "overrides" | "settings"> {
  const settings = get("set");
  return settings === undefined ? { overrides } : { overrides, settings };
}

/** What a typing error may name instead of a config. */
const NO_FILE = /^(?:false|no|none|null|off|0)$/i;

/** A contradiction is wrong usage. */
export function configChoice({ get, has }: ParsedArguments): Pick<CacheOptions, "config" | "runConfig"> {
  const config = get("config");
  if (config !== undefined && NO_FILE.test(config))
    throw new UsageError(
      `--config needs a file, and "${config}" is not one (did you mean --no-config, which runs no config and reads those in JSON and YAML?)`,
    );
  if (config !== undefined && notationOf(config) === "code") {
    const by = has("no-config") ? "--no-config" : isForbiddenByEnvironment() ? NO_CONFIG : undefined;
    if (by !== undefined)
      throw new UsageError(
        `${by} runs no config, but --config names a program, ${JSON.stringify(config)}: omit one of them, or name a config in JSON or YAML`,
      );
  }
  return { ...(config !== undefined && { config }), ...(has("no-config") && { runConfig: false }) };
}
