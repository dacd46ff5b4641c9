import fc from "../../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { runtimeProfile } from "../../../src/runtime/profile/runtime-profile.ts";

import { createToolGate } from "../../../src/runtime/tools/tool-gate.ts";
import { allowsCall, isAboutTool, parseToolPattern } from "../../../src/runtime/guard/tool-pattern.ts";
import { matchesWildcard } from "../../../src/runtime/guard/wildcard.ts";
import { skillToolNames } from "../../../src/runtime/tools/index.ts";

const restrict = { allowedTools: "restrict" } as const;
const allows = (entries: readonly string[], tool: string, input: unknown): boolean =>
  createToolGate([{ allowedTools: entries }], restrict).check(tool, input).allowed;
const bash = (entry: string, command: string): boolean => allows([entry], "Bash", { command });

describe("patterns", () => {
  test.each([
    ["Read", { tool: "Read" }],
    [" Bash(git add:*) ", { tool: "Bash", argument: "git add:*" }],
    ["Bash(*)", { tool: "Bash" }],
    ["Bash()", { tool: "Bash" }],
    ["WebFetch(domain:x.org)", { tool: "WebFetch", argument: "domain:x.org" }],
    ["Bash(echo (hi))", { tool: "Bash", argument: "echo (hi)" }],
    ["Bash(git", { tool: "Bash(git" }],
  ])("%s", (entry, pattern) => {
    expect(parseToolPattern(entry)).toEqual(pattern);
  });

  test.each([
    ["mcp__*", "mcp__mail__send", true],
    ["mcp__mail__*", "mcp__mail__send", true],
    ["mcp__mail", "mcp__mail__send", true],
    ["mcp__mail", "mcp__mailbox__send", false],
    ["mcp__mail__send", "mcp__mail__send_all", false],
    ["Read", "read", false],
    ["*", "Read", true],
  ])("%s is about %s: %j", (entry, tool, expected) => {
    expect(isAboutTool(parseToolPattern(entry), tool)).toBe(expected);
  });

  test("wildcards agree with a regular expression", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "*", "."), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (pattern, candidate) => {
        const regex = new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", "[^]*")}$`);
        expect(matchesWildcard(pattern, candidate)).toBe(regex.test(candidate));
      }),
    );
  });
});

describe("shell commands", () => {
  test.each([
    ["Bash(git add:*)", "git add .", true],
    ["Bash(git add:*)", "git add", true],
    ["Bash(git add *)", "git add -p", true],
    ["Bash(git add:*)", "git address", false],
    ["Bash(git add:*)", "git push", false],
    ["Bash(npm test)", "npm test", true],
    ["Bash(npm test)", "npm test -- --watch", false],
    ["Bash(git * --dry-run)", "git push --dry-run", true],
    ["Bash(git add:*)", "git add . && git add docs", true],
    ["Bash(git add:*)", 'git add "a && b; c"', true],
    ["Bash(git add:*)", "git add . && rm -rf /", false],
    ["Bash(git add:*)", "git add .; rm -rf /", false],
    ["Bash(git add:*)", "git add . | sh", false],
    ["Bash(git add:*)", "git add . & curl evil.example", false],
    ["Bash(git add:*)", "git add .\nrm -rf /", false],
    ["Bash(git add:*)", "git add $(rm -rf /)", false],
    ["Bash(git add:*)", "git add `rm -rf /`", false],
    ["Bash(git add:*)", 'git add "$(rm -rf /)"', false],
    ["Bash(git add:*)", "git add <(rm -rf /)", false],
    ["Bash(git add:*)", "git add . > ~/.bashrc", false],
    ["Bash(git add:*)", "git add 'unfinished", false],
    ["Bash(git add:*)", "git add '$(harmless)'", true],
    ["Bash(git add:*)", "git add . # '\nrm -rf /\n#'", false],
    ["Bash(git add:*)", "git add . ;# '\nrm -rf /\n#'", false],
    ["Bash(git add:*)", "git add notes#1 'a # b (c)'", true],
    ["Bash(git add:*)", "git add =(reboot)", false],
    ["Bash(git add:*)", "git add ${PLAN@P}", false],
    ["Bash(git add:*)", "git add '$PLAN' '${PLAN@P}'", true],
    ["Bash(git add:*)", "git add $PLAN", false],
    ["Bash(git add:*)", "git add *(e:reboot:)", false],
    ["Bash(npm test && npm run lint)", "npm test && npm run lint", true],
    ["Bash(npm test && npm run lint)", "npm test && npm run deploy", false],
    ["Bash(git add:*)", "PATH=/tmp git add .", false],
    ["Bash(git add:*)", "", false],
    ["Bash", "git add $(anything)", true],
    ["Bash(*)", "rm -rf / > x", true],
  ])("%s for %j: %j", (entry, command, expected) => {
    expect(bash(entry, command)).toBe(expected);
  });

  test("each command of a line may be allowed by an entry of its own", () => {
    const entries = ["Bash(git add:*)", "Bash(git commit:*)"];
    expect(allows(entries, "Bash", { command: "git add . && git commit -m 'tidy; up'" })).toBe(true);
    expect(allows(entries, "Bash", { command: "git add . && git push" })).toBe(false);
  });

  test("no text after an operator slips through a prefix", () => {
    const operator = fc.constantFrom(";", "&&", "||", "|", "&", "\n", "|&", ";;");
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), operator, fc.constantFrom("", " ", "\t"), (words, sign, blank) => {
        expect(bash("Bash(git add:*)", `git add ${words.replaceAll(/["'\\]/g, "")}${blank}${sign}${blank}reboot`)).toBe(
          false,
        );
      }),
    );
  });

  test.each([
    ["git add .", true],
    [{ cmd: "git add ." }, true],
    ['{ "command": "git add ." }', true],
    ["git add . && reboot", false],
    [{ cmd: "git add .; reboot" }, false],
    ['{ "command": "git add . | sh" }', false],
    [{ cmd: "git add .", cwd: "/" }, false],
    ["null", false],
  ])("a line is one in whatever form it comes: %j", (input, expected) => {
    expect(allows(["Bash(git add:*)"], "Bash", input)).toBe(expected);
  });
});

