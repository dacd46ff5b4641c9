/** The grammar of references, as tables: what is accepted, and the exact fault of what is not. */
import { describe, expect, test } from "vitest";
import {
  formatRef,
  gitUrlOf,
  isAllowedSource,
  isLocalPath,
  isRefFault,
  parseSkillRef,
  placeOf,
} from "../../../src/refs/index.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

const accepted: readonly (readonly [text: string, ref: object, normal?: string])[] = [
  ["./skills/pdf", { kind: "path", path: "./skills/pdf" }],
  ["../pdf", { kind: "path", path: "../pdf" }],
  [".", { kind: "path", path: "." }],
  ["/srv/skills/pdf", { kind: "path", path: "/srv/skills/pdf" }],
  ["C:\\skills\\pdf", { kind: "path", path: "C:\\skills\\pdf" }],
  ["\\\\server\\share\\pdf", { kind: "path", path: "\\\\server\\share\\pdf" }],
  ["@acme/skills", { kind: "at", org: "acme", name: "skills", version: "" }],
  ["@AltairaLabs/x@v2.0.0-rc1", { kind: "at", org: "AltairaLabs", name: "x", version: "v2.0.0-rc1" }],
  ["@acme/x@release/2026", { kind: "at", org: "acme", name: "x", version: "release/2026" }],
  ["@acme/x@@acme/x@1.0.0", { kind: "at", org: "acme", name: "x", version: "@acme/x@1.0.0" }],
  ["acme/skills", { kind: "github", owner: "acme", repo: "skills" }],
  ["github:acme/skills", { kind: "github", owner: "acme", repo: "skills" }, "acme/skills"],
  ["acme/skills/a/b@main", { kind: "github", owner: "acme", repo: "skills", path: "a/b", rev: "main" }],
  [
    "acme/skills#main:a/b",
    { kind: "github", owner: "acme", repo: "skills", path: "a/b", rev: "main" },
    "acme/skills/a/b@main",
  ],
  [`acme/skills@${COMMIT}`, { kind: "github", owner: "acme", repo: "skills", rev: COMMIT }],
  [
    "o/r/packages/@acme/skills@main",
    { kind: "github", owner: "o", repo: "r", path: "packages/@acme/skills", rev: "main" },
  ],
  ["o/r/packages/@acme/skills", { kind: "github", owner: "o", repo: "r", path: "packages/@acme/skills" }],
  ["o/r#v1:a@b/c", { kind: "github", owner: "o", repo: "r", path: "a@b/c", rev: "v1" }],
  [
    "acme/skills#main@pdf",
    { kind: "github", owner: "acme", repo: "skills", rev: "main", skill: "pdf" },
    "acme/skills@main",
  ],
  ["https://github.com/o/r", { kind: "github", owner: "o", repo: "r" }, "o/r"],
  ["https://github.com/o/r.git", { kind: "github", owner: "o", repo: "r" }, "o/r"],
  ["https://www.github.com/o/r/#v1", { kind: "github", owner: "o", repo: "r", rev: "v1" }, "o/r@v1"],
  ["https://github.com/o/r/tree/main/p", { kind: "github", owner: "o", repo: "r", tree: "main/p" }],
  [
    "https://github.com/o/r/blob/main/p/SKILL.md",
    { kind: "github", owner: "o", repo: "r", tree: "main/p" },
    "https://github.com/o/r/tree/main/p",
  ],
  [
    "git+https://host.test/a/b.git#v1:sub/dir",
    { kind: "git", url: "https://host.test/a/b.git", rev: "v1", path: "sub/dir" },
  ],
  ["https://host.test", { kind: "site", url: "https://host.test" }],
  ["https://host.test/", { kind: "site", url: "https://host.test" }, "https://host.test"],
  ["https://host.test:8443#pdf", { kind: "site", url: "https://host.test:8443", skill: "pdf" }],
  ["well-known:https://host.test/docs", { kind: "site", url: "https://host.test/docs" }],
  ["well-known:https://host.test", { kind: "site", url: "https://host.test" }, "https://host.test"],
  ["http://localhost:8080", { kind: "site", url: "http://localhost:8080" }],
  ["https://host.test/v1/x.tar.gz", { kind: "archive", url: "https://host.test/v1/x.tar.gz" }],
  ["https://host.test/x.ZIP#a/b", { kind: "archive", url: "https://host.test/x.ZIP", path: "a/b" }],
  ["https://github.com/o/r/archive/v1.zip", { kind: "archive", url: "https://github.com/o/r/archive/v1.zip" }],
  ["https://host.test:8443/a/b", { kind: "git", url: "https://host.test:8443/a/b" }, "git+https://host.test:8443/a/b"],
  ["git+ssh://git@host.test/a/b", { kind: "git", url: "ssh://git@host.test/a/b" }],
  ["git+file:///srv/a b/c.git", { kind: "git", url: "file:///srv/a b/c.git" }],
  ["git@host.test:o/r.git", { kind: "git", url: "git@host.test:o/r.git" }],
  ["git@host.test:o/r.git#main:p", { kind: "git", url: "git@host.test:o/r.git", rev: "main", path: "p" }],
  ["npm:@acme/skills", { kind: "npm", name: "@acme/skills" }],
  ["npm:skills@^1.2", { kind: "npm", name: "skills", range: "^1.2" }],
  ["npm:@acme/skills@>=1 <2#skills/pdf", { kind: "npm", name: "@acme/skills", range: ">=1 <2", path: "skills/pdf" }],
  ["npm:skills@next", { kind: "npm", name: "skills", range: "next" }],
  ["pkg:@acme/skills#skills", { kind: "pkg", name: "@acme/skills", path: "skills" }],
];

