import { describe, expect, it } from "vitest";
import { assess, findPlatform, platformNames, platforms, type Platform } from "../../../src/platforms/index.ts";

function platform(name: string): Platform {
  const found = findPlatform(name);
  if (found === undefined) throw new Error(name);
  return found;
}

describe("platforms", () => {
  it("have names of their own, sorted, that a config can use", () => {
    expect(platformNames).toEqual([...new Set(platformNames)].sort());
    for (const platform of platforms) expect(findPlatform(platform.name)).toBe(platform);
    for (const name of ["constructor", "", "Node"]) expect(findPlatform(name)).toBeUndefined();
  });

  it("name a page and a date for every number, and list limits from the tightest", () => {
    for (const { limits, startup, memory } of platforms) {
      for (const { source, date } of [...limits, startup, memory].filter((each) => each !== undefined)) {
        expect(source).toMatch(/^[a-z]+(?:\.[a-z]+)+\//);
        expect(date).toMatch(/^(?:unknown|\d{4}(?:-\d\d){0,2})$/);
      }
      for (const what of ["raw", "gzip"] as const) {
        const sizes = limits.filter((limit) => limit.what === what).map(({ bytes }) => bytes);
        expect(sizes).toEqual(sizes.toSorted((one, two) => one - two));
      }
    }
  });

  it("set the sizes of an output against every limit", () => {
    const rows = assess(platform("cloudflare-workers"), {
      rawBytes: 12_000_000,
      gzipBytes: 4_000_000,
      eagerBytes: 2_000_000,
    });
    expect(rows.map(({ what, actual, ok, severity }) => [what, actual, ok, severity])).toEqual([
      ["gzip", 4_000_000, false, "warning"],
      ["gzip", 4_000_000, true, "warning"],
      ["raw", 12_000_000, true, "error"],
      ["startup", 50, true, "warning"],
      ["memory", 4_000_000, true, "warning"],
    ]);
    expect(rows[0]?.share).toBeCloseTo(4 / 3);
    expect(rows[0]?.note).toContain("older free plan");
  });

  it.each(platformNames)("%s allows exactly its limits and not a byte more", (name) => {
    const { limits, memory } = platform(name);
    const none = { rawBytes: 0, gzipBytes: 0, eagerBytes: 0 };
    expect(assess(platform(name), none).filter(({ ok }) => !ok)).toEqual([]);
    limits.forEach(({ what, bytes }, index) => {
      const key = what === "raw" ? "rawBytes" : "gzipBytes";
      expect(assess(platform(name), { ...none, [key]: bytes })[index]?.ok).toBe(true);
      expect(assess(platform(name), { ...none, [key]: bytes + 1 })[index]?.ok).toBe(false);
    });
    const memoryOf = (eagerBytes: number) =>
      assess(platform(name), { ...none, eagerBytes }).find(({ what }) => what === "memory")?.ok;
    if (memory !== undefined) expect([memoryOf(memory.bytes / 2), memoryOf(memory.bytes)]).toEqual([true, false]);
  });

  it("foresee a worker that would start too slowly, and have nothing to say of Node", () => {
    const figures = { rawBytes: 54_000_000, gzipBytes: 9_000_000, eagerBytes: 54_000_000 };
    const startup = assess(platform("cloudflare-workers"), figures).find(({ what }) => what === "startup");
    expect(startup).toMatchObject({ actual: 1350, limit: 1000, ok: false });
    expect(assess(platform("node"), figures)).toEqual([]);
  });
});
