/** How vectors of the compiler are compared: an area answers an input with every field that it knows. */
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { isSame, type Compat, type Fields } from "./runtime-area.ts";
import type { Vector, VectorCheck, VectorOutcome } from "./vector.ts";

/** Our name of each system. */
export const PROFILES: Readonly<Record<string, string>> = {
  promptkit: "promptkit",
  skillkit: "skillkit",
  "instructor-php": "cognesy",
  carnet: "carnet",
  fizeau: "fizeau",
};

export interface Question {
  readonly system: string;
  readonly profile: string;
  readonly input: Fields;
  readonly expected: Fields;
  readonly compat: Compat;
}

/** Answers with every field that it knows of; `result` is what `theirs` and `recommended` are compared with. */
export type Answer = (question: Question) => Promise<Fields> | Fields;

export interface AreaOptions {
  /** `theirs` breaks containment, or is said not to be copied: it does not come back under any setting. */
  readonly defectsStayMended?: true;
}

/** A check that knows these inputs. What is expected and not answered is a failure, as is an unknown input. */
export function area(
  inputKeys: readonly string[],
  answer: Answer,
  { defectsStayMended }: AreaOptions = {},
): VectorCheck {
  return async (vector: Vector): Promise<VectorOutcome> => {
    const { system } = vector;
    const input = expandRepeats(vector.input);
    const unknown = Object.keys(input).filter((key) => key !== "note" && !inputKeys.includes(key));
    if (unknown.length > 0) return { ok: false, reason: `unknown input: ${unknown.join(", ")}` };
    const { theirs, recommended, note: _note, ...plain } = vector.expected;
    const expected = expandRepeats(plain);
    if (Object.keys(vector.expected).length === 0) return { ok: false, reason: "nothing is expected" };
    const ask = (compat: Compat): Promise<Fields> | Fields =>
      answer({ system, profile: PROFILES[system] ?? "", input, expected, compat });
    const exact = await ask("exact");
    const problem =
      compareAll(expected, exact) ??
      ("theirs" in vector.expected && defectsStayMended !== true
        ? compareResult("theirs", theirs, exact)
        : undefined) ??
      ("recommended" in vector.expected ? compareResult("recommended", recommended, await ask(undefined)) : undefined);
    return problem === undefined ? { ok: true } : { ok: false, reason: problem };
  };
}

/** A defect is told as the fields of an answer, or as a word for all of it. */
function compareResult(key: string, want: unknown, given: Fields): string | undefined {
  if (typeof want === "object" && want !== null && !Array.isArray(want)) return compareAll(want as Fields, given);
  const is = given["result"] ?? (given["ok"] === true ? "ok" : given["errorClass"]);
  return isSame(is, want) ? undefined : `${key}: ${JSON.stringify(is)}, expected ${JSON.stringify(want)}`;
}

function compareAll(expected: Fields, given: Fields): string | undefined {
  return Object.entries(expected)
    .map(([key, want]) => compareKey(key, want, given))
    .find((reason) => reason !== undefined);
}

function compareKey(key: string, want: unknown, given: Fields): string | undefined {
  if (!Object.hasOwn(given, key)) return `unknown expectation: ${key}`;
  const is = given[key];
  // Maps name the parts that the vector is about.
  if (isPart(want) && isPart(is)) {
    const reason = compareAll(want, is);
    return reason && `${key}.${reason}`;
  }
  return isSame(is, want) ? undefined : `${key}: ${JSON.stringify(is)}, expected ${JSON.stringify(want)}`;
}

