/** Some flags belong to the directory before them, so the order of flags and positionals counts. */
import { parseArgs } from "node:util";
import type { SourceArgument } from "../api/session.ts";
import type { UserConfig } from "../config/user-config.ts";
import { findCommand, type CommandName } from "./command-table.ts";
import { unknownOption } from "./did-you-mean.ts";
import { flagsOf, type Flag, type FlagName, type FlagValue } from "./flags.ts";
import { UnknownFlag, UsageError } from "./usage-error.ts";
import { either } from "../diagnostics/rule.ts";

export interface ParsedArguments {
  /** Value of a flag; undefined if it is absent. */
  get<Name extends FlagName>(name: Name): FlagValue<Name> | undefined;
  has(name: FlagName): boolean;
  readonly positionals: readonly string[];
  /** The words after `--`, for a command that runs a program; others read them as positionals. */
  readonly program: readonly string[];
  /** The positionals as sources, each with the settings of the flags after it. */
  readonly sources: readonly SourceArgument[];
  readonly overrides: UserConfig;
}

type FlagSource = { -readonly [Key in keyof SourceArgument]: SourceArgument[Key] };

/** `true` for a switch. */
type WrittenFlags = Map<Flag, (string | true)[]>;

export function parseArguments(command: CommandName, args: readonly string[]): ParsedArguments {
  const flags = flagsOf(command);
  const options = Object.fromEntries(
    flags.map(({ name, value, short }) => {
      const type = value === undefined ? ("boolean" as const) : ("string" as const);
      return [name, short === undefined ? { type } : { type, short }];
    }),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const written: WrittenFlags = new Map();
  const sources: FlagSource[] = [];
  const end = tokens.find(({ kind }) => kind === "option-terminator")?.index ?? args.length;
  const runsProgram = findCommand(command)?.runsProgram === true;
  for (const token of tokens) {
    if (token.index > end && runsProgram) continue;
    if (token.kind === "positional") sources.push({ dir: token.value });
    if (token.kind !== "option") continue;
    const flag = flags.find(({ name }) => name === token.name);
    if (flag === undefined) {
      const names = flags.map(({ name }) => name);
      const [name, wrong] = [token.name, token.rawName];
      throw new UnknownFlag(unknownOption(name, wrong, names), { name, written: wrong, names });
    }
    const value = checkPresence(flag, token.rawName, token.value);
    written.set(flag, [...(written.get(flag) ?? []), value]);
    applyToSource(sources.at(-1), flag, value);
  }
  checkNeeds(flags, new Set([...written.keys()].map(({ name }) => name)));
  const values = new Map([...written].map(([flag, each]) => [flag.name as FlagName, readValue(flag, each)]));
  return {
    get: <Name extends FlagName>(name: Name) => values.get(name) as FlagValue<Name> | undefined,
    has: (name) => values.has(name),
    positionals: sources.map(({ dir }) => dir),
    program: runsProgram ? args.slice(end + 1) : [],
    sources,
    overrides: overridesOf(flags, values),
  };
}

function checkPresence(flag: Flag, written: string, value: string | undefined): string | true {
  if (flag.value === undefined) {
    if (value !== undefined) throw new UsageError(`${written} does not take a value`);
    return true;
  }
  if (value === undefined && flag.isOptional === true) return "";
  if (value === undefined || value === "") throw new UsageError(`${written} needs a value: ${written} ${flag.value}`);
  return value;
}

function checkNeeds(flags: readonly Flag[], present: ReadonlySet<string>): void {
  for (const { name, needs } of flags) {
    if (needs === undefined || !present.has(name) || present.has(needs)) continue;
    const value = flags.find((flag) => flag.name === needs)?.value;
    throw new UsageError(`--${name} needs --${needs}${value === undefined ? "" : ` ${value}`}`);
  }
}

function applyToSource(source: FlagSource | undefined, { name, ofSource }: Flag, value: string | true): void {
  if (ofSource === undefined) return;
  if (source === undefined) {
    const example = `skillc build skills --${name}${value === true ? "" : ` ${value}`}`;
    throw new UsageError(`--${name} must come after the directory that it applies to: ${example}`);
  }
  Object.assign(source, { [ofSource]: value });
}

function readValue(flag: Flag, values: readonly (string | true)[]): unknown {
  const last = values.at(-1) as string | true;
  if (last === true) return true;
  const texts = values.map(String);
  switch (flag.reads) {
    case "count":
      if (!/^\d+$/.test(last)) throw new UsageError(`--${flag.name} must be a whole number, not "${last}"`);
      return Number(last);
    case "commas":
      return last.split(",").map((part) => part.trim());
    case "each":
      return texts;
    case "pairs":
      return Object.fromEntries(texts.map((text) => readPair(flag, text)));
    case undefined:
      return oneOf(flag, last);
  }
}

function oneOf({ name, choices }: Flag, value: string): string {
  if (choices === undefined || choices.includes(value)) return value;
  throw new UsageError(`--${name} must be ${either(choices)}, not "${value}"`);
}

/** The value may contain further equal signs. */
function readPair({ name }: Flag, text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`--${name} must be written as name=value, not "${text}"`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function overridesOf(flags: readonly Flag[], values: ReadonlyMap<string, unknown>): UserConfig {
  const overrides: Record<string, unknown> = {};
  for (const { name, sets } of flags) {
    if (sets === undefined || !values.has(name)) continue;
    const [key = "", inner] = sets.split(".");
    const value = values.get(name);
    overrides[key] = inner === undefined ? value : { ...(overrides[key] as object | undefined), [inner]: value };
  }
  // The check of the config reports a value that does not fit its key.
  return overrides;
}
