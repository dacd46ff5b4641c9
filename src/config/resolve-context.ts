import type { Findings } from "../diagnostics/index.ts";
import type { Host } from "../model/host.ts";
import { targetsWithOptions } from "../targets/options.ts";
import type { OutputConfig, UserConfig } from "./user-config.ts";
import type { ConfigPath, PlaceOf } from "./config-path.ts";

/** Top-level keys that describe a single output. */
export const singleOutputKeys = [
  "outDir",
  "emit",
  "platform",
  ...targetsWithOptions().map(([{ name }]) => name),
] as readonly (keyof UserConfig & keyof OutputConfig)[];

export interface ResolveContext {
  /** After the command line was applied. */
  readonly user: UserConfig;
  readonly flags: UserConfig;
  readonly host: Host;
  readonly findings: Findings;
  /** In the config, or on the command line. */
  readonly place: PlaceOf;
  readonly commandPlace: PlaceOf;
}

export interface ContextOptions {
  readonly user: UserConfig;
  readonly file?: string | undefined;
  /**
   * Values that take precedence over the config, from `readOverrides`. `budgets`, `files`, `module`, `rules` and
   * `views` are merged key by key, all others are replaced.
   */
  readonly overrides?: UserConfig | undefined;
  /** Based in the directory of the config file or, without one, in the working directory. */
  readonly host: Host;
  readonly place?: PlaceOf | undefined;
  readonly findings: Findings;
}

export function createContext(options: ContextOptions): ResolveContext {
  const { host, file, findings } = options;
  const commandPlace: PlaceOf = () => ({ file: "." });
  const configPlace = options.place ?? (() => ({ file: file ?? "." }));
  const flags = options.overrides ?? {};
  const user = mergeConfigs(options.user, flags);
  const place: PlaceOf = (path, part) => (isGiven(flags, path) ? commandPlace : configPlace)(path, part);
  return { user, flags, host, findings, place, commandPlace };
}

/** Keys of a single output may be at the top level. */
export function placeInFile(file: string, { user, flags, place }: ResolveContext): PlaceOf {
  return (path, part) => {
    const written = path[0] === "outputs" && user.outputs === undefined ? path.slice(2) : path;
    return isGiven(flags, written) || isGiven(user, written) ? place(written, part) : { file };
  };
}

const mergedKeys = ["budgets", "files", "module", "rules", "views"] as const;

/** An undefined flag was not given. */
export function mergeConfigs(user: UserConfig, flags: UserConfig): UserConfig {
  const below = { ...user };
  // Outputs from the command line replace all output settings of the config.
  if (flags.outputs !== undefined) for (const key of singleOutputKeys) delete below[key];
  const merged: UserConfig = overlay(below, flags);
  for (const key of mergedKeys)
    if (flags[key] !== undefined) Object.assign(merged, { [key]: overlay<object>(below[key], flags[key]) });
  return merged;
}

function overlay<Part extends object>(below: Part | undefined, above: Part): Part {
  const given = Object.entries(above).filter(([, value]) => value !== undefined);
  return { ...below, ...Object.fromEntries(given) } as Part;
}

function isGiven(flags: UserConfig, path: ConfigPath): boolean {
  if (path.length === 0) return false;
  let value: unknown = flags;
  const merged = (mergedKeys as readonly unknown[]).includes(path[0]);
  for (const step of path.slice(0, merged ? 2 : 1)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return false;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value !== undefined;
}

export function definedOnly<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as never;
}
