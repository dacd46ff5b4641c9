import { expect, test } from "vitest";
import { createReadAhead } from "../../../src/engine/read-ahead.ts";

const FILE = Buffer.from(Uint8Array.from({ length: 1_000_000 }, (_, at) => (at * 31) % 251));

function openFile(): { readonly read: ReturnType<typeof createReadAhead>; readonly reads: number[] } {
  const reads: number[] = [];
  const read = createReadAhead((start, length) => {
    reads.push(length);
    return FILE.subarray(start, start + length);
  });
  return { read, reads };
}

test("parts in order are read many at once", () => {
  const { read, reads } = openFile();
  for (let at = 0; at < 500_000; at += 500) expect(read(at, at + 500)).toEqual(FILE.subarray(at, at + 500));
  expect(reads.length).toBeLessThan(15);
});

test("parts of eight sections in turn are read many at once", () => {
  const { read, reads } = openFile();
  for (let at = 0; at < 50_000; at += 500)
    for (let section = 0; section < 8; section++) {
      const start = section * 110_000 + at;
      expect(read(start, start + 500)).toEqual(FILE.subarray(start, start + 500));
    }
  expect(reads.length).toBeLessThan(8 * 8);
});

test("parts in no order are read alone", () => {
  const { read, reads } = openFile();
  for (let step = 0; step < 97; step++) {
    const start = ((step * 41) % 97) * 10_000;
    expect(read(start, start + 700)).toEqual(FILE.subarray(start, start + 700));
  }
  expect(reads).toEqual(Array.from({ length: 97 }, () => 700));
});

test("a file that has grown is read again, and what is not there is not returned", () => {
  const { read } = openFile();
  expect(read(999_000, 999_600)).toHaveLength(600);
  expect(read(999_600, 1_000_000)).toHaveLength(400);
  expect(read(999_900, 1_000_001)).toBeUndefined();
  expect(read(2_000_000, 2_000_001)).toBeUndefined();
});
