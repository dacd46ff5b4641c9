import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createGzipSlices } from "../../../src/api/figures.ts";

const MB = 1024 * 1024;

/** Bytes that do not compress. */
function noise(bytes: number): Buffer {
  const rows = Array.from({ length: bytes / 64 }, (_, row) => createHash("sha512").update(String(row)).digest());
  return Buffer.concat(rows);
}
/** Text of which no line repeats, and which compresses. */
function text(bytes: number): Buffer {
  const rows = Array.from({ length: bytes / 64 }, (_, row) => {
    const hash = createHash("sha512").update(String(row)).digest("hex");
    return `the tide at pier ${hash.slice(0, 12)} turns at ${hash.slice(12, 16)}`.padEnd(63, ".");
  });
  return Buffer.from(`${rows.join("\n")}\n`);
}

function estimate(whole: Buffer, piece: number): number {
  const slices = createGzipSlices();
  for (let at = 0; at < whole.length; at += piece) slices.see(whole.subarray(at, at + piece));
  return slices.estimate();
}

describe("the estimated compressed size", () => {
  test.each<[string, Buffer]>([
    ["text", text(4 * MB)],
    ["what does not compress", noise(4 * MB)],
    ["text after what does not compress", Buffer.concat([noise(4 * MB), text(8 * MB)])],
    ["what does not compress after text", Buffer.concat([text(12 * MB), noise(4 * MB)])],
    ["less than a slice", text(10 * 1024)],
    ["a little more than a slice", text(40 * 1024)],
  ])("of %s is near the true one, whatever its pieces are", { timeout: 60_000 }, (_what, whole) => {
    const actual = gzipSync(whole).length;
    const estimated = estimate(whole, 64 * 1024);
    expect(estimated / actual).toBeGreaterThan(0.9);
    expect(estimated / actual).toBeLessThan(1.1);
    expect(estimate(whole, 5_000)).toBe(estimated);
    expect(estimate(whole, whole.length)).toBe(estimated);
  });

  test("of nothing is nothing", () => {
    expect(createGzipSlices().estimate()).toBe(0);
  });
});
