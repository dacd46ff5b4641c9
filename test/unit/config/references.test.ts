/** References in a config: which sources are references, and where they lead. */
import { expect, test } from "vitest";
import { fetchedReferences, referenceOf } from "../../../src/config/references.ts";
import { resolveConfig } from "../../../src/config/resolve.ts";
import type { UserConfig } from "../../../src/config/user-config.ts";
import { createFindings } from "../../../src/diagnostics/index.ts";
import { createMemoryHost, type MemoryEntry } from "../../../src/host/index.ts";
import { profileNames } from "../../../src/profiles/index.ts";
import { formatRef } from "../../../src/refs/index.ts";
import { diagnosticsOf } from "../../support/judged-findings.ts";

function resolve(files: Readonly<Record<string, MemoryEntry>>, user: UserConfig) {
  const findings = createFindings();
  const host = createMemoryHost(files);
  const environment = (name: string): string | undefined => ({ HOME: "/home/me" })[name];
  const config = resolveConfig({ user, host, findings, profiles: profileNames, environment });
  return { sources: config.sources, found: diagnosticsOf(findings) };
}

test.each([
  ["@acme/skills", true],
  ["@acme/skills@v1", true],
  ["@acme/skills@release/1", true],
  ["@acme/", true],
  ["npm:skills", true],
  ["github:acme/skills", true],
  ["git+https://host.test/a/b", true],
  ["https://github.com/a/b", true],
  ["git@host.test:a/b.git", true],
  ["file:../x", true],
  ["acme/skills", false],
  ["acme/skills@v1", false],
  ["@acme/skills/pdf", false],
  ["@skills", false],
  ["./@acme/skills", false],
  ["C:\\skills", false],
  ["/srv/skills", false],
  ["a:b", false],
])("dir %j is a reference: %s", (dir, isReference) => {
  expect(referenceOf({ dir }) !== undefined).toBe(isReference);
});

test("what is fetched is what a lock must have", () => {
  const refs = fetchedReferences({
    sources: ["skills", "@acme/a", { ref: "acme/b" }, { package: "@acme/c" }, { ref: "??" }, { name: "x" }],
  });
  expect(refs.map(formatRef)).toEqual(["@acme/a", "acme/b"]);
});

test("an installation of the user alone is not used", () => {
  const { sources, found } = resolve(
    { "/home/me/.config/skillc/skills/acme/pdf/SKILL.md": "x" },
    { sources: ["@acme/pdf"] },
  );
  expect(sources).toEqual([]);
  expect(found.map(({ rule, args }) => [rule, args["onlyUser"]])).toEqual([["ref-not-locked", true]]);
});

test("a package is found above the project and through links, and keeps its name in the catalog", () => {
  const file = { "/work/node_modules/@acme/up/skills/pdf/SKILL.md": "x", "packages/own/pdf/SKILL.md": "x" };
  const { sources, found } = resolve(
    { ...file, "node_modules/@acme/own": { symlink: "../../packages/own" } },
    { sources: [{ package: "@acme/own" }, { package: "@acme/own", mountAs: "sea" }] },
  );
  expect(found).toEqual([]);
  expect(sources).toMatchObject([
    { dir: "packages/own", mountAs: "@acme/own", catalogDir: "@acme/own" },
    { dir: "packages/own", mountAs: "sea", catalogDir: "@acme/own" },
  ]);
  const host = createMemoryHost(file, { base: "/work/app" });
  const findings = createFindings();
  const above = resolveConfig({
    user: { sources: [{ package: "@acme/up#skills" }] },
    host,
    findings,
    profiles: profileNames,
  });
  expect(above.sources).toMatchObject([
    { dir: "../node_modules/@acme/up/skills", mountAs: "@acme/up/skills", catalogDir: "@acme/up/skills" },
  ]);
});
