/** Finds the field that an unknown key was meant to be. */
import { fieldKeyOf, fieldTable, type FieldType } from "../../model/field-table.ts";
import type { FieldEntry, FieldNode } from "../../model/fields.ts";
import { editDistance, nearestNames } from "../../runtime/access.ts";

export interface MeantField {
  readonly name: string;
  /**
   * `same`: the same word in another spelling. `typo`: one letter inside a long word is wrong, missing, extra or
   * swapped. `near`: similar, but as likely to be another word: `authors` and `author`, `created_at` and `created_by`.
   */
  readonly likeness: "same" | "typo" | "near";
}

/** Shorter words are one letter away from too many others. */
const LONG_WORD = 6;

/** Returns the field; undefined if none is similar, or if the value does not have the type of the similar one. */
export function findMeantField({ key, value }: FieldEntry, candidates: readonly string[]): MeantField | undefined {
  const same = candidates.find((candidate) => bare(candidate) === bare(key));
  if (same !== undefined) return { name: same, likeness: "same" };
  const fitting = candidates.filter((candidate) => hasTypeOf(value, candidate));
  const [name, ...others] = nearestNames(key, fitting);
  if (name === undefined || Math.abs(name.length - key.length) > 2) return undefined;
  return { name, likeness: isTypo(key, name) && !others.some((other) => isTypo(key, other)) ? "typo" : "near" };
}

/** Without case and separators; `licence` is the British spelling. */
const bare = (field: string): string =>
  field
    .toLowerCase()
    .replaceAll(/[-_\s]/g, "")
    .replace(/^licence$/, "license");

function isTypo(field: string, meant: string): boolean {
  const [one, two] = [bare(field), bare(meant)];
  const isLong = Math.min(one.length, two.length) >= LONG_WORD;
  return isLong && one[0] === two[0] && one.at(-1) === two.at(-1) && editDistance(one, two, 1) === 1;
}

const kindsOf: Readonly<Record<FieldType, readonly FieldNode["kind"][]>> = {
  text: ["scalar"],
  model: ["scalar"],
  texts: ["scalar", "list"],
  tools: ["scalar", "list"],
  mapping: ["map"],
  metadata: ["map"],
  flag: ["scalar"],
  source: ["scalar", "list", "map"],
};

function hasTypeOf(value: FieldNode, field: string): boolean {
  if (field === "name" || field === "description") return value.kind === "scalar";
  const key = fieldKeyOf(field);
  if (key === undefined) return false;
  const { type } = fieldTable[key];
  const isFlag = value.kind === "scalar" && /^(?:true|false|yes|no|on|off)$/i.test(value.source);
  return type === "flag" ? isFlag : kindsOf[type].includes(value.kind) && !(isFlag && type === "text");
}
