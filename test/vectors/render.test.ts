import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderAreas } from "./areas-render.ts";
import { findShared } from "../support/shared.ts";
import type { Vector } from "./vector.ts";

const FILE = findShared("vectors/seeds.json", "the list of conformance vectors");
const isThere = FILE !== undefined;

const vectors = FILE === undefined ? [] : (JSON.parse(readFileSync(FILE, "utf8")) as readonly Vector[]);
const covered = vectors.filter(({ system, area }) => `${system}/${area}` in renderAreas);

test.skipIf(!isThere)("every area has vectors", () => {
  expect(new Set(covered.map(({ system, area }) => `${system}/${area}`))).toEqual(new Set(Object.keys(renderAreas)));
});

test.skipIf(!isThere).each(covered)("$id: $title", async (vector) => {
  expect(await renderAreas[`${vector.system}/${vector.area}`]?.(vector)).toEqual({ ok: true });
});

test.skipIf(!isThere)("a key that is not known is a failure", async () => {
  const [vector] = covered;
  if (vector === undefined) throw new Error("no vector");
  const check = renderAreas[`${vector.system}/${vector.area}`];
  expect(await check?.({ ...vector, input: { ...vector.input, weather: "rain" } })).toMatchObject({ ok: false });
  expect(await check?.({ ...vector, expected: { ...vector.expected, weather: "rain" } })).toMatchObject({ ok: false });
});
