import type { FieldEntry, FieldNode } from "../../model/fields.ts";
import { isDeviceName, portabilityFault } from "../../paths/index.ts";
import type { FieldContext } from "../context.ts";
import { planQuotes, planText } from "../field-fixes.ts";
import { isEmptyText, isTyped, textOf, typeOf } from "../field-text.ts";
import { checkNameForm, GOOD_NAME } from "./name-form.ts";
import { isPartOf, nameRules } from "./rules.ts";

/** Undefined if the skill has no usable name. */
export function checkName(context: FieldContext, entry: FieldEntry | undefined): string | undefined {
  const { skill, document, profile, at } = context;
  if (profile.naming.reads === "directory" && skill.dirName !== undefined)
    return checkDirectory(context, skill.dirName);
  const fallback = profile.naming.missing === "directory" ? skill.dirName : undefined;
  if (entry === undefined) {
    at(nameRules["name-missing"], document.frontmatter?.fence, { dir: skill.dirName ?? "" });
    return fallback;
  }
  const { value } = entry;
  if (isEmptyText(profile, value)) {
    const isNull = value.kind === "scalar" && value.value === null;
    at(nameRules["name-empty"], value.span ?? entry.keySpan, { dir: skill.dirName ?? "", isNull });
    return fallback;
  }
  const text = textOf(profile, value);
  if (text === undefined || value.kind !== "scalar" || isTyped(profile, value))
    at(
      nameRules["name-not-string"],
      value.span,
      { found: typeOf(value), kept: text ?? "" },
      { fixes: planQuotes(document, value) },
    );
  const name = profile.naming.trim ? text?.trim() : text;
  if (text === undefined || name === undefined || name === "") return fallback;
  checkReaders(context, text, value);
  // An inline skill has no directory.
  const isNamed = skill.inline === undefined || profile.inlineSkills === "checked";
  const hasForm = profile.naming.checks === "all" || (value.kind === "scalar" && typeof value.value === "string");
  if (isNamed && hasForm) checkForm(context, name, value);
  return withoutReplaced(name, profile.naming.replaced);
}

/** The directory is the name, so it must have the form of one. */
function checkDirectory({ document, profile, at }: FieldContext, dirName: string): string {
  checkNameForm(dirName, profile, (rule, args) => at(rule, document.frontmatter?.fence, args));
  return dirName;
}

function withoutReplaced(name: string, replaced: string): string {
  return replaced === ""
    ? name
    : [...name].map((character) => (replaced.includes(character) ? "-" : character)).join("");
}

/** YAML 1.1 does not read these as strings (yaml.org/type), YAML 1.2 does. */
const YAML_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:y|n|yes|no|on|off)$/i, "a boolean"],
  [/^\d{4}-\d{1,2}-\d{1,2}$/, "a date"],
  [/^[-+]?\d+_[\d_]*$|^[-+]?0b[01_]+$/, "a number"],
];

/** Some readers trim whitespace around a name, or read it as another type. */
function checkReaders({ document, profile, at }: FieldContext, text: string, value: FieldNode): void {
  const kept = text.trim();
  if (kept !== text && kept !== "") {
    const applicability = GOOD_NAME.test(kept) ? "safe" : "unsafe";
    const fixes = planText(document, value, { text: kept, title: "delete the whitespace", applicability });
    const args = { name: text, kept, trimmed: profile.naming.trim };
    if (profile.naming.form !== "free") at(nameRules["name-padded"], value.span, args, { fixes });
  }
  if (value.kind !== "scalar" || value.style !== "plain" || typeof value.value !== "string") return;
  const read = YAML_WORDS.find(([pattern]) => pattern.test(text))?.[1];
  if (read === undefined) return;
  at(nameRules["name-yaml-word"], value.span, { name: text, read }, { fixes: planQuotes(document, value) });
}

function plainName(text: string): string {
  const words = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  return words.replace(/^-/, "").replace(/-$/, "");
}

function checkForm({ skill, document, profile, at }: FieldContext, written: string, value: FieldNode): void {
  const { span } = value;
  let isFaulty = false;
  const name = checkNameForm(written, profile, (rule, args, fixed) => {
    isFaulty = true;
    at(rule, span, args, {
      fixes: fixed === undefined ? [] : planText(document, value, { ...fixed, applicability: "unsafe" }),
    });
  });
  const { dirName } = skill;
  const fault = isDeviceName(name.trim()) ? portabilityFault(name.trim()) : undefined;
  if (fault !== undefined) at(nameRules["name-not-portable"], span, { name, fault });
  if (GOOD_NAME.test(name) && dirName === name) return;
  // Whitespace, or a fault with its own finding, is not a second mistake.
  isFaulty ||= written !== written.trim();
  const last = name.split(/[/:]/).at(-1) as string;
  if (profile.fields === "open" && isFaulty && dirName !== undefined && plainName(last) === plainName(dirName)) return;
  if (dirName === undefined || dirName.normalize("NFKC") === name.trim()) return;
  // The shorter name says less: only the directory should change, which a fix cannot do.
  const fixes =
    GOOD_NAME.test(dirName) && !isPartOf(dirName, name)
      ? planText(document, value, { text: dirName, title: "use the name of the directory", applicability: "unsafe" })
      : [];
  at(nameRules["name-dir-mismatch"], span, { name, dir: dirName }, { fixes });
}
