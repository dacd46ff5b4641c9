import { describe, expect, it } from "vitest";
import { assess, findPlatform, platformNames, platforms, type Platform } from "../../../src/platforms/index.ts";

function platform(name: string): Platform {
  const found = findPlatform(name);
  if (found === undefined) throw new Error(name);
  return found;
}

describe("platforms", () => {
  it("are those that a config can name, sorted", () => {
    expect(platformNames).toEqual([
      "aws-lambda",
      "browser",
      "cloudflare-workers",
      "deno-deploy",
      "fastly",
      "lambda-edge",
      "netlify-edge",
      "node",
      "supabase",
      "vercel-edge",
      "vercel-node",
    ]);
    expect(findPlatform("constructor")).toBeUndefined();
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

  it("allow exactly the limit and not a byte more", () => {
    const at = (gzipBytes: number): boolean =>
      assess(platform("netlify-edge"), { rawBytes: 0, gzipBytes, eagerBytes: 0 }).every(({ ok }) => ok);
    expect([at(20_000_000), at(20_000_001)]).toEqual([true, false]);
  });

  it("foresee a worker that would start too slowly, and have nothing to say of Node", () => {
    const figures = { rawBytes: 54_000_000, gzipBytes: 9_000_000, eagerBytes: 54_000_000 };
    const startup = assess(platform("cloudflare-workers"), figures).find(({ what }) => what === "startup");
    expect(startup).toMatchObject({ actual: 1350, limit: 1000, ok: false });
    expect(assess(platform("node"), figures)).toEqual([]);
  });
});