describe("other arguments", () => {
  test.each([
    ["WebFetch(domain:docs.example)", "WebFetch", { url: "https://docs.example/a?b" }, true],
    ["WebFetch(domain:docs.example)", "WebFetch", { url: "https://DOCS.example:8443/" }, true],
    ["WebFetch(domain:docs.example)", "WebFetch", { url: "https://evil.example/docs.example" }, false],
    ["WebFetch(domain:docs.example)", "WebFetch", { url: "https://docs.example@evil.example/" }, false],
    ["WebFetch(domain:docs.example)", "WebFetch", { url: "https://docs.example.evil.example/" }, false],
    ["WebFetch(domain:*.example)", "WebFetch", { url: "https://docs.example/" }, true],
    ["WebFetch(domain:docs.example)", "WebFetch", { url: "docs.example" }, false],
    ["WebFetch(domain:docs.example)", "WebFetch", {}, false],
    ["Read(src/**)", "Read", { file_path: "src/a/b.ts" }, true],
    ["Read(./src/**)", "Read", { file_path: "./src/a.ts" }, true],
    ["Read(src/**)", "Read", { file_path: "src/../.env" }, false],
    ["Read(src/**)", "Read", { file_path: "docs/a.md" }, false],
    ["Skill(pdf)", "Skill", { skill: "pdf" }, true],
    ["Skill(pdf)", "Skill", { skill: "pdfs" }, false],
    ["Weather(Oslo)", "Weather", { city: "Oslo" }, true],
    ["Weather(Oslo)", "Weather", "Oslo", true],
    ["Weather(Oslo)", "Weather", { city: "Oslo", unit: "C" }, false],
    ["Weather(Oslo)", "Weather", null, false],
  ])("%s for %s %j: %j", (entry, tool, input, expected) => {
    expect(allows([entry], tool, input)).toBe(expected);
    expect(allowsCall([parseToolPattern(entry)], tool, input)).toBe(expected);
  });
});

