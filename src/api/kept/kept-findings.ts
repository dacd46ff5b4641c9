/**
 * Findings as they are kept, each as JSON: those of one skill are replaced without reading the others. They are sorted by
 * file, so that those of a directory are together.
 */
import { compareDiagnostics } from "../../diagnostics/index.ts";
import {
  inMemory,
  joinStored,
  needStored,
  NO_BYTES,
  sliceStored,
  type StoredBytes,
} from "../../engine/stored-bytes.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { compareCodeUnits } from "../../paths/index.ts";
import { numbersOf, toNumbers } from "./kept-sections.ts";

/** A list in UTF-8, and where each of its items starts, with the place behind the last one. */
export interface KeptFindings {
  readonly json: StoredBytes;
  readonly starts: Uint32Array;
}

/** Returns findings as they are kept. */
export function keepFindings(diagnostics: readonly Diagnostic[]): KeptFindings {
  return joinItems(diagnostics);
}

/** Returns all findings; throws for what is not a list. */
export function readFindings(json: StoredBytes): readonly Diagnostic[] {
  return JSON.parse(needStored(json).toString("utf8")) as readonly Diagnostic[];
}

/** Returns the bytes of the starts, and the opposite. */
export function startsToBytes({ starts }: Pick<KeptFindings, "starts">): Uint8Array {
  return toNumbers(starts);
}

export function startsOf(bytes: Uint8Array): Uint32Array {
  return numbersOf(bytes, Uint32Array);
}

/** What is known of findings, without those of a directory. */
export interface FindingEdit {
  readonly findings: KeptFindings;
  readonly removed: readonly Diagnostic[];
  readonly added: readonly Diagnostic[];
}

/**
 * Replaces findings about a directory.
 *
 * @param mark Adds to findings what they are kept with; undefined if others decide about that.
 * @returns Undefined if one of those that are replaced is not there.
 */
export function replaceFindings(
  kept: KeptFindings,
  { dir, before, after }: { readonly dir: string } & Readonly<Record<"before" | "after", readonly Diagnostic[]>>,
  mark: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[] | undefined,
): FindingEdit | undefined {
  const [from, to] = [firstFrom(kept, `${dir}/`), firstFrom(kept, `${dir}0`)];
  const removed: Diagnostic[] = [];
  for (let at = from; at < to; at++) removed.push(itemAt(kept, at));
  const plain = removed.map(({ fingerprint: _fingerprint, ...rest }): Diagnostic => rest);
  const others = withoutEach(plain, before);
  const added = others && mark([...after, ...others].sort(compareDiagnostics));
  if (added === undefined || mark(plain) === undefined) return undefined;
  return { findings: splice(kept, from, to, added), removed, added };
}

/** Leaves out one of each that is the same; undefined if there is none for one of them. */
function withoutEach(all: readonly Diagnostic[], left: readonly Diagnostic[]): readonly Diagnostic[] | undefined {
  const texts = all.map((one) => JSON.stringify(one));
  const out = new Set<number>();
  for (const one of left) {
    const text = JSON.stringify(one);
    const at = texts.findIndex((other, index) => other === text && !out.has(index));
    if (at === -1) return undefined;
    out.add(at);
  }
  return all.filter((_, at) => !out.has(at));
}

const [OPEN, COMMA, CLOSE] = ["[", ",", "]"].map((sign) => inMemory(Buffer.from(sign))) as [
  StoredBytes,
  StoredBytes,
  StoredBytes,
];
/** Items that become bytes at once. */
const ITEMS = 100;

function joinItems(items: readonly Diagnostic[]): KeptFindings {
  const starts = new Uint32Array(items.length + 1);
  const parts: Uint8Array[] = [];
  let at = OPEN.length;
  for (let first = 0; first < items.length; first += ITEMS) {
    const texts = items.slice(first, first + ITEMS).map((item) => JSON.stringify(item));
    for (const [index, text] of texts.entries()) {
      starts[first + index] = at;
      at += Buffer.byteLength(text) + COMMA.length;
    }
    parts.push(Buffer.from(first === 0 ? texts.join() : `,${texts.join()}`, "utf8"));
  }
  starts[items.length] = at;
  return { json: joinStored([OPEN, ...parts.map(inMemory), CLOSE]), starts };
}

/** Bytes of items from one to another, without the comma behind the last. */
function bytesOf({ json, starts }: KeptFindings, from: number, to: number): StoredBytes {
  return from === to ? NO_BYTES : sliceStored(json, starts[from] as number, (starts[to] as number) - COMMA.length);
}

function splice(kept: KeptFindings, from: number, to: number, items: readonly Diagnostic[]): KeptFindings {
  const count = kept.starts.length - 1;
  const added = joinItems(items);
  const parts = [bytesOf(kept, 0, from), bytesOf(added, 0, items.length), bytesOf(kept, to, count)].filter(
    ({ length }) => length > 0,
  );
  const json = joinStored([OPEN, ...parts.flatMap((part, at) => (at === 0 ? [part] : [COMMA, part])), CLOSE]);
  const starts = new Uint32Array(count - (to - from) + items.length + 1);
  starts.set(kept.starts.subarray(0, from));
  const start = kept.starts[from] as number;
  for (let at = 0; at < items.length; at++) starts[from + at] = (added.starts[at] as number) - OPEN.length + start;
  const moved = (added.starts[items.length] as number) - OPEN.length - ((kept.starts[to] as number) - start);
  for (let at = to; at <= count; at++) starts[at - to + from + items.length] = (kept.starts[at] as number) + moved;
  return { json, starts };
}

function itemAt({ json, starts }: KeptFindings, at: number): Diagnostic {
  const bytes = needStored(json, starts[at], (starts[at + 1] as number) - COMMA.length);
  return JSON.parse(bytes.toString("utf8")) as Diagnostic;
}

/** Returns the position of the first finding whose file is not before a text. */
function firstFrom(kept: KeptFindings, text: string): number {
  let [low, high] = [0, kept.starts.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareCodeUnits(itemAt(kept, middle).file, text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
