/** Credentials in a text that is read in parts are those of the whole text, at the same places. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFindings } from "../../../src/diagnostics/index.ts";
import { createSourceText } from "../../../src/model/source.ts";
import { reportIn } from "../../../src/check/context.ts";
import { createLargeTextCheck } from "../../../src/check/index.ts";
import { checkSecrets } from "../../../src/check/security/check.ts";
import fc from "../../support/fast-check.ts";
import { processorTime } from "../../support/processor-time.ts";

const samples = JSON.parse(readFileSync(join(import.meta.dirname, "../diagnostics/secret-samples.json"), "utf8")) as {
  readonly positive: readonly { readonly text: string }[];
};
const secrets = samples.positive.map(({ text }) => text.replaceAll("¦", ""));

/** What makes texts differ: lines of any ending and length, and none at all. */
const FILLINGS = ["A line of a log.\n", "Zeile für Zeile, ☁ und 🌊\r\n", "a\rb\r", "word ", "\n"];

/** A text of some length with secrets at some places. */
const text = fc
  .record({
    filling: fc.constantFrom(...FILLINGS),
    length: fc.integer({ min: 4_100_000, max: 9_000_000 }),
    places: fc.array(
      fc.record({
        // A window has 4 MiB, and what may continue in the next one begins 32 KiB before its end.
        at: fc.oneof(
          fc.integer({ min: 4_155_000, max: 4_200_000 }),
          fc.integer({ min: 8_300_000, max: 8_400_000 }),
          fc.nat({ max: 9_000_000 }),
        ),
        secret: fc.constantFrom(...secrets),
        lead: fc.constantFrom("\n", " ", "\r", "for example ", "x, ".repeat(300)),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ filling, length, places }) => {
    let all = filling.repeat(Math.ceil(length / filling.length));
    for (const { at, secret, lead } of places.toSorted((one, two) => two.at - one.at))
      all = `${all.slice(0, at)}${lead}${secret}\n${all.slice(at)}`;
    return all;
  });

describe("a text of some megabytes", () => {
  test("has the same credentials in parts", { timeout: 300_000 }, () => {
    let found = 0;
    fc.assert(
      fc.property(
        text,
        fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 1, maxLength: 5 }),
        (all, sizes) => {
          const check = createLargeTextCheck("a.txt");
          for (let at = 0, part = 0; at < all.length; part++) {
            const size = sizes[part % sizes.length] as number;
            // A decoder never divides a character, and a part of one character makes the test slow.
            const end = Math.min(all.length, at + Math.max(size, 10_000));
            check.see(all.slice(at, end));
            at = end;
          }
          const whole = createFindings();
          checkSecrets(reportIn(createSourceText("a.txt", all), whole), all);
          const shown = ({ findings, lines }: ReturnType<typeof check.finish>): unknown =>
            findings.map(({ at, ...finding }) => [finding, at?.span, lines[at?.line ?? -1]?.slice(-200)]);
          expect(shown(check.finish())).toEqual(shown(whole));
          found += whole.findings.length;
        },
      ),
      { numRuns: 15 },
    );
    expect(found).toBeGreaterThan(15);
  });

  test("is searched in time that grows with its length", () => {
    const cost = (length: number): number => {
      const check = createLargeTextCheck("a.txt");
      const part = "A".repeat(1_000_000);
      return processorTime(() => {
        for (let at = 0; at < length; at += part.length) check.see(part);
        check.finish();
      });
    };
    cost(5_000_000);
    expect(cost(40_000_000)).toBeLessThan(Math.max(200, cost(10_000_000)) * 8);
  });
});
