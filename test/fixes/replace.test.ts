/** What `--fix` does to a file on disk: all of it or nothing, and never over what somebody else has written. */
import {
  chmodSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fix } from "../../src/api/fix.ts";
import { withFiles } from "../support/fix-skill.ts";
import { rightsProblem, withLesserRights } from "../support/lesser-rights.ts";
import { runCli } from "../support/run-cli.ts";

const meanwhile = vi.hoisted(() => ({ act: (): void => {} }));

vi.mock("../../src/fixes/index.ts", async (original) => {
  const module = await original<typeof import("../../src/fixes/index.ts")>();
  const applyFixes: typeof module.applyFixes = (...given) => {
    const fixed = module.applyFixes(...given);
    meanwhile.act();
    return fixed;
  };
  return { ...module, applyFixes };
});

const FILE = "skills/tide-tables/SKILL.md";
const OTHER = "skills/ebb/SKILL.md";
const broken = (name: string): string => `---\nname: ${name}\ndescription: Use when: asked\n---\nRead.\n`;
const whole = (name: string): string => broken(name).replace("Use when: asked", '"Use when: asked"');
const files = { [FILE]: broken("tide-tables"), [OTHER]: broken("ebb") };
const listed = (cwd: string): string[] => readdirSync(join(cwd, "skills/tide-tables")).sort();

afterEach(() => {
  meanwhile.act = () => {};
});

describe("a file that changes meanwhile", () => {
  const edits: readonly (readonly [title: string, edit: (path: string) => void, after: string])[] = [
    ["saved in place", (path) => writeFileSync(path, "mine\n"), "mine\n"],
    ["saved as a new file", (path) => (rmSync(path), writeFileSync(path, "mine\n")), "mine\n"],
    ["with one more byte", (path) => writeFileSync(path, `${broken("tide-tables")} `), `${broken("tide-tables")} `],
    ["emptied", (path) => writeFileSync(path, ""), ""],
  ];

  test.each(edits)("%s is left alone and reported; others are fixed", async (_title, edit, after) => {
    await withFiles(files, async (cwd) => {
      meanwhile.act = () => edit(join(cwd, FILE));
      const { fixed, diff, result } = await fix({ cwd });
      expect(fixed.map(({ file }) => file)).toEqual([OTHER]);
      expect(diff).not.toContain(FILE);
      expect(result.exitCode).toBe(2);
      expect(
        result.diagnostics.filter(({ category }) => category === "system").map(({ rule, file }) => [rule, file]),
      ).toEqual([["fix-file-changed", FILE]]);
      expect(readFileSync(join(cwd, FILE), "utf8")).toBe(after);
      expect(readFileSync(join(cwd, OTHER), "utf8")).toBe(whole("ebb"));
      expect(listed(cwd)).toEqual(["SKILL.md"]);
    });
  });

  test("is left alone also with hard links", async () => {
    await withFiles(files, async (cwd) => {
      linkSync(join(cwd, FILE), join(cwd, "second.md"));
      meanwhile.act = () => writeFileSync(join(cwd, "second.md"), "mine\n");
      expect((await fix({ cwd })).fixed.map(({ file }) => file)).toEqual([OTHER]);
      expect(readFileSync(join(cwd, FILE), "utf8")).toBe("mine\n");
    });
  });

  test("and is gone is not created again", async () => {
    await withFiles(files, async (cwd) => {
      meanwhile.act = () => rmSync(join(cwd, FILE), { force: true });
      const { fixed, result } = await fix({ cwd });
      expect(fixed.map(({ file }) => file)).toEqual([OTHER]);
      expect(result.diagnostics.map(({ rule }) => rule)).toContain("fix-unwritable");
      expect(listed(cwd)).toEqual([]);
    });
  });
});

describe("a write that fails", () => {
  test.skipIf(rightsProblem !== undefined).each([
    ["a file", FILE, 0o444],
    ["a directory", "skills/tide-tables", 0o555],
  ])("because %s is read-only is no fix", async (_title, path, mode) => {
    await withFiles(files, async (cwd) => {
      for (const each of [".", "skills", "skills/ebb", "skills/tide-tables"]) chmodSync(join(cwd, each), 0o777);
      for (const each of [FILE, OTHER]) chmodSync(join(cwd, each), 0o666);
      chmodSync(join(cwd, path), mode);
      const { exitCode, stdout, stderr } = await withLesserRights(() => runCli(["check", "--fix"], cwd));
      chmodSync(join(cwd, path), 0o777);
      expect(exitCode).toBe(2);
      expect(stderr).toBe(`fixed ${OTHER}: quote the value\n1 fix applied in 1 file\n`);
      expect(stdout).toContain(`"${FILE}" cannot be fixed: writing it fails (EACCES)`);
      expect(readFileSync(join(cwd, FILE), "utf8")).toBe(files[FILE]);
      expect(listed(cwd)).toEqual(["SKILL.md"]);
    });
  });
});

describe("a fixed file", () => {
  test("keeps its hard links", async () => {
    await withFiles({ [FILE]: broken("tide-tables") }, async (cwd) => {
      linkSync(join(cwd, FILE), join(cwd, "second.md"));
      const { ino } = statSync(join(cwd, FILE));
      expect((await fix({ cwd })).fixed).toHaveLength(1);
      expect(statSync(join(cwd, FILE))).toMatchObject({ ino, nlink: 2 });
      expect(readFileSync(join(cwd, "second.md"), "utf8")).toBe(whole("tide-tables"));
    });
  });

  test("that gets shorter keeps no rest with hard links", async () => {
    const long = "---\nname: tide-tables\ndescription: Reads tides. Use for tides.\nlicence: MIT\n---\nRead.\n\n";
    await withFiles({ [FILE]: long }, async (cwd) => {
      linkSync(join(cwd, FILE), join(cwd, "second.md"));
      await fix({ cwd, unsafe: true });
      const linked = readFileSync(join(cwd, FILE), "utf8");
      writeFileSync(join(cwd, "third.md"), long);
      rmSync(join(cwd, FILE));
      writeFileSync(join(cwd, FILE), long);
      await fix({ cwd, unsafe: true });
      expect(linked).toBe(readFileSync(join(cwd, FILE), "utf8"));
    });
  });

  test.each([0o640, 0o755, 0o600, 0o666, 0o4755])("keeps mode %o, whatever the umask", async (mode) => {
    await withFiles({ [FILE]: broken("tide-tables") }, async (cwd) => {
      chmodSync(join(cwd, FILE), mode);
      expect((await fix({ cwd })).fixed).toHaveLength(1);
      expect(statSync(join(cwd, FILE)).mode & 0o7777).toBe(mode);
    });
  });

  test("with two names in one run is fixed once and reported as no failure", async () => {
    await withFiles({ "skills/tide-tables/SKILL.md": broken("tide-tables") }, async (cwd) => {
      symlinkSync("SKILL.md", join(cwd, "skills/tide-tables/second.md"));
      const { result } = await fix({ cwd, overrides: { symlinks: "inside" } });
      expect(result.diagnostics.filter(({ category }) => category === "system")).toEqual([]);
      expect(lstatSync(join(cwd, "skills/tide-tables/second.md")).isSymbolicLink()).toBe(true);
    });
  });
});
