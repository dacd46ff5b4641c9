import { describe, expect, test } from "vitest";
import { checkEntry, type EntryKind } from "../../../src/api/check-entry.ts";
import { DISCOVERY_SCHEMA } from "../../../src/model/discovery-schema.ts";

const DIGEST = `sha256:${"0123456789abcdef".repeat(4)}`;

/** Each finding as its severity, its rule, and the JSON that it points at. */
function findings(value: unknown, kind: EntryKind): string[] {
  const json = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return checkEntry(json, kind).map(
    ({ severity, rule, span }) =>
      `${severity} ${rule}: ${span === undefined ? "" : json.slice(span.start.offset, span.end.offset)}`,
  );
}

describe("an entry of the MCP Skills extension", () => {
  const file = { uri: "skill://sea/tides/SKILL.md", digest: DIGEST, size: 10 };
  const good = {
    uri: file.uri,
    frontmatter: { name: "tides", description: "Tells the tide. Use at sea." },
    resources: [file],
  };
  const check = (change: object): string[] => findings({ ...good, ...change }, "mcp-entry");
  const withFile = (more: object): string[] =>
    check({ resources: [file, { uri: "skill://sea/tides/a.md", digest: DIGEST, size: 1, ...more }] });

  test("that is right is silent, be its files listed or not", () => {
    expect(check({})).toEqual([]);
    expect(check({ resources: "dynamic" })).toEqual([]);
    expect(withFile({})).toEqual([]);
  });

  test("must be an object of JSON", () => {
    expect(findings("[1]", "mcp-entry")).toEqual(["error entry-invalid: [1]"]);
    expect(findings('{ "uri": }', "mcp-entry")).toEqual(["error entry-invalid: }"]);
    expect(findings("", "mcp-entry")).toHaveLength(1);
  });

  test("has the uri of a SKILL.md", () => {
    expect(check({ uri: undefined })[0]).toMatch(/^error mcp-uri-form: /);
    for (const uri of [
      "skill://sea/tides/skill.md",
      "sea/tides/SKILL.md",
      "skill://SKILL.md",
      "skill://sea/tides/SKILL.md?v=1",
    ])
      expect(check({ uri })).toEqual([`error mcp-uri-form: ${JSON.stringify(uri)}`]);
    // The extension allows another scheme.
    expect(check({ uri: "https://sea/tides/SKILL.md" }).filter((found) => found.includes("mcp-uri"))).toEqual([]);
    expect(check({ uri: "skill://sea/./tides/SKILL.md" })).toEqual([
      'warning mcp-uri-not-canonical: "skill://sea/./tides/SKILL.md"',
    ]);
  });

  test("has a frontmatter that follows the rules, and its name in the uri", () => {
    expect(check({ frontmatter: undefined })[0]).toMatch(/^error mcp-frontmatter-missing/);
    expect(check({ frontmatter: { name: "tides" } })).toEqual(["error description-missing: "]);
    expect(check({ frontmatter: { ...good.frontmatter, name: "Tides" } })).toEqual([
      'error name-not-lowercase: "Tides"',
      'error mcp-name-mismatch: "Tides"',
    ]);
    expect(check({ frontmatter: { ...good.frontmatter, name: "moon" } })).toEqual(['error mcp-name-mismatch: "moon"']);
    expect(check({ frontmatter: { ...good.frontmatter, metadata: { pages: 3 } } })).toEqual([
      "error metadata-value-not-string: 3",
    ]);
    expect(check({ frontmatter: { ...good.frontmatter, compatibility: "" } })).toEqual([
      'error compatibility-empty: ""',
    ]);
  });

  test("lists every file once, its SKILL.md included", () => {
    expect(check({ resources: undefined })[0]).toMatch(/^error mcp-manifest-missing/);
    expect(check({ resources: "static" })).toEqual(['error mcp-manifest-invalid: "static"']);
    expect(check({ resources: [file, 7] })).toEqual(["error mcp-manifest-invalid: 7"]);
    expect(check({ resources: [] })).toEqual(["error mcp-manifest-incomplete: []"]);
    expect(check({ resources: [file, file] })).toEqual([`error mcp-manifest-duplicate: ${JSON.stringify(file.uri)}`]);
  });

  test("lists its own files only, by plain uris", () => {
    expect(withFile({ uri: "skill://sea/moon/a.md" })).toEqual(['error mcp-manifest-escape: "skill://sea/moon/a.md"']);
    expect(withFile({ uri: "skill://sea/tides-extra/a.md" })).toEqual([
      'error mcp-manifest-escape: "skill://sea/tides-extra/a.md"',
    ]);
    expect(withFile({ uri: "skill://sea/tides/../../x.md" })).toEqual([
      'error mcp-manifest-escape: "skill://sea/tides/../../x.md"',
    ]);
    expect(withFile({ uri: "skill://sea/tides/x/../a.md" })).toEqual([
      'warning mcp-uri-not-canonical: "skill://sea/tides/x/../a.md"',
    ]);
    expect(withFile({ uri: "skill://sea/tides/a.md#top" })).toEqual([
      'error mcp-manifest-uri: "skill://sea/tides/a.md#top"',
    ]);
    expect(withFile({ uri: "a.md" })).toEqual(['error mcp-manifest-uri: "a.md"']);
  });

  test("has a digest and a size for each", () => {
    expect(withFile({ digest: undefined })[0]).toMatch(/^error mcp-digest-missing/);
    expect(withFile({ digest: DIGEST.toUpperCase() })).toEqual([`error mcp-digest-format: "${DIGEST.toUpperCase()}"`]);
    expect(withFile({ size: undefined })[0]).toMatch(/^error mcp-size-missing/);
    expect(withFile({ size: -1 })).toEqual(["error mcp-size-invalid: -1"]);
    expect(withFile({ size: 1.5 })).toEqual(["error mcp-size-invalid: 1.5"]);
    expect(withFile({ size: "1" })).toEqual(['error mcp-size-invalid: "1"']);
  });

  test("stays below the limits of the extension", () => {
    const many = (count: number): object[] =>
      Array.from({ length: count }, (_, index) => ({ uri: `skill://sea/tides/${index}.md`, digest: DIGEST, size: 1 }));
    expect(check({ resources: [file, ...many(511)] })).toEqual([]);
    expect(check({ resources: [file, ...many(512)] })[0]).toMatch(/^error mcp-too-many-files/);
    expect(withFile({ size: 16_777_206 })).toEqual([]);
    expect(withFile({ size: 16_777_207 })[0]).toMatch(/^error mcp-too-large/);
  });
});

