import type { TextPlace } from "../model/source.ts";

export type ConfigPath = readonly (string | number)[];

/** Only the file if its text is unknown. */
export type PlaceOf = (path: ConfigPath, part?: "key" | "value") => TextPlace;

/** Returns `sources[1].mountAs`, as written in code. */
export function formatPath(path: ConfigPath): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[A-Za-z_$][\w$]*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

/** Undefined if the path does not exist. */
export function valueAt(value: unknown, path: ConfigPath): unknown {
  let current: unknown = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}
