/** Good skills stay quiet: what fires often is at most an info, and nothing is an error. Skipped without the corpus. */
import { describe, expect, test } from "vitest";
import { check } from "../../src/index.ts";
import { ruleRates } from "../bench/rule-rates.mjs";
import { findShared } from "../support/shared.ts";

const corpus = findShared("corpus", "the corpus of real skills");

/** Share of valid skills above which a finding is noise. */
const OFTEN = 0.05;

/** What no profile can forgive. */
const UNREADABLE: ReadonlySet<string> = new Set(["encoding-invalid", "file-unreadable", "directory-unreadable"]);

describe.skipIf(corpus === undefined)("on the valid skills of the corpus", () => {
  test("no rule of the profile standard is an error, and what fires often is an info", async () => {
    const { valid, errors, rows } = await ruleRates(check, corpus as string);
    expect(valid).toBeGreaterThan(200);
    expect(errors).toEqual([]);
    const loud = rows.filter(({ severity, share }) => share > OFTEN && severity !== "info");
    expect(loud).toEqual([]);
  });

  test("under the profile lenient only what cannot be read is an error", async () => {
    const { errorRules } = await ruleRates(check, corpus as string, "lenient");
    expect(errorRules.filter((rule) => !UNREADABLE.has(rule))).toEqual([]);
  });
});
