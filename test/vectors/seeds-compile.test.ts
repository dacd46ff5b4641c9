/** The vectors of the five systems that the compiler answers, and the harness itself. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findShared } from "../support/shared.ts";
import { compileAreas } from "./areas-compile.ts";
import type { Vector } from "./vector.ts";

const file = findShared("vectors/seeds.json", "the file of conformance vectors");
const vectors = file === undefined ? [] : (JSON.parse(readFileSync(file, "utf8")) as readonly Vector[]);
const covered = vectors.filter(({ system, area }) => Object.hasOwn(compileAreas, `${system}/${area}`));
const checkOf = ({ system, area }: Vector): (typeof compileAreas)[string] =>
  compileAreas[`${system}/${area}`] as (typeof compileAreas)[string];

test.skipIf(file === undefined)("every area has vectors", () => {
  expect(new Set(covered.map(({ system, area }) => `${system}/${area}`))).toEqual(new Set(Object.keys(compileAreas)));
});

test.skipIf(file === undefined).each(covered)("$id: $title", async (vector) => {
  expect(await checkOf(vector)(vector)).toEqual({ ok: true });
});

test.skipIf(file === undefined).each(covered)(
  "$id fails with a key or an error class that is not known",
  async (vector) => {
    const check = checkOf(vector);
    expect(await check({ ...vector, input: { ...vector.input, weather: "rain" } })).toMatchObject({ ok: false });
    expect(await check({ ...vector, expected: { ...vector.expected, weather: "rain" } })).toMatchObject({ ok: false });
    if ("errorClass" in vector.expected)
      expect(await check({ ...vector, expected: { ...vector.expected, errorClass: "RAINED_OFF" } })).toMatchObject({
        ok: false,
      });
  },
);
