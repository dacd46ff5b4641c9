import type { Diagnostic, ProfileSeverity, Severity } from "../model/diagnostic.ts";
import type { Judged } from "./placed.ts";
import type { RuleBook } from "./rule-book.ts";
import type { Rule } from "./rule.ts";

/**
 * A finding of an exact copy repeats that of the original, unless it has a fix, which each file needs.
 *
 * @param copies The number of the original of each copy.
 */
export function withoutCopies(judged: readonly Judged[], copies: ReadonlyMap<number, number>): readonly Judged[] {
  if (copies.size === 0) return judged;
  const originals = new Set(copies.values());
  const keyOf = ({ rule, finding }: Judged, place: number): string =>
    JSON.stringify([place, rule.name, finding.file, finding.at?.span.start.offset, finding.args]);
  const known = new Set(
    judged.flatMap((one) => {
      const { place } = one.group;
      return place !== undefined && originals.has(place) ? [keyOf(one, place)] : [];
    }),
  );
  return judged.filter((one) => {
    const original = one.group.place === undefined ? undefined : copies.get(one.group.place);
    return original === undefined || one.finding.fixes !== undefined || !known.has(keyOf(one, original));
  });
}

/** Findings of one cause are reported at the first place, with the number of the others. */
export function mergePlaces(judged: readonly Judged[]): readonly Judged[] {
  const counts = new Map<string, number>();
  const keyOf = ({ rule, finding, group, severity, suppressed }: Judged): string | undefined =>
    suppressed === undefined && finding.cause !== undefined
      ? JSON.stringify([rule.name, group.place, finding.cause, severity])
      : undefined;
  const first = judged.filter((one) => {
    const key = keyOf(one);
    if (key === undefined) return true;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count === 0;
  });
  if (counts.size === 0) return judged;
  return first.map((one) => {
    const more = (counts.get(keyOf(one) ?? "") ?? 1) - 1;
    return more === 0 ? one : { ...one, finding: { ...one.finding, args: { ...one.finding.args, more } } };
  });
}

/**
 * Returns what distinguishes a finding from others across runs, without its place in the file. Numbers in its arguments
 * do not count: a count changes with every skill.
 *
 * @param line The line of the finding; "" for one without, which only its arguments tell from others of its rule.
 */
export function identityOf({ code, file, profile = "", args }: Diagnostic, line: string, rule?: Rule): string {
  if (rule?.oncePerRun?.(args) === true) return [code, profile].join("\0");
  const texts = Object.entries(args).filter(([, value]) => typeof value !== "number");
  return [code, profile, file, line, line === "" ? JSON.stringify(texts) : ""].join("\0");
}

/** If reported once per run, the identity of a finding does not contain its file. */
export function isOncePerRun({ rule, args }: Diagnostic, book: RuleBook): boolean {
  return book.get(rule)?.oncePerRun?.(args) === true;
}

const RANKS: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** One finding with the highest severity. */
export function mergeProfiles(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const merged = new Map<string, Diagnostic & { readonly profiles: ProfileSeverity[] }>();
  const others: Diagnostic[] = [];
  for (const one of diagnostics) {
    const { profile, code, file, span, args, suppressed, severity } = one;
    if (profile === undefined) {
      others.push(one);
      continue;
    }
    const key = JSON.stringify([code, file, span, args, suppressed?.by]);
    const known = merged.get(key);
    const profiles = known?.profiles ?? [];
    if (!profiles.some(({ name }) => name === profile)) profiles.push({ name: profile, severity });
    const worse = known === undefined || RANKS[severity] > RANKS[known.severity] ? one : known;
    merged.set(key, { ...worse, profile: profiles.map(({ name }) => name).join(", "), profiles });
  }
  return [...merged.values(), ...others];
}
