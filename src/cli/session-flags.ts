/** The flags that every command with a configuration takes, and the settings that they mean. */
import type { SessionOptions } from "../api/session.ts";
import { definedOnly } from "../config/defined-only.ts";
import type { UserConfig } from "../config/user-config.ts";
import type { Level } from "../model/diagnostic.ts";
import { lastValue, isSet, oneOf, UsageError, wholeNumber, type FlagSpecs, type ParsedArguments } from "./arguments.ts";

export const sessionFlags = {
  config: { type: "string", short: "c", value: "<file>", help: "config file; default: the first skillc.config.* here" },
  profile: {
    type: "string",
    value: "<name>",
    help: "which rules, such as standard, spec, lenient, claude-code; a,b checks both and builds for the first",
  },
  compat: { type: "string", value: "<mode>", help: "exact: bring back the defects of the profile's system" },
  "mount-as": { type: "string", value: "<dir>", help: "virtual directory of the source before it" },
  preload: { type: "boolean", help: "preload the skills of the source before it" },
  rule: {
    type: "string",
    value: "<rule=level>",
    help: "level of a rule, code or category: error, warning, info, off; repeatable",
  },
  "on-invalid": { type: "string", value: "<mode>", help: "skills with errors: error, skip, body" },
  duplicates: { type: "string", value: "<mode>", help: "ids claimed twice: error, first, last" },
  symlinks: { type: "string", value: "<mode>", help: "symbolic links: refuse, inside" },
  "skill-file-case": { type: "string", value: "<mode>", help: "spelling of SKILL.md: exact, any" },
  "allow-empty": { type: "boolean", help: "an empty result is no error" },
  exclude: { type: "string", value: "<pattern>", help: "files inside skills to leave out; repeatable" },
  "max-bytes": { type: "string", value: "<bytes>", help: "leave out files larger than this" },
  view: { type: "string", value: "<name=pattern>", help: "a named filter; repeatable" },
} as const satisfies FlagSpecs;

export function sessionOptions(parsed: ParsedArguments): SessionOptions {
  const config = lastValue(parsed, "config");
  return {
    ...(config === undefined ? {} : { config }),
    sources: parsed.sources,
    overrides: definedOnly({
      profile: lastValue(parsed, "profile"),
      compat: oneOf(parsed, "compat", ["exact"] as const),
      onInvalid: oneOf(parsed, "on-invalid", ["error", "skip", "body"] as const),
      duplicates: oneOf(parsed, "duplicates", ["error", "first", "last"] as const),
      symlinks: oneOf(parsed, "symlinks", ["refuse", "inside"] as const),
      skillFileCase: oneOf(parsed, "skill-file-case", ["exact", "any"] as const),
      allowEmpty: isSet(parsed, "allow-empty") ? true : undefined,
      rules: pairs(parsed, "rule") as Record<string, Level> | undefined,
      views: pairs(parsed, "view"),
      files: fileSettings(parsed),
    }),
  };
}

function fileSettings(parsed: ParsedArguments): UserConfig["files"] {
  const exclude = parsed.flags.get("exclude")?.map(String);
  const maxBytes = wholeNumber(parsed, "max-bytes");
  if (exclude === undefined && maxBytes === undefined) return undefined;
  return definedOnly({ exclude, maxBytes });
}

/** `key=value` flags as an object; the value may hold further equal signs. */
function pairs(parsed: ParsedArguments, name: string): Record<string, string> | undefined {
  const values = parsed.flags.get(name);
  if (values === undefined) return undefined;
  const entries = values.map((value): [string, string] => {
    const text = String(value);
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`--${name} must be written as name=value, not "${text}"`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return Object.fromEntries(entries);
}
