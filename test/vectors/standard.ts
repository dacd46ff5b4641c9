/** Vectors of the open standard and its clients: a tree or one file, a profile, and what must be said about it. */
import { checkEntry, type EntryKind } from "../../src/api/check-entry.ts";
import { checkTree } from "../../src/api/check-tree.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { profileNames } from "../../src/profiles/index.ts";
import { ruleBook } from "../../src/rules.ts";
import type { VectorOutcome } from "./vector.ts";

export interface StandardVector {
  readonly id: string;
  readonly title: string;
  readonly profile: string;
  /** Contents by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly expected: {
    readonly valid: boolean;
    /** Rules that must be errors; no other rule may be one. */
    readonly problems?: readonly string[];
    /** Rules that must be warnings or infos. */
    readonly warnings?: readonly string[];
  };
}

/** What a vector may hold; the rest is who says so and what others make of it. */
const KEYS: ReadonlySet<string> = new Set([
  "id",
  "title",
  "profile",
  "files",
  "expected",
  "source",
  "note",
  "oracle",
  "oracle_disagrees",
]);
const EXPECTED: ReadonlySet<string> = new Set(["valid", "problems", "warnings"]);

const ENTRIES: ReadonlySet<string> = new Set(["mcp-entry", "discovery"]);

export function isStandardVector(vector: object): vector is StandardVector {
  return "profile" in vector && "files" in vector;
}

/** Checks one vector; a key, a profile or a rule that is not known is a failure. */
export async function checkStandardVector(vector: StandardVector): Promise<VectorOutcome> {
  const { profile, expected } = vector;
  const unknown = [
    ...Object.keys(vector).filter((key) => !KEYS.has(key)),
    ...Object.keys(expected).filter((key) => !EXPECTED.has(key)),
  ];
  if (unknown.length > 0) return { ok: false, reason: `unknown key: ${unknown.join(", ")}` };
  const isEntry = ENTRIES.has(profile) && Object.keys(vector.files).every((file) => file.endsWith(".json"));
  if (!isEntry && !profileNames.includes(profile)) return { ok: false, reason: `unknown profile: ${profile}` };
  const { problems = [], warnings = [], valid } = expected;
  const strange = [...problems, ...warnings].filter((rule) => ruleBook.get(rule) === undefined);
  if (strange.length > 0) return { ok: false, reason: `unknown rule: ${strange.join(", ")}` };

  const found = isEntry ? checkOneFile(vector) : await checkSkills(vector);
  const errors = new Set(found.filter(({ severity }) => severity === "error").map(({ rule }) => rule));
  const others = new Set(found.filter(({ severity }) => severity !== "error").map(({ rule }) => rule));
  const reasons = [
    ...((errors.size === 0) === valid ? [] : [valid ? "is refused" : "is accepted"]),
    ...problems.filter((rule) => !errors.has(rule)).map((rule) => `no error ${rule}`),
    ...warnings.filter((rule) => !others.has(rule)).map((rule) => `no warning ${rule}`),
    ...[...errors].filter((rule) => !problems.includes(rule)).map((rule) => `unexpected error ${rule}`),
  ];
  return reasons.length === 0 ? { ok: true } : { ok: false, reason: reasons.join(", ") };
}

function checkOneFile({ files, profile }: StandardVector): readonly Diagnostic[] {
  return Object.entries(files).flatMap(([file, json]) => checkEntry(json, profile as EntryKind, { file }));
}

/** Each directory at the top is asked for by name: it is a skill, or it should be one. */
async function checkSkills({ files, profile }: StandardVector): Promise<readonly Diagnostic[]> {
  const dirs = [...new Set(Object.keys(files).map((path) => path.split("/")[0] as string))];
  const { diagnostics } = await checkTree(files, { profile, sources: dirs.map((dir) => ({ dir })), allowEmpty: true });
  return diagnostics;
}
