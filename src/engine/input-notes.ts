/** What a run has asked, and what the answers were. */
import { dirname, isAbsolute } from "node:path";
import type { Host } from "../model/host.ts";
import { createAnswerTable, type AnswerTable } from "./answer-table.ts";
import type { EarlierAnswers } from "./earlier-answers.ts";
import { digestOf, RACY_MS, statusAt, within, type Asked, type Evidence, type Question } from "./input-evidence.ts";
import { createListings, type Listings } from "./input-listings.ts";
import { carryAnswers, joinAnswers } from "./join-answers.ts";
import type { KeptAnswers } from "./input-changes.ts";
import { toPosixPath, type EntryState } from "../host/node-host.ts";

type Add = (digest: string, isFailed: boolean) => void;

export interface Notes {
  /** Looks at a path before something is asked; undefined if it was asked already. */
  look(path: string, question: Question, real?: string): Add | undefined;
  /** Sets what the answer to an earlier question would be by now. */
  replace(path: string, question: Question, answer: string): void;
  digestOf(question: Question, answer: unknown): string;
  keyOf(path: string): string;
  /** Makes paths be looked at, whatever is known of them. */
  lookAgain(): void;
  looksAgain(): boolean;
  /** Notes the listing of a directory, all of which counts unless it is narrowed. */
  listed(path: string, listing: string): void;
  /** Takes back one time that all of a listing counted. */
  narrowed(path: string): void;
  /** Notes that the run has created an output, and maybe directories above it: a search enters none, and finds the same. */
  created(dir: string): void;
  /** The state of a path as it was first seen; undefined for what is absent, or a link. */
  statusOf(path: string): EntryState | undefined;
  /** Notes what still holds of an earlier run, about all that this one does not ask. */
  carry(kept: KeptAnswers): void;
  /** Undefined if an answer of the earlier run held when this one began, and holds no longer. */
  evidence(): Evidence | undefined;
}

export function createNotes(
  host: Host,
  { base, earlier }: { readonly base: string; readonly earlier: EarlierAnswers },
  now: () => number,
): Notes {
  const table = createAnswerTable();
  const places = createPlaces(base, earlier, table);
  const { keyOf, find } = places;
  const open = createOpenAnswers();
  /** Files that were read in another place. */
  const elsewhere = new Set<string>();
  const listings = createListings();
  let isMovable = true;
  let kept: KeptAnswers | undefined;
  return {
    keyOf,
    lookAgain: () => places.lookAgain(),
    looksAgain: () => places.looksAgain(),
    listed: (path, listing) => listings.add(find(keyOf(path)), keyOf(path), listing),
    narrowed: (path) => listings.narrow(find(keyOf(path))),
    created: (dir) => addOutput(dir, listings, places),
    statusOf: (path) => table.stateOf(find(keyOf(path))),
    look(given, question, givenReal) {
      const path = keyOf(given);
      isMovable &&= !isAbsolute(path);
      const index = find(path);
      const place = givenReal === undefined ? undefined : within(base, givenReal);
      const real = place === path ? "" : place;
      const proved = question === "readFile" && real === "" ? "readInPlace" : question;
      const other = real === undefined || real === "" ? undefined : `${path}\0${real}`;
      const isNoted =
        other === undefined ? proved !== "realPath" && table.wasAsked(index, proved) : elsewhere.has(other);
      if (isNoted || open.has(path, question, real)) return undefined;
      return (digest, isFailed) => {
        const isOpen = isFailed || proved === "realPath" || table.stateOf(index) === undefined;
        if (isOpen) return open.add(path, real === undefined ? [question, digest] : [question, digest, real]);
        table.note(index, proved, digest);
        if (other !== undefined) elsewhere.add(other);
      };
    },
    replace: (path, question, answer) => open.replace(keyOf(path), [question, digestOf(host, base, question, answer)]),
    digestOf(question, answer) {
      const digest = digestOf(host, base, question, answer);
      isMovable &&= question !== "realPath" || !isAbsolute(digest);
      return digest;
    },
    carry: (still) => void (kept = still),
    evidence() {
      for (const [index, question, listing] of listings.counted()) table.note(index, question, host.sha256(listing));
      const asked = { indexes: places.all, table, listings };
      const carried = kept && carryAnswers(kept, asked);
      if (kept !== undefined && carried === undefined) return undefined;
      for (const [path, ...answer] of kept?.open ?? [])
        if (!open.has(path, answer[0], answer[2])) open.add(path, answer);
      return {
        ...joinAnswers(asked, carried, now() - RACY_MS),
        open: open.all(),
        isMovable: isMovable && kept?.isMovable !== false,
      };
    },
  };
}

