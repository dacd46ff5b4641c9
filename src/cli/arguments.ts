/** Flags and positionals, in the order in which they stand: some flags belong to the directory before them. */
import { parseArgs } from "node:util";
import type { SourceArgument } from "../api/session.ts";
import { nearestNames } from "../runtime/access.ts";

export interface FlagSpec {
  readonly type: "boolean" | "string";
  readonly short?: string;
  /** Shown in the help after the flag, such as `<dir>`. */
  readonly value?: string;
  readonly help: string;
}

export type FlagSpecs = Readonly<Record<string, FlagSpec>>;

export interface ParsedArguments {
  /** Every value of a flag, in order; `true` for a flag without a value. */
  readonly flags: ReadonlyMap<string, readonly (string | true)[]>;
  readonly positionals: readonly string[];
  /** The positionals as sources, each with the `--mount-as` and `--preload` that follow it. */
  readonly sources: readonly SourceArgument[];
}

/** Wrong usage: the message is for the user, the exit code is 2. */
export class UsageError extends Error {}

/** Flags of a positional directory. */
const SOURCE_FLAGS: ReadonlySet<string> = new Set(["mount-as", "preload"]);

export function parseArguments(args: readonly string[], specs: FlagSpecs): ParsedArguments {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { type, short }]) => [name, short === undefined ? { type } : { type, short }]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const flags = new Map<string, (string | true)[]>();
  const sources: { dir: string; mountAs?: string; preload?: boolean }[] = [];
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") {
      positionals.push(token.value);
      sources.push({ dir: token.value });
    }
    if (token.kind !== "option") continue;
    const value = checkFlag(token.name, token.rawName, token.value, specs);
    flags.set(token.name, [...(flags.get(token.name) ?? []), value]);
    if (SOURCE_FLAGS.has(token.name)) applyToSource(sources.at(-1), token.name, value);
  }
  return { flags, positionals, sources };
}

function checkFlag(name: string, written: string, value: string | undefined, specs: FlagSpecs): string | true {
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
  if (spec === undefined) {
    const nearest = nearestNames(name, Object.keys(specs))[0];
    throw new UsageError(`unknown option ${written}${nearest === undefined ? "" : ` (did you mean --${nearest}?)`}`);
  }
  if (spec.type === "boolean") {
    if (value !== undefined) throw new UsageError(`the option ${written} takes no value`);
    return true;
  }
  if (value === undefined || value === "")
    throw new UsageError(`the option ${written} needs a value: ${written} ${spec.value ?? "<value>"}`);
  return value;
}

function applyToSource(
  source: { mountAs?: string; preload?: boolean } | undefined,
  name: string,
  value: string | true,
): void {
  if (source === undefined)
    throw new UsageError(
      `--${name} belongs to a directory and must stand after it: skillc build skills --${name}${value === true ? "" : ` ${value}`}`,
    );
  if (name === "preload") source.preload = true;
  else source.mountAs = String(value);
}

/** The last value of a flag that takes one. */
export function lastValue({ flags }: ParsedArguments, name: string): string | undefined {
  const value = flags.get(name)?.at(-1);
  return value === undefined || value === true ? undefined : value;
}

export function isSet({ flags }: ParsedArguments, name: string): boolean {
  return flags.has(name);
}

/** A flag with one of a few values. */
export function oneOf<T extends string>(parsed: ParsedArguments, name: string, choices: readonly T[]): T | undefined {
  const value = lastValue(parsed, name);
  if (value === undefined || choices.includes(value as T)) return value as T | undefined;
  throw new UsageError(`--${name} must be one of ${choices.join(", ")}, not "${value}"`);
}

/** A flag with a whole number that is not negative. */
export function wholeNumber(parsed: ParsedArguments, name: string): number | undefined {
  const value = lastValue(parsed, name);
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value)) throw new UsageError(`--${name} must be a whole number, not "${value}"`);
  return Number(value);
}
