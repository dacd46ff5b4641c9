/**
 * Notes what a run asks of the file system, so that a later one can tell with one look at each path whether it would get
 * the same answers. A path is looked at before it is read: a change in between shows, because the look is older.
 */
import { lstatSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { isFailure, type Host } from "../model/host.ts";

type Question = "readDirectory" | "readFile" | "status" | "entryStatus" | "realPath";

/**
 * A question and what is known of its answer. `stamp`: state of the path; "" where that says nothing. `digest`: of the
 * answer; "" where the stamp alone proves it. `real`: as for `Host.readFile`.
 */
export type Row = readonly [question: Question, path: string, stamp: string, digest: string, real?: string];

export interface Witness {
  /** Asks, and notes. */
  readonly host: Host;
  /** Notes everything in a directory. */
  lookBelow(dir: string): void;
  /** Tells that the run depends on something that cannot be asked again. */
  spoil(): void;
  /** Undefined if the run is spoilt. */
  rows(): readonly Row[] | undefined;
}

/** File systems count time in steps: what changed just now may change again in the same step. */
const RACY_MS = 2000;

/**
 * Wraps the Host of the disk.
 *
 * @param place Absolute path that the paths of the Host are relative to, and that of the cache: what is in there changes
 * with every run, and is empty to the run.
 * @param now When the run started, in milliseconds.
 * @example
 * const witness = createWitness(createNodeHost(base), { base, cache }, Date.now());
 */
export function createWitness(
  host: Host,
  { base, cache }: { readonly base: string; readonly cache: string },
  now: number,
): Witness {
  const rows = new Map<string, Row>();
  let isSpoilt = false;
  const note = <T>(question: Question, path: string, ask: () => T, real?: string): T => {
    const key = JSON.stringify([question, path, real]);
    if (rows.has(key)) return ask();
    const { stamp, time } = look(resolve(base, path), question === "entryStatus");
    const answer = ask();
    const row: Row = isProof(question, { stamp, time, now }, answer)
      ? [question, path, stamp, ""]
      : [question, path, question === "realPath" ? "" : stamp, digestOf(host, answer)];
    rows.set(key, real === undefined ? row : ([...row.slice(0, 4), real] as unknown as Row));
    return answer;
  };
  /** An old file need not be read. */
  const noteFile = (path: string): void => {
    const seen = look(resolve(base, path), true);
    const isProved = isProof("readFile", { ...seen, now }, undefined);
    const digest = isProved ? "" : digestOf(host, host.readFile(path));
    rows.set(JSON.stringify(["below", path]), ["readFile", path, seen.stamp, digest]);
  };
  const lookBelow = (dir: string): void => {
    const entries = host.readDirectory(dir);
    // Locks come and go: what counts is which names are there.
    rows.set(JSON.stringify(["below", dir]), ["readDirectory", dir, "", digestOf(host, entries)]);
    for (const { name, kind } of isFailure(entries) ? [] : entries) {
      const path = `${dir}/${name}`;
      if (kind === "directory") lookBelow(path);
      else if (kind === "file") noteFile(path);
      else isSpoilt = true;
    }
  };
  return {
    host: {
      ...host,
      readDirectory: (path) =>
        resolve(base, path) === cache ? [] : note("readDirectory", path, () => host.readDirectory(path)),
      readFile: (path, real) => note("readFile", path, () => host.readFile(path, real), real),
      status: (path) => note("status", path, () => host.status(path)),
      entryStatus: (path) => note("entryStatus", path, () => host.entryStatus(path)),
      realPath: (path) => note("realPath", path, () => host.realPath(path)),
    },
    lookBelow,
    spoil: () => void (isSpoilt = true),
    rows: () => (isSpoilt ? undefined : [...rows.values()]),
  };
}

/**
 * Returns whether every question would get the same answer; if so the rows as they are now: what was too young for its
 * stamp to prove anything gets older.
 *
 * @param base Absolute path that the paths of the Host are relative to.
 * @param now When the run started, in milliseconds.
 * @example
 * if (askAgain(createNodeHost(base), base, rows, now) !== undefined) return known;
 */
export function askAgain(
  host: Host,
  base: string,
  rows: readonly Row[],
  now: number,
): { readonly rows: readonly Row[]; readonly isYounger: boolean } | undefined {
  const looks = new Map<string, Look>();
  const lookOnce = (path: string, isEntry: boolean): Look => {
    const key = `${isEntry ? "entry" : ""} ${path}`;
    const known = looks.get(key) ?? look(resolve(base, path), isEntry);
    looks.set(key, known);
    return known;
  };
  const proved: Row[] = [];
  let isYounger = false;
  for (const row of rows) {
    const [question, path, stamp, digest, real] = row;
    const isStamped = stamp !== "";
    const seen: Look = isStamped ? lookOnce(path, question === "entryStatus") : ABSENT;
    if (isStamped && seen.stamp !== stamp) return undefined;
    if (digest === "") {
      proved.push(row);
      continue;
    }
    const answer = question === "readFile" ? host.readFile(path, real) : host[question](path);
    if (digestOf(host, answer) !== digest) return undefined;
    const isOld = isStamped && isProof(question, { ...seen, now }, answer);
    isYounger ||= isOld;
    proved.push(isOld ? ([question, path, stamp, "", ...(real === undefined ? [] : [real])] as unknown as Row) : row);
  }
  return { rows: proved, isYounger };
}

interface Look {
  readonly stamp: string;
  /** The later one of both times, in milliseconds. */
  readonly time: number;
}

const ABSENT: Look = { stamp: "", time: 0 };

function look(path: string, isEntry: boolean): Look {
  try {
    const status = (isEntry ? lstatSync : statSync)(path, { throwIfNoEntry: false });
    if (status === undefined) return ABSENT;
    const { mtimeMs, ctimeMs, size, mode } = status;
    return { stamp: `${mtimeMs} ${ctimeMs} ${size} ${mode}`, time: Math.max(mtimeMs, ctimeMs) };
  } catch {
    return ABSENT;
  }
}

/** Whether the same stamp means the same answer. A failure has causes elsewhere, and so does a real path. */
function isProof(question: Question, { stamp, time, now }: Look & { readonly now: number }, answer: unknown): boolean {
  return stamp !== "" && question !== "realPath" && !isFailure(answer) && time < now - RACY_MS;
}

function digestOf(host: Host, answer: unknown): string {
  if (answer instanceof Uint8Array) return host.sha256(answer);
  const text = Array.isArray(answer) ? answer.map((one) => JSON.stringify(one)).sort() : answer;
  return host.sha256(JSON.stringify(text));
}
