/** Globs, searches, PowerShell, paths of Windows, and tools that skillc does not know. */
import { describe, expect, test } from "vitest";
import { createToolGate } from "../../../src/runtime/tools/tool-gate.ts";

const allows = (entry: string, tool: string, input: unknown): boolean =>
  createToolGate([{ allowedTools: [entry] }], { allowedTools: "restrict" }).check(tool, input).allowed;
const forbids = (entry: string, tool: string, input: unknown): boolean =>
  !createToolGate([{ allowedTools: [], disallowedTools: [entry] }]).check(tool, input).allowed;

describe("globs", () => {
  test.each([
    "src/{..,a}/secrets/*",
    "src/{../secrets,a}/*",
    "src/@(..)/secrets/*",
    "src/[.][.]/x",
    "src/{.,a}{.,b}/x",
    "src/.{.,}/x",
    "src/.{.}/x",
    "src/.{-.../}/x",
    "src/{a,{b,..}}/x",
    "src/.?/x",
    "src/.*/x",
    "src/+(.)/x",
    "src/[+-/]./x",
    "src/\\../x",
    "{src,/etc}/*",
    "{src,lib}/*",
    "!src/x",
    "src/{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
  ])("Glob(src/**) does not allow %j", (pattern) => {
    expect(allows("Glob(src/**)", "Glob", { pattern })).toBe(false);
  });

  test("Glob(**) does not allow what leaves the working directory", () => {
    for (const pattern of ["{/etc,x}/*", "{~,x}/*", "{C:,x}/*", "{..,x}/*"])
      expect(allows("Glob(**)", "Glob", { pattern }), pattern).toBe(false);
  });

  test("Glob(src/**) allows globs below src, and Glob(secrets/**) forbids those that may match", () => {
    for (const pattern of ["src/**/*.{ts,tsx}", "src/*", "src/{a,b/{c,d}}/?.ts"])
      expect(allows("Glob(src/**)", "Glob", { pattern }), pattern).toBe(true);
    for (const pattern of ["{secrets,a}/*", "@(secrets)/x", "s?crets/x", "[s]ecrets/x", "+(secrets)/x"])
      expect(forbids("Glob(secrets/**)", "Glob", { pattern }), pattern).toBe(true);
    expect(forbids("Glob(secrets/**)", "Glob", { pattern: "src/a.ts" })).toBe(false);
    expect(allows("Glob(src/**)", "Glob", { pattern: "src/*", path: "/etc" })).toBe(false);
  });
});

describe("the text of a search is not a path", () => {
  test.each([
    [{ pattern: "src/a|.*" }, false],
    [{ pattern: "src/a" }, false],
    ["src/a", false],
    [{ pattern: "x", path: "" }, false],
    [{ pattern: "x", path: null }, false],
    [{ pattern: "x", path: ["src"] }, false],
    [{ pattern: "x", path: "src", glob: "../secrets/*" }, false],
    [{ pattern: "x", path: "src", glob: "{/etc,a}/*" }, false],
    [{ pattern: "x", path: "src" }, true],
    [{ pattern: "x", path: "src/a", glob: "**/*.{ts,tsx}" }, true],
  ])("Grep(src/**) allows %j: %j", (input, expected) => {
    expect(allows("Grep(src/**)", "Grep", input)).toBe(expected);
  });

  test.each([
    [{ pattern: "password" }, true],
    ["password", true],
    [{ pattern: "x", glob: "secrets/**", path: "src" }, true],
    [{ pattern: "x", glob: "{secrets,a}/**", path: "src" }, true],
    [{ pattern: "x", glob: 5, path: "src" }, true],
    [{ pattern: "secrets/key", path: "src" }, false],
    [{ pattern: "x", glob: "*.ts", path: "src" }, false],
  ])("Grep(secrets/**) forbids %j: %j", (input, expected) => {
    expect(forbids("Grep(secrets/**)", "Grep", input)).toBe(expected);
  });

  test("a list of no path is one of the working directory", () => {
    expect(forbids("LS(secrets/**)", "LS", {})).toBe(true);
    expect(allows("LS(src/**)", "LS", {})).toBe(false);
    expect(allows("Grep(**)", "Grep", { pattern: "x" })).toBe(true);
  });
});

