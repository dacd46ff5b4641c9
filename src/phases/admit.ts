/** Decides which skills enter the catalog, and as what. */
import { isErrorOfSkill, type Judged, type Rule } from "../diagnostics/index.ts";
import type { OnInvalid } from "../model/config.ts";
import type { Profile } from "../profiles/index.ts";
import type { Restrictions } from "./restrictions.ts";

/**
 * What becomes of a skill: `bare` keeps its text as the body, `marked` keeps it with the marker of a failed command,
 * `drop` leaves it out.
 */
export type AdmissionDecision = "keep" | "bare" | "marked" | "drop";

/** What happens to skills with errors, and to those whose only error is a command that failed. */
interface AdmissionPolicy {
  readonly onInvalid: OnInvalid;
  readonly failedCommands: Profile["failedCommands"];
}

/** The rules that make a skill unusable, each once, by number of the skill. */
export function errorsBySkill(judged: readonly Judged[]): ReadonlyMap<number, readonly Rule[]> {
  const errors = new Map<number, Rule[]>();
  for (const one of judged) {
    const { place } = one.group;
    if (place === undefined || !isErrorOfSkill(one)) continue;
    const known = errors.get(place);
    if (known === undefined) errors.set(place, [one.rule]);
    else if (!known.includes(one.rule)) known.push(one.rule);
  }
  return errors;
}

/**
 * Admits the skills with errors, and those whose restrictions cannot be applied. With `error` the build fails anyway;
 * what can be kept is, so that later phases find their own faults too.
 */
export function admit(
  errors: ReadonlyMap<number, readonly Rule[]>,
  restrictions: ReadonlyMap<number, Restrictions>,
  policy: AdmissionPolicy,
): ReadonlyMap<number, AdmissionDecision> {
  const numbers = new Set([...errors.keys(), ...restrictions.keys()]);
  return new Map(
    [...numbers].map((number): [number, AdmissionDecision] => [
      number,
      decide(errors.get(number) ?? [], restrictions.get(number), policy),
    ]),
  );
}

function decide(
  errors: readonly Rule[],
  restrictions: Restrictions | undefined,
  { onInvalid, failedCommands }: AdmissionPolicy,
): AdmissionDecision {
  if (errors.length > 0 && onInvalid === "error") return "keep";
  if (restrictions !== undefined && restrictions.lost.length > 0) return "drop";
  if (errors.length === 0) return "keep";
  const others = errors.filter(({ without }) => without !== "command");
  if (others.length === 0 && (onInvalid === "body" || failedCommands === "marker")) return "marked";
  if (onInvalid !== "body") return "drop";
  const isUnread = (restrictions?.unread ?? []).length > 0;
  return isUnread && others.every(({ without }) => without === "frontmatter") ? "bare" : "drop";
}

/** Errors about skills that were not kept as they are become warnings: the build can go on. */
export function lowerErrors(
  judged: readonly Judged[],
  admissions: ReadonlyMap<number, AdmissionDecision>,
): readonly Judged[] {
  if (admissions.size === 0) return judged;
  return judged.map((one) => {
    const { place } = one.group;
    const admission = place === undefined ? undefined : admissions.get(place);
    const isLowered = admission !== undefined && admission !== "keep" && isErrorOfSkill(one);
    return isLowered ? { ...one, severity: "warning" } : one;
  });
}

/** Reports whether there are errors, including suppressed ones. */
export function hasErrors(judged: readonly Judged[]): boolean {
  return judged.some(({ severity }) => severity === "error");
}
