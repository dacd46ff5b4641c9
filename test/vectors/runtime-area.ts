/** How vectors of the runtime are compared: an area answers an input with every field that it knows. */
import type { RefusalCode } from "../../src/runtime/guard/outcome.ts";
import type { Vector, VectorCheck, VectorOutcome } from "./vector.ts";

export type Fields = Readonly<Record<string, unknown>>;
export type Compat = "exact" | undefined;

/**
 * Answers to an input. `verdicts` are what `theirs` and `recommended` may say: the statements that are true.
 */
export type Answer = (input: Fields, compat: Compat) => Promise<Fields> | Fields;

/** Our name of each error class. */
const errorClasses: Readonly<Record<string, RefusalCode>> = {
  NOT_ACTIVE: "not-active",
  NOT_FOUND: "unknown-skill",
  NOT_AVAILABLE: "not-available",
  FILTERED: "filtered",
  MAX_ACTIVE: "max-active",
  UNAUTHORIZED: "unauthorized",
  NAME_REQUIRED: "name-required",
  NO_SKILLS: "no-skills",
  INVALID_PARAMS: "invalid-input",
  UNKNOWN_TOOL: "unknown-tool",
  PATH_TRAVERSAL: "path-traversal",
  INLINE_NO_RESOURCES: "inline-skill",
  IS_DIRECTORY: "is-directory",
  RESOURCE_NOT_FOUND: "unknown-file",
};

/** The class of one of our codes; undefined for one that no vector can name. */
export function errorClassOf(code: string): string | undefined {
  return Object.keys(errorClasses).find((name) => errorClasses[name] === code);
}

/** A check that knows these inputs. What is expected and not answered is a failure, as is an unknown input. */
export function area(inputKeys: readonly string[], answer: Answer): VectorCheck {
  return async ({ input, expected }: Vector): Promise<VectorOutcome> => {
    const unknown = Object.keys(input).filter((key) => key !== "note" && !inputKeys.includes(key));
    if (unknown.length > 0) return { ok: false, reason: `unknown input: ${unknown.join(", ")}` };
    const { theirs, recommended, note: _note, ...plain } = expected;
    if (Object.keys(expected).length === 0) return { ok: false, reason: "nothing is expected" };
    const exact = await answer(input, "exact");
    const problem =
      Object.entries(plain)
        .map(([key, want]) => compare(key, want, exact))
        .find((text) => text !== undefined) ??
      ("theirs" in expected ? judge("theirs", theirs, exact) : undefined) ??
      ("recommended" in expected ? judge("recommended", recommended, await answer(input, undefined)) : undefined);
    return problem === undefined ? { ok: true } : { ok: false, reason: problem };
  };
}

/** A defect, or what should stand in its place: fields like any other, or one statement. */
function judge(key: string, want: unknown, given: Fields): string | undefined {
  if (typeof want === "object" && want !== null && !Array.isArray(want)) {
    const problems = Object.entries(want).map(([name, value]) => compare(name, value, given));
    return problems.find((text) => text !== undefined);
  }
  const verdicts = (given["verdicts"] ?? []) as readonly unknown[];
  if (verdicts.some((verdict) => isSame(verdict, want))) return undefined;
  return `${key}: ${JSON.stringify(want)} is none of ${JSON.stringify(verdicts)}`;
}

function compare(key: string, want: unknown, given: Fields): string | undefined {
  if (!Object.hasOwn(given, key)) return `unknown expectation: ${key}`;
  const is = given[key];
  return fits(key, want, is) ? undefined : `${key}: ${JSON.stringify(is)}, expected ${JSON.stringify(want)}`;
}

function fits(key: string, want: unknown, is: unknown): boolean {
  // `mentions` names parts of a text, `startsWith` and `…EndsWith` its ends, and "..." stands for any rest.
  if (/mentions$/i.test(key)) return (want as readonly string[]).every((part) => String(is).includes(part));
  if (key === "startsWith") return (is as readonly string[]).every((text) => text.startsWith(want as string));
  if (key.endsWith("EndsWith")) return String(is).endsWith(want as string);
  if (key === "text" && typeof want === "string" && want.endsWith("..."))
    return String(is).startsWith(want.slice(0, -3));
  return isSame(is, want);
}

/** Equality of JSON; the order of keys does not count. */
export function isSame(one: unknown, two: unknown): boolean {
  return JSON.stringify(sortKeys(one)) === JSON.stringify(sortKeys(two));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  );
}

/** Fields of several calls as one: what they have in common. */
export function inCommon(answers: readonly Fields[]): Fields {
  const [first = {}] = answers;
  return Object.fromEntries(
    Object.entries(first).filter(([key, value]) => answers.every((other) => isSame(other[key], value))),
  );
}

/** `ok`, `errorClass` and `mentions` of something that may be a refusal or a failed tool call. */
export function resultFields(result: unknown): Fields {
  const { code, message, error } = (typeof result === "object" && result !== null ? result : {}) as Fields;
  if (typeof code !== "string") return { ok: true };
  return { ok: false, errorClass: errorClassOf(code), mentions: message ?? error };
}

/** An own field of an input, or undefined. */
// The caller knows the type of the field that it asks for.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function field<T>(input: Fields, key: string): T | undefined {
  return Object.hasOwn(input, key) ? (input[key] as T) : undefined;
}