describe("the gate", () => {
  test("says why, and what is allowed", () => {
    const gate = createToolGate([{ allowedTools: ["Read", "Bash(git add:*)"] }], restrict);
    expect(gate.check("Write", {})).toEqual({
      allowed: false,
      reason: "Tool 'Write' is not allowed by the active skill. Allowed tools: Read, Bash(git add:*)",
    });
    expect(gate.check("Bash", { command: "git push" })).toMatchObject({
      reason: expect.stringContaining(
        `This call of tool 'Bash' with "{\\"command\\":\\"git push\\"}" is not allowed`,
      ) as string,
    });
    expect(["Read", "Bash", "Write"].filter((tool) => gate.offers(tool))).toEqual(["Read", "Bash"]);
  });

  test("adds up the skills in force; without any list all is allowed", () => {
    const gate = createToolGate(
      [{ allowedTools: ["Read"] }, { allowedTools: ["Write"] }, { allowedTools: [] }],
      restrict,
    );
    expect(["Read", "Write", "Edit"].map((tool) => gate.check(tool, {}).allowed)).toEqual([true, true, false]);
    expect(createToolGate([{ allowedTools: [] }]).check("Edit", {})).toEqual({ allowed: true, approved: false });
    expect(createToolGate([]).offers("Edit")).toBe(true);
  });

  test("disallowed tools win; what cannot be judged is blocked", () => {
    const gate = createToolGate([{ allowedTools: [], disallowedTools: ["Write", "Bash(rm:*)"] }]);
    expect(gate.check("Write", {})).toMatchObject({ allowed: false });
    expect(gate.offers("Write")).toBe(false);
    expect(gate.offers("Bash")).toBe(true);
    expect(gate.check("Bash", { command: "ls" })).toEqual({ allowed: true, approved: false });
    for (const command of ["rm x", "ls && rm x", "echo $(rm x)", 'sh -c "rm x"', "ls;rm x"])
      expect(gate.check("Bash", { command })).toMatchObject({ allowed: false });
    expect(gate.check("Bash", {})).toMatchObject({ allowed: false });
  });

  test("never blocks who loads a skill", () => {
    const gate = createToolGate([{ allowedTools: ["Read"], disallowedTools: ["*"] }], { exempt: ["ask_user"] });
    for (const tool of [...skillToolNames, "ask_user"])
      expect(gate.check(tool, {})).toEqual({ allowed: true, approved: false });
    expect(gate.check("Read", {})).toMatchObject({ allowed: false });
  });

  test.each<[string, unknown, "approved" | "allowed" | "refused"]>([
    ["Read", { file_path: "/etc/passwd" }, "approved"],
    ["Bash", { command: "git add ." }, "approved"],
    ["Bash", { command: "git add . && reboot" }, "allowed"],
    ["Bash", { command: "git add $(reboot)" }, "allowed"],
    ["Bash", {}, "allowed"],
    ["Write", {}, "refused"],
    ["Write", undefined, "refused"],
    ["Edit", {}, "allowed"],
    ["Grep", { pattern: "x", glob: "*.ts" }, "allowed"],
    ["load_skill", { name: "x" }, "allowed"],
    ["Anything", null, "allowed"],
  ])("approves what is listed, refuses only what is disallowed: %s %j is %s", (tool, input, expected) => {
    const skills = [
      { allowedTools: ["Read", "Bash(git add:*)", "Write"] },
      { allowedTools: [], disallowedTools: ["Write"] },
    ];
    for (const options of [{}, { allowedTools: "approve" as const }]) {
      const gate = createToolGate(skills, options);
      const verdict = gate.check(tool, input);
      expect(verdict.allowed ? (verdict.approved ? "approved" : "allowed") : "refused").toBe(expected);
      expect(gate.offers(tool)).toBe(expected !== "refused");
    }
    // Restricting refuses all that is not approved, and nothing else.
    const restricting = createToolGate(skills, restrict).check(tool, input);
    expect(restricting.allowed).toBe(expected === "approved" || tool === "load_skill");
  });

  test("a skill that is not active disallows, approves nothing, and never makes the list of another one longer", () => {
    const lost = { allowedTools: ["Read"], disallowedTools: ["Write"], lost: true };
    expect(createToolGate([lost]).check("Read", {})).toEqual({ allowed: true, approved: false });
    expect(createToolGate([lost]).check("Write", {})).toMatchObject({ allowed: false });
    const gate = createToolGate([lost], restrict);
    expect(["Read", "Edit", "Write"].map((tool) => gate.check(tool, {}).allowed)).toEqual([true, false, false]);
    expect(gate.check("Read", {})).toEqual({ allowed: true, approved: false });
    const both = createToolGate([lost, { allowedTools: ["Edit"] }], restrict);
    expect(["Read", "Edit", "Write"].map((tool) => both.check(tool, {}).allowed)).toEqual([false, true, false]);
  });

  test.each(["cognesy", "standard", "promptkit", "skillkit", "carnet", "fizeau"] as const)(
    "restricts by itself only for instructor-php: %s",
    (name) => {
      for (const compat of [undefined, "exact"] as const) {
        const profile = runtimeProfile(name, compat);
        const check = (mode?: "approve" | "restrict"): boolean =>
          createToolGate([{ allowedTools: ["Read"] }], { profile, allowedTools: mode }).check("Write", {}).allowed;
        expect([check(), check("approve"), check("restrict")]).toEqual([name !== "cognesy", true, false]);
      }
    },
  );

  test("compares names as instructor-php does, when asked for", () => {
    const gate = createToolGate([{ allowedTools: ["Bash(git:*)"] }], { profile: runtimeProfile("cognesy", "exact") });
    expect(gate.check("Bash", { command: "git status" })).toMatchObject({ allowed: false });
    expect(gate.check("load_skill", {})).toEqual({ allowed: true, approved: false });
    expect(gate.check("read_skill_resource", {})).toMatchObject({ allowed: false });
  });
});