test.each(accepted.map(([text, ref, normal = text]) => [text, ref, normal] as const))(
  "%s is accepted",
  (text, ref, normal) => {
    expect(parseSkillRef(text)).toEqual(ref);
    expect(formatRef(parseSkillRef(text) as never)).toBe(normal);
  },
);

const rejected: readonly (readonly [text: string, code: string, at: number, says: string])[] = [
  ["", "empty", 0, "empty"],
  ["  ", "empty", 0, "empty"],
  [" acme/skills", "form", 0, "space"],
  ["skills", "form", 0, "one name"],
  ["@acme", "form", 1, "no name"],
  ["@/skills", "segment", 1, "organization is empty"],
  ["@acme/", "segment", 6, "name is empty"],
  ["@../x", "segment", 1, '".."'],
  ["@acme/..", "segment", 6, '".."'],
  ["@acme/-x", "segment", 6, '"-x"'],
  ["@acme/x@", "revision", 8, "empty"],
  ["@acme/x@^1", "range", 8, "version range"],
  ["@acme/x@>=1.0.0", "range", 8, "version range"],
  ["@acme/x@1.x", "range", 8, "version range"],
  ["@acme/x@-v1", "revision", 8, '"-"'],
  ["@acme/x@a..b", "revision", 8, "not a name"],
  ["@acme/x@v1~2", "revision", 8, "not a name"],
  ["@acme/x@a//b", "revision", 8, "not a name"],
  ["@acme/x@a.lock", "revision", 8, "not a name"],
  ["@acme/x@@{u}", "revision", 8, "not a name"],
  ["@acme/x/y", "form", 7, "takes no path"],
  ["@acme/con", "segment", 6, "device"],
  ["@acme/x.git", "segment", 6, ".git"],
  ["acme/skills@", "revision", 12, "empty"],
  ["acme/skills@v1#main", "segment", 5, "repository"],
  ["acme/skills/../x", "segment", 12, '".."'],
  ["acme/skills/./x", "segment", 12, '"."'],
  ["acme/skills/.GIT/x", "segment", 12, ".GIT"],
  ["acme/skills//x", "segment", 12, "empty"],
  ["acme/skills/a\\b", "segment", 12, "backslash"],
  ["acme/skills/-x", "segment", 12, '"-x"'],
  ["acme/skills/ x", "segment", 12, "space"],
  ["acme/skills/aux.md", "segment", 12, "device"],
  ["acme/skills/a\u202eb", "segment", 12, "invisible"],
  ["acme/skills#", "revision", 12, "empty"],
  ["acme/skills#main:..", "segment", 17, '".."'],
  ["acme/a#x@b/c", "form", 9, '"/"'],
  ["acme/a/p#v1:q", "form", 12, "twice"],
  ["C:x", "drive", 0, "drive"],
  ["file:///srv/x", "scheme", 0, "file:"],
  ["git://host/x/y", "scheme", 0, "git:"],
  ["http://host/x/y", "scheme", 0, "http:"],
  ["ssh://git@host/x/y", "scheme", 0, "ssh:"],
  ["ext::sh -c id", "scheme", 0, "ext:"],
  ["git+http://host/x/y", "scheme", 0, "git+http:"],
  ["javascript:alert(1)", "scheme", 0, "javascript:"],
  ["git+https://host.test", "form", 12, "no repository"],
  ["http://host.test/x.zip", "scheme", 0, '"http:"'],
  ["https://me:secret@host.test", "credentials", 8, "password"],
  ["https://host.test/a/%2e%2e/x.zip", "segment", 18, '".."'],
  ["https://host.test/x.zip#../y", "segment", 24, '".."'],
  ["https://host.test#a/b", "form", 18, '"a/b"'],
  ["well-known:ftp://host.test", "scheme", 11, "https"],
  ["well-known:http://host.test", "scheme", 11, "https"],
  ["http://127.0.0.1.evil.test", "scheme", 0, '"http:"'],
  ["https://me:secret@host.test/x/y", "credentials", 8, "password"],
  ["https://token@host.test/x/y", "credentials", 8, "password"],
  ["git+ssh://-oProxyCommand=x/y/z", "host", 10, "host"],
  ["git+ssh://-o@host/y/z", "credentials", 10, "user name"],
  ["git+https://a..b/x/y", "host", 12, "host"],
  ["https://host.test/a/%2e%2e/b", "segment", 18, '".."'],
  ["https://host.test/a%2f..%2fb", "segment", 18, '".."'],
  ["https://host.test/a?x=1", "form", 19, '"?"'],
  ["https://github.com/o/r/issues/4", "form", 23, "not a directory"],
  ["https://github.com/o/r/blob/main/README.md", "form", 23, "not a directory"],
  ["git+file://host/x", "host", 11, "host"],
  ["-x@host.test:o/r", "host", 0, "user"],
  ["git@-host:o/r", "host", 4, "host"],
  ["git@host.test:../r", "segment", 14, '".."'],
  ["npm:", "package-name", 4, "package"],
  ["npm:../x", "package-name", 4, "package"],
  ["npm:@acme/..", "package-name", 4, "package"],
  ["npm:.x", "package-name", 4, "package"],
  ["npm:skills@", "version", 11, "version"],
  ["npm:skills@npm:other", "version", 11, "version"],
  ["npm:skills@^1#../x", "segment", 14, '".."'],
  ["pkg:skills@^1", "version", 10, "no version"],
  ["~/skills", "segment", 0, "owner"],
  ["./a\0b", "segment", 0, "invisible"],
  [`acme/${"x".repeat(101)}`, "segment", 5, "repository"],
  [`acme/x@${"y".repeat(256)}`, "revision", 7, "256"],
  [`acme/${"x/".repeat(1100)}`, "too-long", 2048, "2205"],
];

