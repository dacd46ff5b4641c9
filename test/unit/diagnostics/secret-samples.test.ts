/**
 * The project's own samples, none of which was ever valid: each form of credential in several surroundings, and what
 * resembles one. They are stored in pieces, so that no scanner takes the file for a leak.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findSecrets } from "../../../src/secrets/secrets.ts";
import { SECRET_FORMS } from "../../../src/secrets/secret-forms.ts";

interface Samples {
  readonly positive: readonly { readonly kind: string; readonly text: string }[];
  readonly negative: readonly string[];
}

const stored = JSON.parse(readFileSync(join(import.meta.dirname, "secret-samples.json"), "utf8")) as Samples;
const join_ = (text: string): string => text.replaceAll("¦", "");
const positive = stored.positive.map(({ kind, text }) => ({ kind, text: join_(text) }));
const negative = stored.negative.map(join_);

/** A harbour log around a sample: it must be found wherever it is, and nothing else. */
const around = (text: string): string => `# Tides\n\nThe harbour opens at six.\n${text}\nIt closes at nine.\n`;

describe("samples of credentials", () => {
  it("are enough of both kinds", () => {
    expect(positive.length).toBeGreaterThanOrEqual(250);
    expect(negative.length).toBeGreaterThanOrEqual(250);
    const kinds = new Set(positive.map(({ kind }) => kind));
    const untested = SECRET_FORMS.filter(({ kind }) => !kinds.has(kind)).map(({ kind }) => kind);
    expect(untested).toEqual(["Lob test key", "Freemius key"]);
  });

  it("are each found once, with their kind, alone and in a text", () => {
    const wrong = positive.flatMap(({ kind, text }) =>
      [text, around(text)]
        .map((whole) => findSecrets(whole).map((found) => `${found.kind}${found.example ? ", an example" : ""}`))
        .filter((found) => found.length !== 1 || found[0] !== kind)
        .map((found) => ({ kind, text, found })),
    );
    expect(wrong).toEqual([]);
  });

  it("are not found in what only resembles one", () => {
    const wrong = negative.flatMap((text) =>
      [text, around(text)].flatMap((whole) => findSecrets(whole).map(({ kind, masked }) => ({ text, kind, masked }))),
    );
    expect(wrong).toEqual([]);
  });

  it("are only examples where their line says so", () => {
    const tokens = positive.filter(({ kind, text }) => kind.endsWith("token") && !text.includes("\n"));
    expect(tokens.length).toBeGreaterThan(50);
    for (const { text } of tokens) {
      for (const line of [`Example: ${text}`, `${text} # a fake one`, `e.g. ${text}`, `example_key = ${text}`])
        expect(findSecrets(line).map(({ example }) => example)).toEqual([true]);
      for (const line of [`https://api.example.com ${text}`, `An example:\n${text}`])
        expect(findSecrets(line).map(({ example }) => example)).toEqual([false]);
    }
  });
});
