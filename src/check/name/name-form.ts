/**
 * Finds faults in the order of the reference library (skills-ref validator.py, agentskills 69ef37e): normalization,
 * length, case, hyphens, characters. The profile determines which count.
 */
import type { Rule, RuleArgs } from "../../diagnostics/index.ts";
import { MAX_NAME_LENGTH, measureText, type ProfileBehavior } from "../../profiles/index.ts";
import { listCodePoints, mixedScripts } from "../security/mixed-scripts.ts";
import { nameRules, STARTS_WRONG } from "./rules.ts";
import { trimOf } from "../../model/trim.ts";

/** Reports a fault, and the name without it if that is clear. */
type ReportFault = <Args extends RuleArgs>(
  rule: Rule<Args>,
  args: NoInfer<Args>,
  fixed?: { readonly text: string; readonly title: string },
) => void;

/** Every client accepts these. */
export const GOOD_NAME = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Returns the name as the rules of the profile read it. */
export function checkNameForm(padded: string, profile: ProfileBehavior, report: ReportFault): string {
  const { naming, lengthUnit } = profile;
  // A system without a limit is not the only reader.
  const limit = naming.maxLength === Infinity ? MAX_NAME_LENGTH : naming.maxLength;
  const reportLength = (name: string): void => {
    const length = measureText(name, lengthUnit);
    if (length > limit) report(nameRules["name-too-long"], { name, length, limit });
  };
  if (naming.form === "free") {
    reportLength(padded);
    return padded;
  }
  if (naming.form === "segment") return checkSegment(naming.normalize ? padded.normalize("NFKC") : padded, report);
  if (GOOD_NAME.test(padded)) {
    reportLength(padded);
    checkHalves(padded, [padded], naming, report);
    checkReserved(padded, report);
    return padded;
  }
  // Whitespace around the name has its own finding.
  const written = padded.trim();
  const name = naming.normalize ? written.normalize("NFKC") : written;
  if (written !== written.normalize("NFKC"))
    report(nameRules["name-not-nfkc"], { name: written, normal: written.normalize("NFKC") });
  reportLength(name);
  const extra = naming.extra + (naming.qualified ? ":" : "");
  const bad = badCharacters(name, extra);
  // A strict reading lists each fault, as the reference library does; else a name such as "Tide Tables" is one.
  const isUpper = name !== name.toLowerCase();
  if (isUpper && (bad.length === 0 || profile.fields === "closed"))
    report(nameRules["name-not-lowercase"], { name }, { text: written.toLowerCase(), title: "write it in lowercase" });
  if (naming.hyphens !== "free") checkHyphens(name, written, report);
  if (naming.hyphens === "unmixed" && name.includes("_") && !/^[^-_]+(?:_[^-_]+)*$/.test(name))
    report(nameRules["name-bad-char"], { name, characters: '"_" beside hyphens, in a row or at an end' });
  const halves = naming.qualified ? name.split(":") : [name];
  checkHalves(name, halves, naming, report);
  checkCharacters(name, { written, bad, extra, isUpper: isUpper && profile.fields === "open" }, report);
  const scripts = mixedScripts(name);
  if (scripts !== "") report(nameRules["name-mixed-script"], { name, letters: scripts });
  checkReserved(name, report);
  return name;
}

/** The name may be a directory. */
function checkSegment(name: string, report: ReportFault): string {
  const bad = [...new Set(name)].filter((character) => /[/\\\0-\x1F\x7F]/.test(character));
  const characters = bad.map(nameCharacter).join(", ");
  if (bad.length > 0) report(nameRules["name-bad-char"], { name, characters });
  return name;
}

function checkReserved(name: string, report: ReportFault): void {
  const reserved = /anthropic|claude/i.exec(name)?.[0];
  if (reserved !== undefined) report(nameRules["name-reserved"], { name, word: reserved.toLowerCase() });
}

function checkHyphens(name: string, written: string, report: ReportFault): void {
  if (name.startsWith("-") || name.endsWith("-"))
    report(
      nameRules["name-edge-hyphen"],
      { name },
      { text: trimOf(written, "-"), title: "delete the leading and trailing hyphens" },
    );
  if (name.includes("--"))
    report(
      nameRules["name-double-hyphen"],
      { name },
      { text: written.replaceAll(/-{2,}/g, "-"), title: "write single hyphens" },
    );
}

function checkHalves(
  name: string,
  halves: readonly string[],
  { qualified, start }: ProfileBehavior["naming"],
  report: ReportFault,
): void {
  if (qualified && halves.length > 2) report(nameRules["name-segment"], { name, fault: "has more than one colon" });
  else if (halves.includes(""))
    report(nameRules["name-segment"], { name, fault: "has nothing on one side of the colon" });
  else if (start === "alphanumeric" && !/^[A-Za-z0-9]/.test(name))
    report(nameRules["name-segment"], { name, fault: STARTS_WRONG });
  else if (start === "letter" && halves.some((half) => !/^\p{L}/u.test(half)))
    report(nameRules["name-segment"], { name, fault: "must start with a letter on both sides of the colon" });
}

/** The first letters of another script are enough. */
const MAX_LISTED = 8;

function badCharacters(name: string, extra: string): readonly string[] {
  return [
    ...new Set([...name].filter((character) => !/^[\p{L}\p{N}-]$/u.test(character) && !extra.includes(character))),
  ];
}

interface NameCharacters {
  readonly written: string;
  readonly bad: readonly string[];
  readonly extra: string;
  /** Whether the finding includes uppercase letters. */
  readonly isUpper: boolean;
}

function checkCharacters(name: string, { written, bad, extra, isUpper }: NameCharacters, report: ReportFault): void {
  if (bad.length > 0) {
    const isClear = bad.every((character) => character === "_" || character === " ");
    const characters = [...(isUpper ? ["uppercase letters"] : []), ...bad.map(nameCharacter)].join(", ");
    report(
      nameRules["name-bad-char"],
      { name, characters },
      isClear
        ? isUpper
          ? { text: written.toLowerCase().replaceAll(/[_ ]/g, "-"), title: "write lowercase letters and hyphens" }
          : { text: written.replaceAll(/[_ ]/g, "-"), title: "write hyphens" }
        : undefined,
    );
    return;
  }
  const others = [...name].filter((character) => !/[a-zA-Z0-9-]/.test(character) && !extra.includes(character));
  if (others.length > 0)
    report(nameRules["name-non-ascii"], { name, letters: listCodePoints(others.slice(0, MAX_LISTED)) });
}

/** In quotes if it is visible, else as a code point. */
function nameCharacter(character: string): string {
  if (character === " ") return "a space";
  return /^[\x21-\x7e]$/.test(character) ? `"${character}"` : listCodePoints([character]);
}