function isPart(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `nameRepeat: ["a", 3]` is `name: "aaa"`. */
function expandRepeats(fields: Fields): Fields {
  const expanded = Object.entries(fields).map(([key, value]): [string, unknown] => {
    if (!key.endsWith("Repeat") || !Array.isArray(value)) return [key, value];
    return [key.slice(0, -"Repeat".length), String(value[0]).repeat(Number(value[1]))];
  });
  return Object.fromEntries(expanded);
}

/** A class of errors: the rules of ours that mean it, each perhaps with words that its arguments must hold. */
export type ErrorClass = readonly [
  name: string,
  ...rules: readonly (string | readonly [rule: string, holds: string])[],
];

const NAME_FORM = [
  "name-bad-char",
  "name-not-lowercase",
  "name-non-ascii",
  "name-edge-hyphen",
  "name-double-hyphen",
  "name-segment",
];
const YAML = ["yaml-invalid", "yaml-duplicate-key", "yaml-alias-limit", "frontmatter-not-mapping"];

/** In the order in which each system looks: the first class that applies is the one that it reports. */
export const ERROR_CLASSES: Readonly<Record<string, readonly ErrorClass[]>> = {
  promptkit: [
    ["PATH_TRAVERSAL", "source-outside", "path-traversal"],
    ["MOUNT_GLOB", "mount-glob"],
    ["MOUNT_PARENT_SEGMENT", "mount-parent-segment"],
    ["MOUNT_INLINE", "mount-inline"],
    ["DIR_NOT_FOUND", "source-without-skills"],
    ["NOT_A_DIRECTORY", "source-not-directory"],
    ["EMPTY", ["frontmatter-missing", "empty"]],
    ["NO_FRONTMATTER", "frontmatter-missing"],
    ["UNTERMINATED", "frontmatter-unterminated"],
    [
      "INVALID_YAML",
      ...YAML,
      "allowed-tools-not-list",
      "metadata-not-map",
      "metadata-value-not-string",
      "name-not-string",
      "description-not-string",
      "license-not-string",
      "compatibility-not-string",
    ],
    ["NAME_REQUIRED", "name-missing", "name-empty"],
    ["NAME_FORMAT", ...NAME_FORM],
    ["NAME_TOO_LONG", "name-too-long"],
    ["DESC_REQUIRED", "description-missing", "description-empty"],
    ["DESC_TOO_LONG", "description-too-long"],
    ["INLINE_DESC", ["inline-incomplete", "description"]],
    ["INLINE_INSTRUCTIONS", ["inline-incomplete", "instructions"]],
    ["DUPLICATE_NAME", "duplicate-name"],
    ["STATE_PATH_MISSING", "view-path-missing"],
    ["UNKNOWN_TOOL", "tool-not-offered"],
  ],
  skillkit: [
    ["NO_FRONTMATTER", "frontmatter-missing", "frontmatter-unterminated"],
    ["INVALID_YAML", ...YAML],
    ["NAME_REQUIRED", "name-missing", "name-empty", "name-not-string"],
    ["DESC_REQUIRED", "description-missing", "description-empty", "description-not-string"],
    ["NAME_FORMAT", ...NAME_FORM],
    ["INVALID_FIELD", "field-type", "metadata-not-map"],
  ],
  "instructor-php": [],
  carnet: [
    ["INVALID_YAML", ...YAML],
    ["NAME_REQUIRED", "name-missing", "name-empty", "name-not-string", "frontmatter-missing"],
    ["DESC_REQUIRED", "description-missing", "description-empty", "description-not-string"],
    ["INVALID_FIELD", "field-type"],
    ["FILE_PATH_EMPTY", "files-invalid"],
    ["FILE_DESC_REQUIRED", "files-description-missing"],
    ["FILE_DOT_SLASH", ["files-path-invalid", "fixed"]],
    ["FILE_OUTSIDE", "files-path-invalid"],
    ["FILE_MISSING", "files-missing"],
    ["UNKNOWN_SKILL", "agent-skill-unknown"],
    ["UNKNOWN_TOOLSET", "toolset-unknown"],
  ],
  fizeau: [
    ["NOT_A_DIRECTORY", "source-not-directory"],
    ["NO_FRONTMATTER", "frontmatter-missing"],
    ["UNTERMINATED", "frontmatter-unterminated"],
    ["INVALID_YAML", ...YAML, "field-type", "name-not-string", "description-not-string"],
    ["NAME_REQUIRED", "name-missing", "name-empty"],
    ["NAME_FORMAT", ...NAME_FORM],
    ["NAME_TOO_LONG", "name-too-long"],
    ["DESC_REQUIRED", "description-missing", "description-empty"],
    ["DESC_TOO_LONG", "description-too-long"],
  ],
};

/** The classes of some findings, in the order in which the system looks. */
export function classesOf(system: string, diagnostics: readonly Diagnostic[]): readonly string[] {
  return (ERROR_CLASSES[system] ?? [])
    .filter(([, ...rules]) => rules.some((rule) => diagnostics.some((diagnostic) => means(rule, diagnostic))))
    .map(([name]) => name);
}

function means(rule: string | readonly [string, string], { rule: found, args }: Diagnostic): boolean {
  if (typeof rule === "string") return rule === found;
  const [name, holds] = rule;
  if (name !== found) return false;
  // An argument of that name that says anything, or one that holds the word.
  return (
    (Object.hasOwn(args, holds) && args[holds] !== "") ||
    Object.values(args).some((value) => String(value).includes(holds))
  );
}

/** `ok` and `errorClass` of findings under a profile: only errors refuse anything. */
export function verdict(
  system: string,
  diagnostics: readonly Diagnostic[],
  counts: (name: string) => boolean = () => true,
): Fields {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const first = classesOf(system, errors).find(counts);
  // An error that no class stands for is one of ours alone, and no vector expects it.
  const isRefused = first !== undefined || (errors.length > 0 && classesOf(system, errors).length === 0);
  return isRefused ? { ok: false, errorClass: first, result: first } : { ok: true, result: "ok" };
}
