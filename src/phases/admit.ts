/** Decides which skills enter the catalog, and as what. */
import { isErrorOfSkill, type Judged } from "../diagnostics/index.ts";
import type { OnInvalid } from "../model/config.ts";

/** What becomes of a skill: `bare` keeps its text as the body, `drop` leaves it out. */
export type AdmissionDecision = "keep" | "bare" | "drop";

/** Names of the rules that make a skill unusable, each once, by number of the skill. */
export function errorsBySkill(judged: readonly Judged[]): ReadonlyMap<number, readonly string[]> {
  const errors = new Map<number, string[]>();
  for (const one of judged) {
    const { place } = one.group;
    if (place === undefined || !isErrorOfSkill(one)) continue;
    const known = errors.get(place);
    if (known === undefined) errors.set(place, [one.rule.name]);
    else if (!known.includes(one.rule.name)) known.push(one.rule.name);
  }
  return errors;
}

/**
 * Admits the skills with errors. With `error` the build fails anyway; what can be kept is, so that later phases find
 * their own faults too.
 */
export function admit(
  errors: ReadonlyMap<number, readonly string[]>,
  onInvalid: OnInvalid,
): ReadonlyMap<number, AdmissionDecision> {
  return new Map(
    [...errors].map(([number, rules]): [number, AdmissionDecision] => {
      if (onInvalid === "error") return [number, "keep"];
      // What is not UTF-8 has no text that could be kept without mangling it.
      return [number, onInvalid === "body" && !rules.includes("encoding-invalid") ? "bare" : "drop"];
    }),
  );
}

/** Errors about skills that were not kept as they are become warnings: the build can go on. */
export function lowerErrors(
  judged: readonly Judged[],
  admissions: ReadonlyMap<number, AdmissionDecision>,
): readonly Judged[] {
  return judged.map((one) => {
    const { place } = one.group;
    const admission = place === undefined ? undefined : admissions.get(place);
    const isLowered = admission !== undefined && admission !== "keep" && isErrorOfSkill(one);
    return isLowered ? { ...one, severity: "warning" } : one;
  });
}
