import { targets, type TargetName } from "./table.ts";
import type { Placement, Target, TargetFormat, TargetOption } from "./target.ts";

export const targetNames: readonly TargetName[] = targets.map(({ name }) => name);

/** Returns the targets with their types forgotten: options are validated where a config is read. */
export function allTargets(): readonly Target[] {
  return targets as readonly unknown[] as readonly Target[];
}

export function targetsWithOptions(): readonly (readonly [Target, readonly (readonly [string, TargetOption])[]])[] {
  return allTargets()
    .map((target) => [target, Object.entries<TargetOption>({ ...target.options })] as const)
    .filter(([, rows]) => rows.length > 0);
}

type Value = string | boolean | object;

/** A list that has no effect, because a choice that it needs is another. */
export interface UnusedList {
  readonly target: string;
  readonly option: string;
  readonly needs: readonly [option: string, value: string];
}

/** Returns the options of every target that has any, by its name, with defaults for what is not given. */
export function resolveOptions(given: object): {
  readonly options: Readonly<Record<string, Readonly<Record<string, Value>>>>;
  readonly unused: readonly UnusedList[];
} {
  const written = new Map<string, object>(Object.entries(given));
  const unused: UnusedList[] = [];
  const options = targetsWithOptions().map(([{ name }, rows]) => {
    const values = new Map<string, Value | undefined>(Object.entries(written.get(name) ?? {}));
    const resolved = new Map(
      rows.flatMap(([key, option]) => {
        const value = resolveOption(option, values.get(key));
        return value === undefined ? [] : [[key, value] as const];
      }),
    );
    for (const [option, row] of rows) {
      const needs = "needs" in row ? row.needs : undefined;
      if (needs === undefined || (resolved.get(option) as readonly string[]).length === 0) continue;
      const [other, value] = needs;
      if (resolved.get(other) !== value) unused.push({ target: name, option, needs });
    }
    return [name, Object.fromEntries(resolved)] as const;
  });
  return { options: Object.fromEntries(options), unused };
}

/** A list has each name once, in the order of the table. Only a text can be missing. */
function resolveOption(option: TargetOption, value: Value | undefined): Value | undefined {
  if ("values" in option) return value ?? option.values[0];
  if ("text" in option) return value ?? option.text.default;
  const names = Array.isArray(value) ? value : (option.default ?? []);
  return option.names.filter((name) => names.includes(name));
}

/** What is written into one output directory: names of targets, and options under the name of each target. */
export interface TargetRequest {
  readonly emit: readonly string[];
}

/** Returns the targets of an output with their options, which the config has validated, in the order of writing. */
export function chosenTargets(
  request: TargetRequest,
): readonly { readonly target: Target; readonly options: object }[] {
  const given = new Map<string, object>(Object.entries(request));
  return allTargets()
    .filter(({ name }) => request.emit.includes(name))
    .map((target) => ({ target, options: given.get(target.name) ?? {} }));
}

/** Returns the targets of an output whose files would be mixed: packages without a directory of their own. */
export function packageTargets(request: TargetRequest): readonly string[] {
  return chosenTargets(request).flatMap(({ target, options }) =>
    target.isPackage === true && (target.placement?.(options).isApart ?? false) !== true ? [target.name] : [],
  );
}

export function statesIdentity(request: TargetRequest): boolean {
  return chosenTargets(request).some(({ target }) => target.statesIdentity === true);
}

/** Undefined if the directory of the output is skillc's alone. */
export function placementOf(request: TargetRequest): Placement | undefined {
  const found = chosenTargets(request).find(({ target }) => target.isPackage === true);
  return found && (found.target.placement?.(found.options) ?? { manifestDir: "", isInPlace: false });
}

export function embeddingTargets(request: TargetRequest): readonly string[] {
  return chosenTargets(request)
    .filter(({ target, options }) => target.embeds?.(options) === true)
    .map(({ target }) => target.name);
}

export interface TargetDescription extends TargetFormat {
  readonly name: string;
  readonly about: string;
  /** The files that it writes, in short. */
  readonly writes: string;
  readonly options: readonly OptionDescription[];
}

interface OptionDescription {
  readonly name: string;
  /** Undefined for any text. */
  readonly values?: readonly (string | boolean)[];
  readonly isList: boolean;
  readonly default?: string | boolean | readonly string[];
  readonly about: string;
}

/** Returns all targets as data, for `skillc targets` and the documentation. */
export function describeTargets(): readonly TargetDescription[] {
  return allTargets().map(({ name, format: { version, status, source }, about, writes, options }) => ({
    name,
    version,
    status,
    source,
    about,
    writes,
    options: Object.entries<TargetOption>({ ...options }).map(([option, row]) => describeOption(option, row)),
  }));
}

function describeOption(name: string, row: TargetOption): OptionDescription {
  const { about } = row;
  if ("values" in row) return { name, values: row.values, isList: false, default: row.values[0], about };
  if ("names" in row) return { name, values: row.names, isList: true, default: row.default ?? [], about };
  return { name, isList: false, ...(row.text.default !== undefined && { default: row.text.default }), about };
}
