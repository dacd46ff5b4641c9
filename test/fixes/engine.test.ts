/** How fixes are applied and written: one write per file, nothing else touched, a diff that git takes. */
import { execFileSync } from "node:child_process";
import { lstatSync, readFileSync, statSync, symlinkSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fix } from "../../src/api/fix.ts";
import { applyFixes } from "../../src/fixes/index.ts";
import type { Diagnostic, Fix } from "../../src/model/diagnostic.ts";
import { createSourceText, locate } from "../../src/model/source.ts";
import { withFiles } from "../support/fix-skill.ts";
import { runCli } from "../support/run-cli.ts";

const broken =
  "---\n# who wrote it\nname:   tide-tables   # fixed\ndescription: Use when: asked\n\nlicense: 'MIT'\n---\n\n\n# Steps  \n\nRead.\t\n\n";
const mended = broken.replace("Use when: asked", '"Use when: asked"');

describe("files", () => {
  test("what an edit does not name stays as it is, byte for byte", async () => {
    await withFiles({ "skills/tide-tables/SKILL.md": broken }, async (cwd) => {
      await fix({ cwd });
      expect(readFileSync(join(cwd, "skills/tide-tables/SKILL.md"), "utf8")).toBe(mended);
    });
  });

  test("a file that is not UTF-8 is left alone", async () => {
    const bytes = Buffer.concat([Buffer.from(broken), Buffer.from([0xe9, 0x0a])]);
    await withFiles({ "skills/tide-tables/SKILL.md": bytes }, async (cwd) => {
      const { fixed } = await fix({ cwd, unsafe: true });
      expect(fixed).toEqual([]);
      expect(readFileSync(join(cwd, "skills/tide-tables/SKILL.md")).equals(bytes)).toBe(true);
    });
  });

  test("the mode of a file is kept, and a link stays a link", async () => {
    await withFiles({ "skills/tide-tables/notes/text.md": broken }, async (cwd) => {
      const target = join(cwd, "skills/tide-tables/notes/text.md");
      chmodSync(target, 0o640);
      symlinkSync("notes/text.md", join(cwd, "skills/tide-tables/SKILL.md"));
      const { fixed } = await fix({ cwd, overrides: { symlinks: "inside" } });
      expect(fixed).toHaveLength(1);
      expect(lstatSync(join(cwd, "skills/tide-tables/SKILL.md")).isSymbolicLink()).toBe(true);
      expect(readFileSync(target, "utf8")).toBe(mended);
      expect(statSync(target).mode & 0o777).toBe(0o640);
    });
  });

  test("what is silenced is not fixed", async () => {
    const text =
      "---\nname: tide-tables\ndescription: Reads tides.\nmetadata:\n  version: 1.0 # skillc-disable-line SKC226: read by a tool that wants a number\n---\nRead.\n";
    await withFiles({ "skills/tide-tables/SKILL.md": text }, async (cwd) => {
      expect((await fix({ cwd })).fixed).toEqual([]);
      const quiet = await fix({ cwd, overrides: { rules: { SKC901: "off", SKC226: "off" } } });
      expect(quiet.fixed).toEqual([]);
    });
  });

  test("a fix that would repeat a secret is not offered", async () => {
    const token = ["ghp", "R7x2mQ9vLk4TzN8bWc3YpA6sDfGhJ1eUo5iB"].join("_");
    await withFiles({ "skills/tide-tables/SKILL.md": broken.replace("asked", `asked ${token}`) }, async (cwd) => {
      for (const format of ["agent", "json", "sarif", "pretty"]) {
        const { stdout } = await runCli(["check", "--format", format], cwd);
        expect(stdout).toContain("yaml-invalid");
        expect(stdout).not.toContain(token);
      }
      expect((await fix({ cwd })).fixed).toEqual([]);
    });
  });

  test("with a config elsewhere, files are found from where the command runs", async () => {
    await withFiles({ "app/skillc.config.json": "{}", "app/skills/tide-tables/SKILL.md": broken }, async (cwd) => {
      const { fixed } = await fix({ cwd, config: "app/skillc.config.json" });
      expect(fixed.map(({ file }) => file)).toEqual(["app/skills/tide-tables/SKILL.md"]);
      expect(readFileSync(join(cwd, "app/skills/tide-tables/SKILL.md"), "utf8")).toBe(mended);
    });
  });
});

describe("the command line", () => {
  test("tells what it fixed, and what is left", async () => {
    await withFiles({ "skills/tide-tables/SKILL.md": broken.replace("'MIT'", "''") }, async (cwd) => {
      const { exitCode, stdout, stderr } = await runCli(["check", "--fix"], cwd);
      expect(stderr).toBe("fixed skills/tide-tables/SKILL.md: quote the value\n1 fix applied in 1 file\n");
      expect(stdout).toContain("warning[SKC260] license-empty");
      expect(stdout).not.toContain("SKC101");
      expect(exitCode).toBe(0);
    });
  });

  test.each([["--unsafe"], ["--dry-run"]])("%s without --fix is wrong usage", async (flag) => {
    await withFiles({ "skills/tide-tables/SKILL.md": broken }, async (cwd) => {
      const { exitCode, stderr } = await runCli(["check", flag], cwd);
      expect(exitCode).toBe(2);
      expect(stderr).toContain("--fix");
    });
  });

  test("a dry run writes nothing, neither a skill nor a baseline", async () => {
    await withFiles(
      { "skills/tide-tables/SKILL.md": broken, "known.json": '{ "formatVersion": 1, "findings": [] }\n' },
      async (cwd) => {
        const { exitCode, stdout } = await runCli(
          ["check", "--fix", "--dry-run", "--baseline", "known.json", "--update-baseline"],
          cwd,
        );
        expect(exitCode).toBe(0);
        expect(stdout).toContain('+description: "Use when: asked"');
        expect(readFileSync(join(cwd, "skills/tide-tables/SKILL.md"), "utf8")).toBe(broken);
        expect(readFileSync(join(cwd, "known.json"), "utf8")).toBe('{ "formatVersion": 1, "findings": [] }\n');
      },
    );
  });
});