describe("a discovery index", () => {
  const entry = {
    name: "tides",
    type: "skill-md",
    description: "Tells the tide. Use at sea.",
    url: "tides/SKILL.md",
    digest: DIGEST,
  };
  const check = (...skills: unknown[]): string[] => findings({ $schema: DISCOVERY_SCHEMA, skills }, "discovery");
  const old = (files: unknown): string[] =>
    findings({ skills: [{ name: "tides", description: "Tells the tide.", files }] }, "discovery");

  test("of either version that is right is silent", () => {
    expect(
      check(entry, { ...entry, name: "moon", type: "archive", url: "https://sea.example/moon.tar.gz", version: "1" }),
    ).toEqual([]);
    expect(old(["SKILL.md", "references/a.md"])).toEqual([]);
  });

  test("is an object with a list of skills", () => {
    expect(findings("[]", "discovery")).toEqual(["error discovery-index-invalid: []"]);
    expect(findings({ skills: {} }, "discovery")).toEqual(["error discovery-index-invalid: {}"]);
    expect(findings({}, "discovery")).toEqual(["error discovery-index-invalid: {}"]);
    expect(check(3)).toEqual(["error discovery-index-invalid: 3"]);
  });

  test("of an unknown version is not looked at", () => {
    expect(findings({ $schema: "https://sea.example/9", skills: [{}] }, "discovery")).toEqual([
      'error discovery-schema-unknown: "https://sea.example/9"',
    ]);
  });

  test("has names and descriptions that follow the rules", () => {
    expect(check({ ...entry, name: "Tides" })).toEqual(['error name-not-lowercase: "Tides"']);
    expect(check({ ...entry, name: "gezeiten-ö" })).toEqual(['error name-non-ascii: "gezeiten-ö"']);
    expect(check({ ...entry, name: undefined })).toEqual(["error name-missing: "]);
    expect(check({ ...entry, description: "x".repeat(1025) })[0]).toMatch(/^error description-too-long/);
    expect(check(entry, entry)).toEqual(['warning discovery-name-duplicate: "tides"']);
  });

  test("says what each artifact is, where it is, and what its bytes are", () => {
    expect(check({ ...entry, type: undefined })[0]).toMatch(/^error discovery-type-missing/);
    expect(check({ ...entry, type: "plugin", url: undefined })).toEqual(['warning discovery-type-unknown: "plugin"']);
    expect(check({ ...entry, url: undefined })[0]).toMatch(/^error discovery-url-missing/);
    expect(check({ ...entry, url: "file:///etc/passwd" })).toEqual([
      'error discovery-url-invalid: "file:///etc/passwd"',
    ]);
    expect(check({ ...entry, digest: undefined })[0]).toMatch(/^error discovery-digest-missing/);
    expect(check({ ...entry, digest: "sha256:abc" })).toEqual(['error discovery-digest-format: "sha256:abc"']);
  });

  test("of version 0.1.0 lists files inside the skill", () => {
    expect(old(undefined)[0]).toMatch(/^error discovery-files-missing/);
    expect(old(["a.md"])).toEqual(['error discovery-skill-md-missing: [\n        "a.md"\n      ]']);
    for (const path of ["../x", "/etc/passwd", "a\\..\\..\\b", "C:\\x", ""])
      expect(old(["SKILL.md", path])).toEqual([`error discovery-path-escape: ${JSON.stringify(path)}`]);
  });
});

test("what only JSON can say is checked without places", () => {
  const text = '{\t"uri": "skill://sea/tides/SKILL.md",\t"frontmatter": { "name": "tides" },\t"resources": "dynamic" }';
  expect(checkEntry(text, "mcp-entry").map(({ rule }) => rule)).toEqual(["description-missing"]);
  expect(checkEntry(new TextEncoder().encode(text), "mcp-entry", { file: "tides.json" })[0]?.file).toBe("tides.json");
});
