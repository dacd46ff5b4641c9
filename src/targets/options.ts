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

/** Returns the options of every target that has any, by its name, with defaults for what is not given. */
export function resolveOptions(given: object): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const written = new Map<string, object>(Object.entries(given));
  return Object.fromEntries(
    targetsWithOptions().map(([{ name }, rows]) => {
      const values = new Map<string, string | undefined>(Object.entries(written.get(name) ?? {}));
      return [name, Object.fromEntries(rows.map(([key, option]) => [key, values.get(key) ?? option.values[0]]))];
    }),
  );
}

/** Returns the names of the targets of an output that write files of skills into one of theirs. */
export function embeddingTargets({ emit, ...options }: { readonly emit: readonly string[] }): readonly string[] {
  const given = new Map<string, object>(Object.entries(options));
  return allTargets()
    .filter(({ name, embeds }) => emit.includes(name) && embeds?.(given.get(name) ?? {}) === true)
    .map(({ name }) => name);
}