describe("PowerShell", () => {
  test.each([
    "git add \\; rm x",
    'git add "\\"; rm x; "',
    "git add {rm x}",
    "git add (rm x)",
    "git add `; rm x",
    "git add; & rm x",
    "git add $(rm x)",
    "git add @x",
    "git add 'x'",
    "git add | iex",
    "git add --% x",
    "git add #x",
    "git add\u2028rm x",
    "git add -upload-pack x; rm x",
  ])("PowerShell(git add:*) does not allow %j", (command) => {
    expect(allows("PowerShell(git add:*)", "PowerShell", { command })).toBe(false);
  });

  test.each([
    "ri x",
    "del x",
    "ERASE x",
    "rd x",
    "rmdir x",
    "rm x",
    '& "Remove-"+"Item"',
    "cmd /c del x",
    "powershell -enc AAAA",
    "pwsh -c x",
    "Microsoft.PowerShell.Management\\Remove-Item x",
    "remove-item x",
    "Get-ChildItem | ri",
    "git status; Remove-Item x",
    "ls | % { ri $_ }",
    "Start-Process rm",
    "iex x",
  ])("PowerShell(Remove-Item:*) forbids %j", (command) => {
    expect(forbids("PowerShell(Remove-Item:*)", "PowerShell", { command })).toBe(command !== "iex x");
  });

  test("plain words are judged, by any name of a command", () => {
    expect(allows("PowerShell(git add:*)", "PowerShell", { command: "git add src\\a; git add b" })).toBe(true);
    expect(forbids("PowerShell(rm:*)", "power_shell", { command: "Remove-Item x" })).toBe(true);
    expect(forbids("PowerShell(Get-Content:*)", "PowerShell", { command: "type x" })).toBe(true);
    expect(forbids("PowerShell(Remove-Item:*)", "PowerShell", { command: "git status -s" })).toBe(false);
    expect(allows("PowerShell(git:*)", "PowerShell", { command: "git -c alias.x=x x" })).toBe(false);
  });
});

