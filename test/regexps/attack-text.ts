/** Texts on which a regular expression is slow, or once was: see `run.mjs`. */
import attacks from "./attacks.json" with { type: "json" };

/** What is repeated between a start and an end; several parts are repeated in turn, each as often. */
export interface Attack {
  readonly pumps: readonly (readonly [prefix: string, pump: string])[];
  readonly suffix: string;
}

/** All that recheck ever found, by expression. */
export const ATTACKS: Readonly<Record<string, Attack>> = attacks as never;

/** What made a loop or an expression slow that recheck does not see, or sees from another side. */
export const FOUND_BY_HAND: readonly Attack[] = [
  ...["-  ", "1)  ", "+  ", "-\t\t", "> -  ", "* \t"].map((marker) => ({
    pumps: [["", marker] as const],
    suffix: "x ```",
  })),
  ...[" ", "\t", " a"].map((blank) => ({ pumps: [["name:", blank] as const], suffix: "#" })),
  ...[" ", "\t"].map((blank) => ({
    pumps: [["a", blank] as const, ["=", blank] as const, ["b", blank] as const],
    suffix: "\r",
  })),
];

/** Returns an attack with at least so many characters, if not all of its repeated parts are empty. */
export function attackText({ pumps, suffix }: Attack, size: number): string {
  const once = pumps.reduce((sum, [, pump]) => sum + pump.length, 0);
  const count = Math.max(1, Math.ceil(size / once));
  return pumps.map(([prefix, pump]) => prefix + pump.repeat(count)).join("") + suffix;
}
