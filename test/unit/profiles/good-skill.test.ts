/** A good skill is silent under every profile, whatever its line endings. */
import { expect, test } from "vitest";
import { checkTree } from "../../../src/api/check-tree.ts";
import { profileNames } from "../../../src/profiles/index.ts";

const DOCUMENT = [
  "---",
  "name: tide-tables",
  "description: Reads tide tables for a harbour and a day. Use when the user asks when to sail or how deep the water is.",
  "license: MIT",
  "compatibility: Needs no network",
  "metadata:",
  "  author: harbour-office",
  '  version: "1.10"',
  "---",
  "# Reading the tables",
  "",
  "1. Find the harbour in [the list](references/harbours.md).",
  "2. Add the hour of summer time.",
  "",
].join("\n");

const forms = {
  LF: DOCUMENT,
  CRLF: DOCUMENT.replaceAll("\n", "\r\n"),
};

/** deepagents 1.14.1 ends the frontmatter before an LF: the CR of the last line stays, and nothing may follow a quote. */
const refused: Readonly<Record<string, readonly string[]>> = {
  "deepagents, CRLF": ['error yaml-invalid: text follows the end of the value of "version"'],
};

test.each(
  profileNames.flatMap((profile) => Object.keys(forms).map((form) => [profile, form as keyof typeof forms] as const)),
)("%s, %s", async (profile, form) => {
  const files = {
    "skills/tide-tables/SKILL.md": forms[form],
    "skills/tide-tables/references/harbours.md": "# Harbours\n\nSvolvær, 68.2 N.\n",
  };
  const { diagnostics, summary } = await checkTree(files, { profile, sources: ["skills"] });
  expect(summary.skills).toBe(1);
  expect(
    diagnostics
      .filter(({ severity }) => severity !== "info")
      .map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`),
  ).toEqual(refused[`${profile}, ${form}`] ?? []);
});
