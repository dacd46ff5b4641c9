import { escapeText } from "../formats/display-text.ts";
import { nearestNames } from "../runtime/access.ts";

/**
 * Returns the message for a wrong name, with the nearest right one.
 *
 * @example
 * unknownName("command", "chekc", ["build", "check"]); // unknown command "chekc" (did you mean "check"?)
 */
export function unknownName(what: string, name: string, names: readonly string[]): string {
  return `unknown ${what} ${quoted(name)}${didYouMean(nearestNames(name, names).slice(0, 1).map(quoted))}`;
}

/** Flags are written without quotes; `meant`: the right form, if known. */
export function unknownOption(name: string, written: string, names: readonly string[], meant?: string): string {
  const nearest = nearestNames(name, names).slice(0, 1);
  return `unknown option ${written}${didYouMean(meant === undefined ? nearest.map((each) => `--${each}`) : [meant])}`;
}

/** `meant`: the skills that share the name. */
export function unknownSkill(name: string, ids: readonly string[], meant: readonly string[]): string {
  if (meant.length > 0) return `several skills are named ${quoted(name)}${didYouMean(meant.map(quoted))}`;
  const nearest = nearestNames(name, ids);
  const help = nearest.length === 0 ? " (see skillc list)" : didYouMean(nearest.map(quoted));
  return `unknown skill ${quoted(name)}${help}`;
}

function didYouMean(candidates: readonly string[]): string {
  return candidates.length === 0 ? "" : ` (did you mean ${candidates.join(" or ")}?)`;
}

function quoted(name: string): string {
  return `"${escapeText(name)}"`;
}
