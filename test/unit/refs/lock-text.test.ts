/** The lock: the same bytes for the same entries, and nothing in it is trusted. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { formatLock, integrityOf, parseLock, parseSkillsCliLock, type SkillLock } from "../../../src/refs/index.ts";

const sha256 = (data: string): string => createHash("sha256").update(data).digest("hex");
const digest = sha256("x");
const files = new Map([
  ["b.md", digest],
  ["SKILL.md", digest],
  ["__proto__", digest],
]);
const commit = "0123456789abcdef0123456789abcdef01234567";
const lock: SkillLock = new Map([
  ["acme/z@v1", { path: ".skillc/skills/acme/z", commit, integrity: integrityOf(files, sha256), files }],
  ["@acme/a", { path: ".skillc/skills/acme/a", integrity: integrityOf(files, sha256), files }],
]);

test("is sorted, and reads back as what was written", () => {
  const text = formatLock(lock);
  expect(Object.keys((JSON.parse(text) as { skills: object }).skills)).toEqual(["@acme/a", "acme/z@v1"]);
  const again = parseLock(text, sha256) as SkillLock;
  expect(again.get("acme/z@v1")).toEqual({
    ...lock.get("acme/z@v1"),
    files: new Map([...files].toSorted(([one], [two]) => (one < two ? -1 : 1))),
  });
  expect(formatLock(again)).toBe(text);
});

test("the integrity is one digest over sorted paths and digests", () => {
  const lines = `SKILL.md\0${digest}\n__proto__\0${digest}\nb.md\0${digest}\n`;
  expect(integrityOf(files, sha256)).toBe(`sha256:${sha256(lines)}`);
});

const entry = {
  path: "x",
  integrity: integrityOf(new Map([["SKILL.md", digest]]), sha256),
  files: { "SKILL.md": digest },
};
const withLock = (skills: unknown, version: unknown = 1): string =>
  JSON.stringify({ lockfileVersion: version, skills });

test.each([
  ["{", "not JSON"],
  ["[]", '"skills"'],
  [`<<<<<<< ours\n${withLock({})}`, "conflict"],
  [withLock({}, 2), "lockfileVersion"],
  [withLock({ "@../x": entry }), "not a reference"],
  [withLock({ "pkg:x": entry }), "not written as skillc"],
  [withLock({ "github:a/b": entry }), "not written as skillc"],
  [withLock({ "a/b": [] }), "not an object"],
  [withLock({ "a/b": { ...entry, path: "../x" } }), "no usable path"],
  [withLock({ "a/b": { ...entry, path: "/x" } }), "no usable path"],
  [withLock({ "a/b": { ...entry, path: "C:\\x" } }), "no usable path"],
  [withLock({ "a/b": { ...entry, path: ".git/hooks" } }), "no usable path"],
  [withLock({ "a/b": { ...entry, files: { "../x": digest } } }), "not inside it"],
  [withLock({ "a/b": { ...entry, files: { "a//x": digest } } }), "not inside it"],
  [withLock({ "a/b": { ...entry, files: { "SKILL.md": "0" } } }), "no digest"],
  [withLock({ "a/b": { ...entry, files: {} } }), "was edited"],
  [withLock({ "a/b": { ...entry, integrity: "sha256:0" } }), "was edited"],
  [withLock({ "a/b": { ...entry, commit: "--upload-pack=x" } }), "wrong commit"],
  [withLock({ "a/b": { ...entry, revision: "-x" } }), "wrong revision"],
  [withLock({ "a/b": { ...entry, version: "../x" } }), "wrong version"],
  [withLock({ "a/b": entry, "a/c": entry }), "the same path"],
])("%s is not used: %s", (text, says) => {
  expect(parseLock(text, sha256)).toEqual({ fault: expect.stringContaining(says) as string });
});

test("skills-lock.json: sources become references", () => {
  const text = JSON.stringify({
    version: 1,
    skills: {
      pdf: {
        source: "acme/skills",
        ref: "v1",
        sourceType: "github",
        skillPath: "skills/pdf/SKILL.md",
        computedHash: "h",
      },
      local: { source: "./x", sourceType: "local", computedHash: "h" },
      git: { source: "x", sourceUrl: "https://host.test/a/b.git", sourceType: "git", computedHash: "h" },
      bad: { source: "acme/skills", ref: "--x", sourceType: "github" },
    },
  });
  expect(parseSkillsCliLock(text)).toEqual([
    { name: "bad", ref: expect.objectContaining({ code: "revision" }) as object },
    { name: "git", ref: { kind: "git", url: "https://host.test/a/b.git" }, computedHash: "h" },
    { name: "local", ref: { kind: "path", path: "./x" }, computedHash: "h" },
    {
      name: "pdf",
      ref: { kind: "github", owner: "acme", repo: "skills", rev: "v1" },
      skillPath: "skills/pdf/SKILL.md",
      computedHash: "h",
    },
  ]);
  expect(parseSkillsCliLock("[]")).toBeUndefined();
});
