/** Names of files from elsewhere: what some disk would make another name, or a git directory, of. */
import { expect, test } from "vitest";
import { treePathFault } from "../../../src/refs/index.ts";

/** Git's list of the characters that HFS+ ignores (`next_hfs_char` of git's utf8.c). */
const HFS_IGNORES = [
  0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x206a, 0x206b, 0x206c, 0x206d, 0x206e,
  0x206f, 0xfeff,
];

test.each([
  ...HFS_IGNORES.map((code) => [`.g${String.fromCharCode(code)}it/config`, code] as const),
  // Isolates and marks that reverse text, and characters without a glyph that ext4 ignores.
  ...[0x2066, 0x2069, 0x061c, 0x00ad, 0x034f, 0x115f, 0x3164, 0x180b, 0x2060, 0xe0001, 0x2028, 0x85, 0x1b].map(
    (code) => [`a${String.fromCodePoint(code)}b.md`, code] as const,
  ),
])("%j is refused, and the character is named", (path, code) => {
  expect(treePathFault(path)).toContain(`U+${code.toString(16).toUpperCase().padStart(4, "0")}`);
  expect(treePathFault(`skill/${path}/x.md`)).toBeDefined();
});

test.each([
  ".git",
  ".GIT/config",
  "a/.gIt",
  ".git\uFE0F/config",
  "git~1",
  "a/GIT~2/hooks/x",
  ".git.",
  ".git ",
  ".git::$INDEX_ALLOCATION/config",
  "a.md:stream",
  "a.md::$DATA",
  "C:/x",
  "a\\b",
  "..",
  "a/../b",
  "a//b",
  "/a",
  "",
  "a.",
  "a /b",
  "con",
  "sub/NUL.txt",
  "aux.tar.gz",
  "com1",
  "LPT9.md",
  "COM¹",
  "conin$",
  "a?b",
  "a|b",
  "\ud800",
  "x".repeat(256),
])("%j is not allowed", (path) => {
  expect(treePathFault(path)).toBeDefined();
});

test.each([
  "SKILL.md",
  ".github/x.md",
  ".gitignore",
  "git~x",
  "références/é.md",
  "日本語.md",
  "❤\uFE0F.md",
  " x",
  "com10",
])("%j is allowed", (path) => {
  expect(treePathFault(path)).toBeUndefined();
});
