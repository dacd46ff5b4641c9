import { expect, test } from "vitest";
import { findProgram } from "../../../src/host/find-program.ts";

const on = (platform: NodeJS.Platform, ...files: readonly string[]) => ({
  platform,
  exists: (path: string): boolean => files.includes(path),
});
const GIT = "C:\\Program Files\\Git\\cmd\\git.exe";
const PATH = "C:\\Windows;C:\\Program Files\\Git\\cmd;D:\\tools";

test("on Windows, a program is where PATH says, and never in the directory of a project", () => {
  const files = [GIT, "D:\\tools\\git.exe", "git.exe", ".\\git.exe", "C:\\project\\git.exe", "bin\\git.exe"];
  for (const environment of [{ Path: PATH }, { PATH }, { path: `.;bin;;${PATH}` }])
    expect(findProgram("git", environment, on("win32", ...files))).toBe(GIT);
  expect(findProgram("git.exe", { PATH }, on("win32", ...files))).toBe(GIT);
  expect(findProgram("sh", { PATH }, on("win32", "C:\\Windows\\sh.com", "C:\\Windows\\sh.exe"))).toBe(
    "C:\\Windows\\sh.com",
  );
});

test("a program that is nowhere in PATH is not looked for elsewhere", () => {
  const only = on("win32", "git.exe", "C:\\project\\git.exe", "C:\\project\\bin\\git.exe");
  for (const environment of [{ PATH }, { PATH: ".;bin" }, { PATH: "" }, {}, { HOME: "C:\\project" }]) {
    const found = findProgram("git", environment, only);
    expect(found).toMatch(/^C:\\Windows/);
    expect(only.exists(found)).toBe(false);
  }
});

test("a path stays, and so does any name elsewhere", () => {
  expect(findProgram("C:\\tools\\git.exe", { PATH }, on("win32", GIT))).toBe("C:\\tools\\git.exe");
  expect(findProgram("bin/git", { PATH }, on("win32", GIT))).toBe("bin/git");
  for (const platform of ["linux", "darwin"] as const)
    expect(findProgram("git", { PATH: "/usr/bin" }, on(platform, "/usr/bin/git"))).toBe("git");
});
