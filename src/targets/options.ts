/** The options of targets as the config has them. */
import { targets, type TargetName } from "./table.ts";
import type { Target, TargetOption } from "./target.ts";

/** Names of all targets, in the order of writing. */
export const targetNames: readonly TargetName[] = targets.map(({ name }) => name);

/** Returns the targets with their types forgotten: options are validated where a config is read. */
export function allTargets(): readonly Target[] {
  return targets as readonly unknown[] as readonly Target[];
}

/** Returns the targets that have options, with the rows of their tables. */
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
    const resolved = new Map(rows.map(([key, option]) => [key, resolveOption(option, values.get(key))]));
    for (const [option, row] of rows) {
      if (!("needs" in row) || (resolved.get(option) as readonly string[]).length === 0) continue;
      const [other, value] = row.needs;
      if (resolved.get(other) !== value) unused.push({ target: name, option, needs: row.needs });
    }
    return [name, Object.fromEntries(resolved)] as const;
  });
  return { options: Object.fromEntries(options), unused };
}

/** A list has each name once, in the order of the table. */
function resolveOption(option: TargetOption, value: Value | undefined): Value {
  if ("values" in option) return value ?? option.values[0];
  const names = Array.isArray(value) ? value : [];
  return option.names.filter((name) => names.includes(name));
}

/** Returns the names of the targets of an output that write files of skills into one of theirs. */
export function embeddingTargets({ emit, ...options }: { readonly emit: readonly string[] }): readonly string[] {
  const given = new Map<string, object>(Object.entries(options));
  return allTargets()
    .filter(({ name, embeds }) => emit.includes(name) && embeds?.(given.get(name) ?? {}) === true)
    .map(({ name }) => name);
}
