/** How many of fresh credentials are found, and how many look-alikes are reported; with new random values for each seed. */
import { describe, expect, it } from "vitest";
import { findSecrets, maskSecrets } from "../../../../src/secrets/secrets.ts";
import { createSourceText } from "../../../../src/model/source.ts";
import { maskLine } from "../../../../src/secrets/source-secrets.ts";
import { freshSecrets, type FreshSecret } from "./fresh-secrets.ts";
import { lookAlikes } from "./look-alikes.ts";

const SEEDS = [20261123, 7, 1001];
const LEAST_FOUND = 0.95;
const MOST_REPORTED = 0.02;

describe.each(SEEDS)("with seed %i", (seed) => {
  it("finds at least 95 of 100 credentials", () => {
    const all = freshSecrets(seed);
    const missed = all.filter(({ text }) => findSecrets(text).length === 0).map(({ form }) => form);
    expect(all.length).toBeGreaterThan(150);
    expect(missed.length / all.length, missed.join(", ")).toBeLessThanOrEqual(1 - LEAST_FOUND);
  });

  it("finds them in prose, too", () => {
    const all = freshSecrets(seed);
    const missed = all.filter(({ text }) => findSecrets(`# Tides\n\nUse this:\n\n${text}\n\nThe end.\n`).length === 0);
    expect(missed.length / all.length).toBeLessThanOrEqual(1 - LEAST_FOUND);
  });

  it("reports at most 2 of 100 look-alikes", () => {
    const all = lookAlikes(seed);
    const reported = all.filter((text) => findSecrets(text).length > 0);
    expect(all.length).toBeGreaterThan(250);
    expect(reported.length / all.length, reported.join("\n")).toBeLessThanOrEqual(MOST_REPORTED);
  });

  it("shows none of those that it finds", () => {
    const shown = freshSecrets(seed)
      .filter(({ text }) => findSecrets(text).length > 0)
      .flatMap((secret) => [
        ...piecesShown(secret, maskSecrets(secret.text)),
        ...piecesShown(secret, maskedByLine(secret.text)),
      ]);
    expect(shown).toEqual([]);
  });
});

it("no form is missed for every value", () => {
  const found = new Set<string>();
  const forms = new Set<string>();
  for (const seed of SEEDS)
    for (const { form, text } of freshSecrets(seed)) {
      forms.add(form);
      if (findSecrets(text).length > 0) found.add(form);
    }
  expect([...forms].filter((form) => !found.has(form))).toEqual([]);
});

/** All lines, as a report quotes them one by one. */
function maskedByLine(text: string): string {
  const source = createSourceText("a.md", text);
  return source
    .lineStarts()
    .map((_start, index) => maskLine(source, index + 1).text)
    .join("\n");
}

/** No piece of a credential that is longer may be shown, in any of its spellings. */
const LONGEST_SHOWN = 8;

/** Returns what a masked text shows of a credential and does not say elsewhere, as the end of a PEM repeats its start. */
function piecesShown({ form, text }: FreshSecret, masked: string): string[] {
  const shown: string[] = [];
  let outside = text;
  for (const { span } of findSecrets(text).reverse())
    outside = `${outside.slice(0, span.start)}\n${outside.slice(span.end)}`;
  for (const { span, shown: start } of findSecrets(text))
    for (let at = span.start + start; at + LONGEST_SHOWN <= span.end; at++) {
      const piece = text.slice(at, at + LONGEST_SHOWN);
      if (masked.includes(piece) && !outside.includes(piece)) shown.push(`${form}: ${piece}`);
    }
  return shown;
}