function addOutput(dir: string, listings: Listings, places: Places): void {
  for (const [key, listing] of listings.addOutput(dir, places)) {
    places.forget(key);
    listings.add(places.find(key), key, listing);
    listings.narrow(places.find(key));
  }
}

/** The paths of a table. */
interface Places {
  /** Their indexes. */
  readonly all: Map<string, number>;
  keyOf(path: string): string;
  indexOf(key: string): number | undefined;
  /** Looks at a path, unless it was looked at already; returns its index. */
  find(key: string): number;
  /** Makes a path be looked at anew. */
  forget(key: string): void;
  /** Makes paths be looked at, whatever an earlier run knows of them. */
  lookAgain(): void;
  looksAgain(): boolean;
}

function createPlaces(base: string, earlier: EarlierAnswers, table: AnswerTable): Places {
  const all = new Map<string, number>();
  let isWriting = false;
  return {
    all,
    keyOf: (path) => upwards(within(base, path), base),
    indexOf: (key) => all.get(key),
    find(key) {
      let index = all.get(key);
      if (index === undefined) {
        // A relative path is a shorter way, if this is where it starts.
        const look = (): string => (isAbsolute(key) || base === process.cwd() ? key : `${base}/${key}`);
        index = table.add((isWriting ? undefined : earlier.stateOf(key)) ?? statusAt(look()));
        all.set(key, index);
      }
      return index;
    },
    forget: (key) => void all.delete(key),
    lookAgain: () => void (isWriting = true),
    looksAgain: () => isWriting,
  };
}

interface OpenAnswers {
  has(path: string, question: Question, real: string | undefined): boolean;
  add(path: string, answer: Asked): void;
  /** Replaces the answers to a question. */
  replace(path: string, answer: Asked): void;
  all(): Evidence["open"];
}

/** What no state proves, by path. */
function createOpenAnswers(): OpenAnswers {
  const answers = new Map<string, readonly Asked[]>();
  const about = (path: string): readonly Asked[] => answers.get(path) ?? [];
  return {
    has: (path, question, real) => about(path).some((answer) => answer[0] === question && answer[2] === real),
    add: (path, answer) => void answers.set(path, [...about(path), answer]),
    replace(path, answer) {
      const now = about(path).map((one) => (one[0] === answer[0] ? answer : one));
      if (now.length > 0) answers.set(path, now);
    },
    all: () => [...answers].flatMap(([path, all]) => all.map((one) => [path, ...one] as const)),
  };
}

/** Paths above the project, such as its `.git`, are kept relative to it, so that a copy asks about its own parents. */
function upwards(path: string, base: string): string {
  if (!isAbsolute(path)) return path;
  const above = /^(.*?)\/\.git\/info\/exclude$/.exec(path)?.[1] ?? dirname(path);
  const top = above === "" || above.endsWith("/") ? above : `${above}/`;
  const home = `${toPosixPath(base)}/`;
  if (!home.startsWith(top)) return path;
  const steps = home.slice(top.length).split("/").length - 1;
  return `${"../".repeat(steps)}${path.slice(top.length)}`;
}