describe("the diff", () => {
  const files: Readonly<Record<string, string>> = {
    "skills/tide-tables/SKILL.md": broken,
    "skills/crlf/SKILL.md": "---\r\nname: crlf\r\ndescription: Use when: asked\r\nlicence: MIT\r\n---\r\nRead.\r\n",
    "skills/mark/SKILL.md": "\uFEFF---\nname: mark\ndescription: Use when: asked\n---\nRead.",
    "skills/with blanks/SKILL.md": "---\nname: With_Blanks\ndescription: Use when: asked\n---\nRead.\n",
    "skills/ø-havn/SKILL.md": "---\nname: ø-havn\ndescription: Brug når: båden skal ud\n---\nLæs.\n",
    'skills/quo"ted/SKILL.md': "# Tides\n\nRead them.",
  };

  test.each([
    ["safe fixes", [], ""],
    ["unsafe fixes", ["--unsafe"], ""],
    ["fixes asked for in a directory of the repository", ["--unsafe"], "app/"],
  ])("git applies it: %s", async (_title, flags, below) => {
    const placed = Object.fromEntries(Object.entries(files).map(([path, text]) => [`${below}${path}`, text]));
    await withFiles(placed, async (root) => {
      const cwd = join(root, below);
      const git = (...args: string[]): void => void execFileSync("git", args, { cwd, stdio: "pipe" });
      execFileSync("git", ["init", "--quiet"], { cwd: root });
      git("config", "core.autocrlf", "false");
      git("add", ".");
      const { stdout } = await runCli(["check", "--fix", "--dry-run", ...flags], cwd);
      const applied = await withFiles(placed, async (other) => {
        execFileSync("git", ["init", "--quiet"], { cwd: other });
        execFileSync("git", ["-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "-"], {
          cwd: join(other, below),
          input: stdout,
        });
        return Object.keys(placed).map((path) => readFileSync(join(other, path), "utf8"));
      });
      await runCli(["check", "--fix", ...flags], cwd);
      expect(Object.keys(placed).map((path) => readFileSync(join(root, path), "utf8"))).toEqual(applied);
      expect(applied).not.toEqual(Object.values(placed));
    });
  });
});

describe("edits", () => {
  const text = "ebb and flow";
  const source = createSourceText("tides.md", text);
  const plan = (...edits: readonly (readonly [start: number, end: number, text: string])[]): Fix => ({
    title: edits.map(([, , replacement]) => replacement).join("+"),
    applicability: "safe",
    edits: edits.map(([start, end, replacement]) => ({
      file: "tides.md",
      span: locate(source, { start, end }),
      text: replacement,
    })),
  });
  const finding = (fixes: readonly Fix[]): Diagnostic => ({
    code: "SKC000",
    rule: "tides",
    severity: "info",
    category: "quality",
    message: "",
    file: "tides.md",
    fixes,
    args: {},
    origin: { source: "tests", level: "PRACTICE" },
  });
  const apply = (fixes: readonly Fix[], accept = (): boolean => true) =>
    applyFixes(
      fixes.map((one) => finding([one])),
      { unsafe: false, read: () => text, accept },
    );

  test("are applied together, in any order", () => {
    expect(apply([plan([8, 12, "FLOW"]), plan([0, 3, "EBB"])]).map(({ after }) => after)).toEqual(["EBB and FLOW"]);
  });

  test("that overlap wait for the next round", () => {
    expect(apply([plan([0, 7, "low"]), plan([4, 12, "high"])]).map(({ after, titles }) => [after, titles])).toEqual([
      ["low flow", ["low"]],
    ]);
    expect(apply([plan([4, 4, "a "]), plan([4, 4, "b "])]).map(({ after }) => after)).toEqual(["ebb a and flow"]);
  });

  test("of one fix are applied all or not at all", () => {
    expect(apply([plan([0, 3, "EBB"]), plan([0, 3, "neap"], [8, 12, "tide"])]).map(({ after }) => after)).toEqual([
      "EBB and flow",
    ]);
  });

  test("that make a file worse together are tried one by one", () => {
    let calls = 0;
    const accept = (): boolean => ++calls > 2;
    expect(apply([plan([0, 3, "EBB"]), plan([8, 12, "FLOW"])], accept).map(({ titles }) => titles)).toEqual([["FLOW"]]);
    expect(apply([plan([0, 3, "EBB"])], () => false)).toEqual([]);
  });

  test("of several files in one fix are left alone", () => {
    const two = plan([0, 3, "EBB"], [8, 12, "FLOW"]);
    const apart = {
      ...two,
      edits: two.edits.map((edit, index) => ({ ...edit, file: index === 0 ? "tides.md" : "ports.md" })),
    };
    expect(apply([apart])).toEqual([]);
  });
});
