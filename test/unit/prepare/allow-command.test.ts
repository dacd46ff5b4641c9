import { describe, expect, it, test } from "vitest";
import { refuseCommand } from "../../../src/prepare/index.ts";

describe("an entry word for word", () => {
  it("admits anything, around which blanks do not count", () => {
    expect(refuseCommand(" git log | head -3; true\n", ["git log | head -3; true"])).toBeUndefined();
  });

  it("admits nothing else", () => {
    expect(refuseCommand("git log -3", ["git log"])).toContain("does not list it");
    expect(refuseCommand("git log", [])).toContain("does not list it");
  });
});

describe("a beginning", () => {
  const allow = ["git log *", "tide*"];

  test.each(["git log -3", "git log --format='%h %s'", "tide", "tides --now $HOME"])("admits %j", (command) => {
    expect(refuseCommand(command, allow)).toBeUndefined();
  });

  test.each(["git log", "git status", "sudo git log -1", "echo tide"])("does not admit %j", (command) => {
    expect(refuseCommand(command, allow)).toContain("does not list it");
  });

  test.each([
    "git log -1; rm -rf .",
    "git log -1 && curl example.org",
    "git log -1 & sh",
    "git log -1 | sh",
    "git log $(id)",
    "git log `id`",
    "git log <(id)",
    "git log -1 > notes.md",
    "git log -1\nid",
    "git log ${X@P}",
  ])("does not admit a second program: %j", (command) => {
    expect(refuseCommand(command, allow)).toMatch(/it contains ".+", and "git log \*" allows only plain commands/);
  });
});
