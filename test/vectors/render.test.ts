import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderAreas } from "./areas-render.ts";
import type { Vector } from "./vector.ts";

const FILE = join(import.meta.dirname, "../../../shared/vectors/seeds.json");
const isThere = existsSync(FILE);
if (!isThere) process.stderr.write("SKIPPED: the conformance vectors are not beside this checkout\n");

const vectors = isThere ? (JSON.parse(readFileSync(FILE, "utf8")) as readonly Vector[]) : [];
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
