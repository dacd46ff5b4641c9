/** The harness knows its areas by their keys: it passes what it has never seen, and nothing that is wrong or unknown. */
import { expect, test } from "vitest";
import { runVectors } from "./run.ts";
import { rows } from "./unseen-vectors.ts";
import type { Vector } from "./vector.ts";

const vectors = rows.map(([name, input, expected], index): Vector => {
  const [system = "", area = ""] = name.split("/");
  return { id: `unseen-${index}`, system, area, title: name, input, expected, basis: "R" };
});

/** Something else of the same type. */
function changed(value: unknown): unknown {
  if (typeof value === "string") return `${value}!`;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return [...(value as readonly unknown[]), "more"];
  return typeof value === "object" && value !== null ? { ...value, more: 1 } : "not empty";
}

test("vectors with other values pass", async () => {
  expect((await runVectors(vectors)).failures).toEqual([]);
});

test("an unknown key fails, and so does every expectation that is not met", async () => {
  const wrong = vectors.flatMap((vector): Vector[] => [
    { ...vector, input: { ...vector.input, colour: "red" } },
    { ...vector, expected: { ...vector.expected, colour: "red" } },
    { ...vector, expected: {} },
    { ...vector, area: `${vector.area}s` },
    // What containment forbids never comes back, so nothing compares it.
    ...Object.keys(vector.expected)
      .filter((key) => vector.title !== "carnet/files" || key !== "theirs")
      .map((key) => ({ ...vector, expected: { ...vector.expected, [key]: changed(vector.expected[key]) } })),
  ]);
  const { passed, failures } = await runVectors(wrong);
  expect({ passed, failed: failures.length }).toEqual({ passed: 0, failed: wrong.length });
});
