import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runtimeAreas } from "./areas-runtime.ts";
import { findShared } from "../support/shared.ts";
import type { Vector } from "./vector.ts";

const FILE = findShared("vectors/seeds.json", "the list of conformance vectors");
const isThere = FILE !== undefined;

const vectors = FILE === undefined ? [] : (JSON.parse(readFileSync(FILE, "utf8")) as readonly Vector[]);
const covered = vectors.filter(({ system, area }) => Object.hasOwn(runtimeAreas, `${system}/${area}`));

test.skipIf(!isThere)("every area has vectors", () => {
  expect(new Set(covered.map(({ system, area }) => `${system}/${area}`))).toEqual(new Set(Object.keys(runtimeAreas)));
});

test.skipIf(!isThere).each(covered)("$id: $title", async (vector) => {
  expect(await runtimeAreas[`${vector.system}/${vector.area}`]?.(vector)).toEqual({ ok: true });
});

test.skipIf(!isThere).each(covered)("$id fails with a key or an error class that is not known", async (vector) => {
  const check = runtimeAreas[`${vector.system}/${vector.area}`] as (typeof runtimeAreas)[string];
  expect(await check({ ...vector, input: { ...vector.input, weather: "rain" } })).toMatchObject({ ok: false });
  expect(await check({ ...vector, expected: { ...vector.expected, weather: "rain" } })).toMatchObject({ ok: false });
  if ("errorClass" in vector.expected)
    expect(await check({ ...vector, expected: { ...vector.expected, errorClass: "RAINED_OFF" } })).toMatchObject({
      ok: false,
    });
});
