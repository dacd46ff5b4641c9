/** Calls of the functions of some modules, kept to be repeated, and results as plain values. */

type AnyFunction = (...args: readonly unknown[]) => unknown;

export interface RecordedCall {
  /** `link/views.ts linkViews`. */
  readonly name: string;
  /** Calls it again with the same arguments. */
  again(): unknown;
}

/** Wraps the functions of modules and notes how they are called. */
export interface Recorder {
  /** Calls since the last `take`, at most `most` of each function. */
  take(): readonly RecordedCall[];
  /** Names of all functions, and whether they were ever called. */
  readonly functions: ReadonlyMap<string, boolean>;
  wrap(path: string, module: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

export function createRecorder(most: number): Recorder {
  const functions = new Map<string, boolean>();
  const wrapped = new WeakSet<AnyFunction>();
  const counts = new Map<string, number>();
  let calls: RecordedCall[] = [];
  const wrapFunction = (name: string, real: AnyFunction): AnyFunction => {
    functions.set(name, functions.get(name) ?? false);
    const recording: AnyFunction = (...args) => {
      functions.set(name, true);
      const count = counts.get(name) ?? 0;
      if (count < most) {
        counts.set(name, count + 1);
        calls.push({ name, again: () => real(...args) });
      }
      return real(...args);
    };
    wrapped.add(recording);
    return recording;
  };
  return {
    functions,
    take() {
      const taken = calls;
      calls = [];
      counts.clear();
      return taken;
    },
    wrap: (path, module) =>
      Object.fromEntries(
        Object.entries(module).map(([name, value]) =>
          // A front door exports functions of its files again.
          typeof value === "function" && !wrapped.has(value as AnyFunction)
            ? [name, wrapFunction(`${path} ${name}`, value as AnyFunction)]
            : [name, value],
        ),
      ),
  };
}

/** Returns what a result says: what is made while it is read is read, a function without arguments is called. */
export function plainValue(value: unknown, seen: ReadonlySet<unknown> = new Set()): unknown {
  if (typeof value === "function") return value.length === 0 && !seen.has(value) ? called(value, seen) : "a function";
  if (typeof value !== "object" || value === null) return typeof value === "bigint" ? `${value}n` : value;
  if (ArrayBuffer.isView(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
  if (seen.has(value)) return "itself";
  const inside = new Set([...seen, value]);
  if (value instanceof Map) return Array.from(value, (entry) => plainValue(entry, inside));
  if (Symbol.iterator in value) return Array.from(value as Iterable<unknown>, (one) => plainValue(one, inside));
  return Object.entries(value).map(([key, one]) => [key, plainValue(one, inside)]);
}

function called(make: object, seen: ReadonlySet<unknown>): unknown {
  return plainValue((make as () => unknown)(), new Set([...seen, make]));
}
