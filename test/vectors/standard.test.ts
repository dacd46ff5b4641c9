/** The vectors of the open standard and its clients. Where one is disagreed with, the source that decides stands here. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findShared } from "../support/shared.ts";
import { checkStandardVector, type StandardVector } from "./standard.ts";

const file = findShared("vectors/standard.json", "the file of conformance vectors");
const vectors = file === undefined ? [] : (JSON.parse(readFileSync(file, "utf8")) as readonly StandardVector[]);

/** Id -> the source that decides otherwise. There is none. */
const EXCEPTIONS: Readonly<Record<string, string>> = {};

test.skipIf(file === undefined).each(vectors.filter(({ id }) => !Object.hasOwn(EXCEPTIONS, id)))(
  "$id: $title",
  async (vector) => {
    expect(await checkStandardVector(vector)).toEqual({ ok: true });
  },
);

describe("a vector fails", () => {
  const good: StandardVector = {
    id: "garden",
    title: "a good skill",
    profile: "spec",
    files: {
      "pruning/SKILL.md": "---\nname: pruning\ndescription: Cuts roses. Use when roses grow wild.\n---\nCut.\n",
    },
    expected: { valid: true, problems: [] },
  };
  const fails = async (change: Partial<StandardVector> | object): Promise<void> => {
    expect(await checkStandardVector({ ...good, ...change })).toMatchObject({ ok: false });
  };

  test("not when it agrees", async () => {
    expect(await checkStandardVector(good)).toEqual({ ok: true });
  });

  test("with a key, a profile or a rule that is not known", async () => {
    await fails({ weather: "rain" });
    await fails({ profile: "weather" });
    await fails({ expected: { valid: true, warnings: ["rained-off"] } });
    await fails({ expected: { valid: true, weather: "rain" } });
  });

  test("when validity differs, or a problem or a warning is missing or too much", async () => {
    await fails({ expected: { valid: false } });
    await fails({ expected: { valid: true, warnings: ["body-empty"] } });
    await fails({
      files: { "roses/SKILL.md": good.files["pruning/SKILL.md"] },
      expected: { valid: false, problems: ["name-bad-char"] },
    });
  });
});
