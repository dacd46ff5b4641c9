/**
 * The name, in the order of the reference library (skills-ref validator.py, agentskills 69ef37e): normalise to NFKC,
 * then length, case, hyphens, characters, directory.
 */
import type { FieldEntry } from "../../../model/fields.ts";
import { codePoints, describeValue, isBlank, scalarText, type CheckContext } from "../context.ts";

/** Checks the name and gives it; undefined when the skill has none that can be used. */
export function checkName(context: CheckContext, entry: FieldEntry | undefined): string | undefined {
  const { skill, profile, at } = context;
  const fallback = profile.naming.missing === "directory" ? skill.dirName : undefined;
  if (entry === undefined) {
    at("name-missing", skill.frontmatter?.fence, { dir: skill.dirName ?? "" });
    return fallback;
  }
  const { value } = entry;
  if (isBlank(value)) {
    at("name-empty", value.span ?? entry.keySpan, { dir: skill.dirName ?? "" });
    return fallback;
  }
  const text = scalarText(value);
  if (text === undefined || (value.kind === "scalar" && typeof value.value !== "string"))
    at("name-not-string", value.span, { found: describeValue(value), kept: text ?? "" });
  if (text === undefined) return fallback;
  const name = text.trim();
  checkForm(context, name, value.span);
  return name;
}

function checkForm({ skill, profile, at }: CheckContext, written: string, span: FieldEntry["keySpan"]): void {
  const name = written.normalize("NFKC");
  if (name !== written) at("name-not-nfkc", span, { name: written, normal: name });
  const length = codePoints(name);
  if (length > profile.naming.maxLength) at("name-too-long", span, { name, length, limit: profile.naming.maxLength });
  if (name !== name.toLowerCase()) at("name-not-lowercase", span, { name });
  if (name.startsWith("-") || name.endsWith("-")) at("name-edge-hyphen", span, { name });
  if (name.includes("--")) at("name-double-hyphen", span, { name });
  const bad = [...new Set([...name].filter((character) => !/^[\p{L}\p{N}-]$/u.test(character)))];
  if (bad.length > 0) at("name-bad-char", span, { name, characters: bad.map(nameCharacter).join(", ") });
  else if (/[^a-zA-Z0-9-]/.test(name)) at("name-non-ascii", span, { name });
  const scripts = mixedScripts(name);
  if (scripts !== "") at("name-mixed-script", span, { name, letters: scripts });
  const { dirName } = skill;
  if (dirName !== undefined && dirName.normalize("NFKC") !== name) at("name-dir-mismatch", span, { name, dir: dirName });
}

/** A character as people can recognise it: in quotes when it is visible, as a code point when it is not. */
function nameCharacter(character: string): string {
  if (character === " ") return "a blank";
  const point = `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
  return /^[\x21-\x7e]$/.test(character) ? `"${character}"` : point;
}

/** Latin letters beside Cyrillic or Greek ones, which look alike: the odd ones as code points. */
function mixedScripts(name: string): string {
  if (!/\p{Script=Latin}/u.test(name)) return "";
  const odd = [...name].filter((character) => /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(character));
  return odd.length === 0 ? "" : `${[...new Set(odd)].map(nameCharacter).join(", ")} among Latin letters`;
}
