/** Checks the name: it exists, is a string, has the form that the profile requires and matches its directory. */
import type { FieldEntry, FieldNode } from "../../../model/fields.ts";
import { describeValue, type FieldContext } from "../context.ts";
import { planQuotes, planText } from "../field-fixes.ts";
import { isEmptyText, textOf } from "../field-text.ts";
import { checkNameForm } from "./name-form.ts";
import { nameRules } from "./rules.ts";

/** The names that every client accepts. */
const GOOD_NAME = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Checks the name and returns it; undefined if the skill has no usable name. */
export function checkName(context: FieldContext, entry: FieldEntry | undefined): string | undefined {
  const { skill, document, profile, at } = context;
  const fallback = profile.naming.missing === "directory" ? skill.dirName : undefined;
  if (entry === undefined) {
    at(nameRules["name-missing"], document.frontmatter?.fence, { dir: skill.dirName ?? "" });
    return fallback;
  }
  const { value } = entry;
  if (isEmptyText(profile, value)) {
    at(nameRules["name-empty"], value.span ?? entry.keySpan, { dir: skill.dirName ?? "" });
    return fallback;
  }
  const text = textOf(profile, value);
  if (text === undefined || (value.kind === "scalar" && typeof value.value !== "string"))
    at(
      nameRules["name-not-string"],
      value.span,
      { found: describeValue(value), kept: text ?? "" },
      { fixes: planQuotes(document, value) },
    );
  if (text === undefined || text === "") return fallback;
  const name = profile.naming.trim ? text.trim() : text;
  // An inline skill has no directory that its name could differ from.
  if (skill.inline === undefined || profile.inlineSkills === "checked") checkForm(context, name, value);
  return name;
}

function checkForm({ skill, document, profile, at }: FieldContext, written: string, value: FieldNode): void {
  const { span } = value;
  const name = checkNameForm(written, profile, (rule, args, fixed) =>
    at(rule, span, args, {
      fixes: fixed === undefined ? [] : planText(document, value, { ...fixed, applicability: "unsafe" }),
    }),
  );
  const { dirName } = skill;
  if (dirName === undefined || dirName.normalize("NFKC") === name) return;
  const fixes = GOOD_NAME.test(dirName)
    ? planText(document, value, { text: dirName, title: "use the name of the directory", applicability: "unsafe" })
    : [];
  at(nameRules["name-dir-mismatch"], span, { name, dir: dirName }, { fixes });
}