describe("tools that skillc does not know", () => {
  test.each([
    ["mcp__fs__read(src/**)", { path: "src/a", location: "/etc/passwd" }],
    ["mcp__fs__read(src/**)", { path: "src/a", edits: [{ path: "/etc/passwd" }] }],
    ["mcp__fs__read(src/**)", { path: "src/a", x: { y: { z: ["src/../../etc"] } } }],
    ["mcp__fs__read(src/**)", { path: "src/a", location: "src/../etc" }],
    ["mcp__fs__read(src/**)", { "/etc/passwd": "src/a" }],
    ["mcp__fs__read(src/**)", { path: "src/a", mode: "text" }],
    ["mcp__fs__read(src/**)", '{"path":"src/a","location":"/etc/passwd"}'],
    ["mcp__fs__read(src/**)", ["src/a", "/etc/passwd"]],
    ["mcp__fs__read(src/**)", {}],
    ["mcp__fs__read(src/**)", { path: 5 }],
    ["mcp__sh__run(scripts/**)", { command: "scripts/$(zap)" }],
    ["mcp__sh__run(scripts/**)", { command: "scripts/x; zap" }],
    ["mcp__sh__run(git add:*)", { command: "git add x", next: "zap" }],
    ["mcp__sh__run(git add:*)", { command: "git", args: ["add"] }],
    ["mcp__sh__run(npm*)", { command: "npm; zap" }],
    ["mcp__net__get(domain:good.example)", { url: "https://good.example/", proxy: "https://evil.example/" }],
  ])("%s does not allow %j", (entry, input) => {
    expect(allows(entry, entry.replace(/\(.*/, ""), input)).toBe(false);
  });

  test.each([
    ["mcp__fs__read(.env)", { path: "a", location: ".env" }],
    ["mcp__fs__read(secrets/**)", { path: "a", x: [{ y: "./secrets/key" }] }],
    ["mcp__fs__read(secrets/**)", { "secrets/key": 1 }],
    ["mcp__fs__read(secrets/**)", { path: "see secrets/key" }],
    ["mcp__sh__run(git push:*)", { command: "git", args: ["push"] }],
    ["mcp__sh__run(git push:*)", { args: ["push", "-f"], cwd: "/x", bin: "git" }],
    ["mcp__sh__run(git push:*)", { argv: ["git", "-C", "x", "push"] }],
    ["mcp__sh__run(npm publish)", { command: "npm", args: ["publish"], cwd: "/x" }],
    ["mcp__sh__run(git push:*)", { exec: { program: "git" }, with: { arguments: [["push"]] } }],
    ["mcp__sh__run(rm:*)", { command: "sudo", args: ["rm", "x"] }],
    ["mcp__sh__run(rm:*)", { steps: [{ run: "ls && rm x" }] }],
    ["mcp__sh__run(rm:*)", { command: "bash", args: ["-c", "r''m x"] }],
    ["mcp__net__get(domain:evil.example)", { target: { host: "evil.example" } }],
    ["mcp__net__get(domain:evil.example)", { text: "get https://evil.example/x now" }],
    ["mcp__net__get(https://evil.example/*)", { x: ["https://evil.example/y"] }],
    ["mcp__fs__read(secrets/**)", {}],
  ])("%s forbids %j", (entry, input) => {
    expect(forbids(entry, entry.replace(/\(.*/, ""), input)).toBe(true);
  });

  test("too deep or too much to judge is not allowed, and forbidden", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50_000)}"src/a"${"}".repeat(50_000)}`) as unknown;
    expect(allows("mcp__fs__read(src/**)", "mcp__fs__read", deep)).toBe(false);
    expect(forbids("mcp__fs__read(secrets/**)", "mcp__fs__read", deep)).toBe(true);
    const many = { args: Array.from({ length: 2000 }, (_, at) => `word${at}`) };
    expect(forbids("mcp__sh__run(git push:*)", "mcp__sh__run", many)).toBe(true);
  });

  test("what all matches is allowed, and what nothing matches is not forbidden", () => {
    expect(allows("mcp__fs__move(src/**)", "mcp__fs__move", { from: "src/a", to: ["src/b"] })).toBe(true);
    expect(allows("mcp__sh__run(git add:*)", "mcp__sh__run", { line: "git add src/a" })).toBe(true);
    expect(forbids("mcp__fs__write(secrets/**)", "mcp__fs__write", { path: "src/a", text: "note: and/or\nx\n" })).toBe(
      false,
    );
    expect(forbids("mcp__sh__run(git push:*)", "mcp__sh__run", { command: "git", args: ["status"] })).toBe(false);
    expect(
      forbids("mcp__net__get(domain:evil.example)", "mcp__net__get", { url: "https://good.example/x", as: "json" }),
    ).toBe(false);
  });
});

test.each([
  ["c:/x/y", true],
  ["C:\\x\\y", true],
  ["C:\\X\\z\\..\\y", true],
  ["/x/y", true],
  ["c:/z/y", false],
])("Read(C:\\x\\**) forbids %j: %j", (file_path, expected) => {
  expect(forbids("Read(C:\\x\\**)", "Read", { file_path })).toBe(expected);
});

test("a backslash in a pattern is read as an escape and as a separator", () => {
  expect(forbids("Read(secrets\\**)", "Read", { file_path: "secrets/key" })).toBe(true);
  expect(forbids("Read(\\\\host\\share\\**)", "Read", { file_path: "\\\\host\\share\\x" })).toBe(true);
});
