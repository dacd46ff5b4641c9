/**
 * Finds the faults of a name, in the order of the reference library (skills-ref validator.py, agentskills 69ef37e):
 * normalization, then length, case, hyphens, characters. The profile determines which faults count.
 */
import type { ArgsOf, RuleName } from "../../../diagnostics/index.ts";
import { measureText, type Profile } from "../../../profiles/index.ts";
import { codePoints, mixedScripts } from "../security/mixed-scripts.ts";

/** Reports a fault, and the fixed name if it is clear. */
export type TellFault = <R extends RuleName>(
  rule: R,
  args: ArgsOf<R>,
  mended?: { readonly name: string; readonly title: string },
) => void;

/** Checks a name against the rules of a profile and returns it as these rules read it. */
export function checkNameForm(written: string, { naming, lengthUnit }: Profile, tell: TellFault): string {
  if (naming.form === "free") return written;
  const name = naming.normalize ? written.normalize("NFKC") : written;
  if (written !== written.normalize("NFKC"))
    tell("name-not-nfkc", { name: written, normal: written.normalize("NFKC") });
  const length = measureText(name, lengthUnit);
  if (length > naming.maxLength) tell("name-too-long", { name, length, limit: naming.maxLength });
  if (name !== name.toLowerCase())
    tell("name-not-lowercase", { name }, { name: written.toLowerCase(), title: "write it in lowercase" });
  if (naming.hyphens === "single") checkHyphens(name, written, tell);
  const halves = naming.qualified ? name.split(":") : [name];
  checkHalves(name, halves, naming, tell);
  checkCharacters(name, written, naming.extra + (naming.qualified ? ":" : ""), tell);
  const scripts = mixedScripts(name);
  if (scripts !== "") tell("name-mixed-script", { name, letters: scripts });
  const reserved = /anthropic|claude/i.exec(name)?.[0];
  if (reserved !== undefined) tell("name-reserved", { name, word: reserved.toLowerCase() });
  return name;
}

function checkHyphens(name: string, written: string, tell: TellFault): void {
  if (name.startsWith("-") || name.endsWith("-"))
    tell(
      "name-edge-hyphen",
      { name },
      { name: written.replaceAll(/^-+|-+$/g, ""), title: "delete the leading and trailing hyphens" },
    );
  if (name.includes("--"))
    tell("name-double-hyphen", { name }, { name: written.replaceAll(/-{2,}/g, "-"), title: "write single hyphens" });
}

function checkHalves(
  name: string,
  halves: readonly string[],
  { qualified, start }: Profile["naming"],
  tell: TellFault,
): void {
  if (qualified && halves.length > 2) tell("name-segment", { name, fault: "has more than one colon" });
  else if (halves.includes("")) tell("name-segment", { name, fault: "has nothing on one side of the colon" });
  else if (start === "letter" && halves.some((half) => !/^\p{L}/u.test(half)))
    tell("name-segment", { name, fault: "must start with a letter on both sides of the colon" });
}

/** For a name in another script, the first letters are enough. */
const MOST_TOLD = 8;

function checkCharacters(name: string, written: string, extra: string, tell: TellFault): void {
  const bad = [
    ...new Set([...name].filter((character) => !/^[\p{L}\p{N}-]$/u.test(character) && !extra.includes(character))),
  ];
  if (bad.length > 0) {
    const isClear = bad.every((character) => character === "_" || character === " ");
    const characters = bad.map(nameCharacter).join(", ");
    tell(
      "name-bad-char",
      { name, characters },
      isClear ? { name: written.replaceAll(/[_ ]/g, "-"), title: "write hyphens" } : undefined,
    );
    return;
  }
  const others = [...name].filter((character) => !/[a-zA-Z0-9-]/.test(character) && !extra.includes(character));
  if (others.length > 0) tell("name-non-ascii", { name, letters: codePoints(others.slice(0, MOST_TOLD)) });
}

/** Describes a character: in quotes if it is visible, as a code point if not. */
function nameCharacter(character: string): string {
  if (character === " ") return "a space";
  return /^[\x21-\x7e]$/.test(character) ? `"${character}"` : codePoints([character]);
}
