/** Short results of the last run, for the next process: the names of output files, which are hashes of what is in them. */
import { hash } from "node:crypto";
import type { RecordPlace } from "../../engine/record-place.ts";
import { readRecord, writeRecord } from "../../engine/run-records.ts";
import { inMemory } from "../../engine/stored-bytes.ts";
import { noRecall, type Recall, type RecallValues } from "../../model/recall.ts";

export interface SavedNames {
  /** Finds only what is kept. */
  readonly recall: Recall;
  /** Keeps what this run asked for, in place of what was kept before. */
  save(): void;
}

/** A result with the hash of what it was made of. */
type Saved = readonly [made: string, result: unknown];

/** Opens what is kept in a place. */
export function openSavedNames(place: RecordPlace): SavedNames {
  let before: ReadonlyMap<string, Saved> | undefined;
  const now = new Map<string, Saved>();
  let isNew = false;
  const kept: Recall["kept"] = <Result>(name: string, values: RecallValues, make: () => Result): Result => {
    before ??= readSaved(place);
    const made = digestOf(values);
    const last = now.get(name) ?? before.get(name);
    const isKnown = last !== undefined && last[0] === made;
    const saved = isKnown ? last : ([made, make()] as const);
    isNew ||= !isKnown;
    now.set(name, saved);
    return saved[1] as Result;
  };
  const last: Recall["last"] = (name, values) => {
    const saved = (before ??= readSaved(place)).get(name);
    return saved?.[0] === digestOf(values) ? saved[1] : undefined;
  };
  return {
    recall: Object.assign(
      <Result>(name: string, values: RecallValues, make: () => Result) => noRecall(name, values, make),
      { kept, last, each: noRecall.each },
    ),
    save() {
      if (isNew || now.size !== before?.size)
        writeRecord(place, [inMemory(Buffer.from(JSON.stringify([...now]), "utf8"))]);
    },
  };
}

function readSaved(place: RecordPlace): ReadonlyMap<string, Saved> {
  const [bytes] = readRecord(place) ?? [];
  return new Map(JSON.parse(bytes?.toString("utf8") ?? "[]") as readonly (readonly [name: string, saved: Saved])[]);
}

/** Names values: with their lengths, the joined texts have one meaning. */
function digestOf(values: RecallValues): string {
  if (values instanceof Uint32Array) return hash("sha256", values, "hex");
  const lengths = values.map((value) => (typeof value === "string" ? value.length : typeof value));
  const text = `${lengths.join()}\n${values.join()}`;
  // Half as many bytes; other texts need not have a UTF-8 of their own.
  const isAscii = Buffer.byteLength(text) === text.length;
  return hash("sha256", Buffer.from(text, isAscii ? "latin1" : "utf16le"), "hex");
}
