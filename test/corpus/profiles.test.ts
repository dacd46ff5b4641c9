/** Real skills under every kind of profile: whatever they refuse, none of them stumbles. Skipped without the corpus. */
import { describe, expect, test } from "vitest";
import { check } from "../../src/index.ts";
import { profiles } from "../../src/profiles/index.ts";
import { findShared } from "../support/shared.ts";

const corpus = findShared("corpus", "the corpus of real skills");

/** One profile of each way to cut documents and to find skills. */
const kinds = new Map(
  profiles.map((profile) => [JSON.stringify([profile.frontmatter.style, profile.discovery]), profile.name]),
);

describe.skipIf(corpus === undefined)("the corpus", () => {
  test.each([...kinds.values(), "portable"])("can be checked under %s", async (profile) => {
    // Copies of one skill in several repositories are no fault of any of them.
    const { diagnostics, summary } = await check({
      search: false,
      cwd: corpus as string,
      sources: [{ dir: "." }],
      overrides: { profile, duplicates: "first", allowEmpty: true },
    });
    const broken = diagnostics.filter(({ category }) => category === "system" || category === "config");
    expect(broken.map(({ file, message }) => `${file}: ${message}`)).toEqual([]);
    expect(summary.skills + diagnostics.length).toBeGreaterThan(0);
  });
});
