import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assess, findPlatform, platformNames, platforms, type Platform } from "../../../src/platforms/index.ts";
import { comparedEstimates, estimateWith, type Estimates } from "../../bench/compared-estimates.mjs";

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
      for (const what of ["raw", "gzip", "files"] as const) {
        const sizes = limits.filter((limit) => limit.what === what).map(({ most }) => most);
        expect(sizes).toEqual(sizes.toSorted((one, two) => one - two));
      }
    }
  });

  it("set the sizes of an output against every limit", () => {
    const rows = assess(platform("cloudflare-workers"), {
      rawBytes: 12_000_000,
      gzipBytes: 4_000_000,
      eagerBytes: 2_000_000,
      assetFiles: 0,
    });
    expect(rows.map(({ what, actual, ok, severity }) => [what, actual, ok, severity])).toEqual([
      ["gzip", 4_000_000, false, "warning"],
      ["gzip", 4_000_000, true, "warning"],
      ["raw", 12_000_000, true, "error"],
      ["startup", 35, true, "warning"],
      ["memory", 12_390_000, true, "warning"],
    ]);
    expect(rows[0]?.share).toBeCloseTo(4 / 3);
    expect(rows[0]?.note).toContain("older free plan");
  });

  it.each(platformNames)("%s allows exactly its limits and not a byte more", (name) => {
    const { limits, cost, memory } = platform(name);
    const none = { rawBytes: 0, gzipBytes: 0, eagerBytes: 0, assetFiles: 0 };
    expect(assess(platform(name), none).filter(({ ok }) => !ok)).toEqual([]);
    for (const { what, most } of limits) {
      const key = ({ raw: "rawBytes", gzip: "gzipBytes", files: "assetFiles" } as const)[what];
      const isOk = (figure: number): boolean | undefined =>
        assess(platform(name), { ...none, [key]: figure }).find((row) => row.what === what && row.limit === most)?.ok;
      expect([isOk(most), isOk(most + 1)]).toEqual([true, false]);
    }
    if (memory === undefined) return;
    const memoryOf = (bytes: number) =>
      assess(platform(name), { ...none, rawBytes: bytes, eagerBytes: bytes }).find(({ what }) => what === "memory")?.ok;
    const { base = 0, perByte = 1 } = cost?.memory ?? {};
    const most = Math.floor((memory.bytes - base) / perByte);
    expect([memoryOf(most), memoryOf(most + 2)]).toEqual([true, false]);
  });

  it("foresee a worker that would start too slowly, and have nothing to say of Node", () => {
    const figures = { rawBytes: 400_000_000, gzipBytes: 9_000_000, eagerBytes: 54_000, assetFiles: 0 };
    const startup = assess(platform("cloudflare-workers"), figures).find(({ what }) => what === "startup");
    expect(startup).toMatchObject({ actual: 1121, limit: 1000, ok: false });
    expect(assess(platform("node"), figures)).toEqual([]);
  });

  it("count the files next to a module only where there are any", () => {
    const filesOf = (assetFiles: number) =>
      assess(platform("cloudflare-workers"), { rawBytes: 1, gzipBytes: 1, eagerBytes: 1, assetFiles })
        .filter(({ what }) => what === "files")
        .map(({ actual, limit, ok, severity }) => [actual, limit, ok, severity]);
    expect(filesOf(0)).toEqual([]);
    expect(filesOf(20_001)).toEqual([
      [20_001, 20_000, false, "warning"],
      [20_001, 100_000, true, "warning"],
    ]);
  });

  it("count packs only where they are read at startup", () => {
    const figures = { rawBytes: 16_000_000, gzipBytes: 5_000_000, eagerBytes: 700_000, assetFiles: 0 };
    const memoryOf = (name: string) => assess(platform(name), figures).find(({ what }) => what === "memory");
    expect(memoryOf("lambda-edge")?.actual).toBeLessThan(1_000_000);
    expect(memoryOf("cloudflare-workers")?.actual).toBeGreaterThan(16_000_000);
    expect(memoryOf("cloudflare-workers")?.note).toMatch(
      /^estimate: 30 kB and 1.03 times all modules, as in workerd; /,
    );
  });
});

const estimates = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../bench/estimates.json"), "utf8"),
) as Estimates;

describe("estimates are within a quarter of what was measured", () => {
  it("in the workerd that is installed: npm run estimates measures again", () => {
    const { devDependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"),
    ) as Readonly<Record<"devDependencies", Readonly<Record<string, string>>>>;
    expect(estimates.versions.workerd).toBe(devDependencies["workerd"]);
  });

  it.each(comparedEstimates(estimates.rows, estimateWith({ assess, findPlatform })))("$what", ({ figures }) => {
    expect(figures.map(({ skills }) => skills)).toEqual([10, 300, 1000]);
    for (const { skills, estimated, measured } of figures)
      expect([skills, estimated / measured > 0.75, estimated / measured < 1.25]).toEqual([skills, true, true]);
  });
});