test.each(rejected)("%j is rejected as %s at %i", (text, code, at, says) => {
  const fault = parseSkillRef(text);
  expect(fault).toMatchObject({ code, at });
  expect((fault as { message: string }).message).toContain(says);
  expect((fault as { help: string }).help).not.toBe("");
});

describe("PromptKit's own grammar", () => {
  const exact = { profile: "promptkit", compat: "exact" } as const;

  test("does not check segments, and only the profile together with compat has it", () => {
    expect(parseSkillRef("@ a/ b", exact)).toEqual({ kind: "at", org: " a", name: " b", version: "" });
    expect(parseSkillRef("@../x", exact)).toMatchObject({ org: ".." });
    expect(isRefFault(parseSkillRef("@../x", { profile: "promptkit" }))).toBe(true);
    expect(isRefFault(parseSkillRef("@ a/ b", { compat: "exact" }))).toBe(true);
  });

  test("what it accepts names no place unless the strict grammar accepts it as well", () => {
    expect(isLocalPath(".", exact)).toBe(false);
    expect(isLocalPath(".")).toBe(true);
  });
});

test.each([
  ["@acme/x@v1", "acme/x", "https://github.com/acme/x"],
  ["acme/skills/tools/pdf@v1", "acme/pdf", "https://github.com/acme/skills"],
  ["npm:@acme/skills@^1", "@acme/skills", undefined],
  ["npm:skills", "npm/skills", undefined],
  ["./x/my-skill/", "local/my-skill", undefined],
  ["git+https://host.test/group/sub/repo.git#v1", "sub/repo", "https://host.test/group/sub/repo.git"],
  ["git+https://host.test/repo", "host.test/repo", "https://host.test/repo"],
  ["git+file:///srv/git/tools.git#HEAD:a/pdf", "local/pdf", "file:///srv/git/tools.git"],
  ["git@host.test:o/r.git", "o/r", "git@host.test:o/r.git"],
  ["https://host.test:8443", "host.test-8443/skills", undefined],
  ["https://host.test#pdf", "host.test/pdf", undefined],
  ["well-known:https://host.test/docs", "host.test/docs", undefined],
  ["https://host.test/v1/x.tar.gz", "host.test/x", undefined],
  ["https://host.test/x.zip#skills/pdf", "host.test/pdf", undefined],
  ["./x.skill", "local/x", undefined],
])("%s is installed at %s", (text, place, url) => {
  const ref = parseSkillRef(text);
  if (isRefFault(ref)) throw new Error(ref.message);
  const found = placeOf(ref);
  expect("org" in found ? `${found.org}/${found.name}` : found.message).toBe(place);
  expect(gitUrlOf(ref)).toBe(url);
});

test.each(["/", "//", "./", "../..", "..", "."])("the path %s has no name to be installed under", (path) => {
  const ref = parseSkillRef(path);
  expect(isRefFault(ref) || isRefFault(placeOf(ref))).toBe(true);
});

test("allowed sources ignore case, as GitHub does", () => {
  expect(isAllowedSource("Acme/Skills", ["acme/*"])).toBe(true);
  expect(isAllowedSource("acme/skills", ["ACME/skills"])).toBe(true);
  expect(isAllowedSource("acme-x/skills", ["acme/*", "acme-x/skill"])).toBe(false);
});
