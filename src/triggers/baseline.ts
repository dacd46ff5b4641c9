/** What trigger tests came to before: a file that a repository keeps. */
import type { RankedCase, TriggerReport, TriggerSkill } from "./rank.ts";
import { isObject, parseJson } from "../model/json.ts";

const BASELINE_VERSION = 1;

/** Ranks by skill and query: 1 first, 3 among the first three, 0 else; and digests of descriptions by id. */
export interface TriggerBaseline {
  readonly version: typeof BASELINE_VERSION;
  readonly cases: Readonly<Record<string, 0 | 1 | 3>>;
  readonly descriptions: Readonly<Record<string, string>>;
}

/** A query whose expected skill is further back than in the baseline. */
export interface Regression {
  readonly case: RankedCase;
  /** 1: was first; 3: was among the first three. */
  readonly was: 1 | 3;
  /** Whether the description of the skill that is first now has changed since. */
  readonly changed: boolean;
}

type Digest = (text: string) => string;

const DIGITS = 12;

export function readTriggerBaseline(text: string): TriggerBaseline | string {
  const value = parseJson(text);
  if (value === undefined) return "it is not JSON";
  const { version, cases, descriptions } = (value ?? {}) as Partial<Record<keyof TriggerBaseline, unknown>>;
  if (version === undefined) return "it has no version";
  if (version !== BASELINE_VERSION)
    return `its version is ${JSON.stringify(version)}, and this skillc reads ${BASELINE_VERSION}`;
  if (!isRecordOf(cases, isClass)) return "its cases are not ranks: 1, 3 or 0";
  if (!isRecordOf(descriptions, isDigest)) return "its descriptions are not digests";
  return { version, cases, descriptions };
}

function isClass(value: unknown): value is 0 | 1 | 3 {
  return value === 0 || value === 1 || value === 3;
}

function isDigest(value: unknown): value is string {
  return typeof value === "string";
}

function isRecordOf<Value>(
  value: unknown,
  isOne: (one: unknown) => one is Value,
): value is Readonly<Record<string, Value>> {
  return isObject(value) && Object.values(value).every(isOne);
}

/** Keeps what `before` says of cases and skills that were not ranked now. */
export function writeTriggerBaseline(
  { cases }: Pick<TriggerReport, "cases">,
  skills: readonly TriggerSkill[],
  { sha256, before }: { readonly sha256: Digest; readonly before?: TriggerBaseline | undefined },
): string {
  const ranks = new Map(Object.entries(before?.cases ?? {}));
  for (const one of cases) if (one.kind === "should") ranks.set(keyOf(one, sha256), classOf(one.rank));
  const digests = new Map(Object.entries(before?.descriptions ?? {}));
  for (const { id, description } of skills) digests.set(id, digest(description, sha256));
  return `${JSON.stringify({ version: BASELINE_VERSION, cases: sorted(ranks), descriptions: sorted(digests) }, null, 2)}\n`;
}

/** In the order of the report. New and removed queries never count. */
export function compareBaseline(
  { cases }: Pick<TriggerReport, "cases">,
  skills: readonly TriggerSkill[],
  { sha256, before }: { readonly sha256: Digest; readonly before: TriggerBaseline },
): readonly Regression[] {
  const ranks = new Map(Object.entries(before.cases));
  const digests = new Map(Object.entries(before.descriptions));
  const descriptions = new Map(skills.map(({ id, description }) => [id, description]));
  return cases.flatMap((one): readonly Regression[] => {
    const was = one.kind === "should" ? ranks.get(keyOf(one, sha256)) : undefined;
    const now = classOf(one.rank);
    if ((was !== 1 && was !== 3) || now === 1 || now === was) return [];
    const text = descriptions.get(one.best ?? "");
    const old = digests.get(one.best ?? "");
    return [{ case: one, was, changed: text !== undefined && old !== undefined && digest(text, sha256) !== old }];
  });
}

function keyOf({ skill, query }: RankedCase, sha256: Digest): string {
  return `${skill}\0${digest(query, sha256)}`;
}

function digest(text: string, sha256: Digest): string {
  return sha256(text).slice(0, DIGITS);
}

function classOf(rank: number | null): 0 | 1 | 3 {
  if (rank === null || rank > 3) return 0;
  return rank === 1 ? 1 : 3;
}

function sorted<Value>(map: ReadonlyMap<string, Value>): Record<string, Value> {
  return Object.fromEntries([...map].sort(([one], [two]) => (one < two ? -1 : 1)));
}
