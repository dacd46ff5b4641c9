/** A file with hard links is fixed in place: what a failure or a kill at any step leaves behind. */
import { linkSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { check } from "../../src/api/check.ts";
import { fix } from "../../src/api/fix.ts";
import { replaceText } from "../../src/host/replace-text.ts";
import { withFiles } from "../support/fix-skill.ts";

/**
 * `at`: the call that fails. `isDead`: all later calls fail as well, as if the process had been killed. `name`: every
 * call of this function fails.
 */
const fault = vi.hoisted(() => ({ at: 0, isDead: false, name: "", calls: 0, isOn: false }));

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const names = [
    "openSync",
    "writeFileSync",
    "writeSync",
    "ftruncateSync",
    "fsyncSync",
    "rmSync",
    "renameSync",
  ] as const;
  const wrap = (name: (typeof names)[number]): unknown => {
    const call = fs[name] as (...args: unknown[]) => unknown;
    return (...args: unknown[]): unknown => {
      if (!fault.isOn) return call(...args);
      fault.calls++;
      const isHit = fault.calls === fault.at || (fault.calls > fault.at && fault.isDead) || name === fault.name;
      if (!isHit) return call(...args);
      // Half of a text may have been written before.
      if ((fault.calls === fault.at || name === fault.name) && name === "writeSync" && Number(args[3]) > 1)
        call(...args.with(3, Math.floor(Number(args[3]) / 2)));
      throw Object.assign(new Error("EIO"), { code: "EIO" });
    };
  };
  return { ...fs, ...Object.fromEntries(names.map((name) => [name, wrap(name)])) };
});

afterEach(() => {
  Object.assign(fault, { isOn: false, name: "" });
});

const FILE = "skills/ebb/SKILL.md";
const long = `${"The water falls. ".repeat(2000)}\n`;
const short = "It falls.\n";

/** Replaces a text while the nth call fails; returns how it ended and what is on the disk then. */
async function replaceWith(at: number, isDead: boolean, [before, after]: readonly [string, string]) {
  return withFiles({ [FILE]: before }, async (cwd) => {
    linkSync(join(cwd, FILE), join(cwd, "second.md"));
    Object.assign(fault, { at, isDead, calls: 0, isOn: true });
    const result = replaceText(join(cwd, FILE), { before, after });
    fault.isOn = false;
    const names = readdirSync(join(cwd, "skills/ebb")).filter((name) => name !== "SKILL.md");
    const copies = names.map((name) => readFileSync(join(cwd, "skills/ebb", name), "utf8"));
    return { result, calls: fault.calls, text: readFileSync(join(cwd, FILE), "utf8"), copies };
  });
}

describe.each([
  ["longer", [short, long]],
  ["shorter", [long, short]],
  ["as long", [long, long.toUpperCase()]],
] as const)("a text that becomes %s", (_title, texts) => {
  const [before, after] = texts;

  test("is as it was after a failure at any step, or new", async () => {
    const { calls } = await replaceWith(0, false, texts);
    expect(calls).toBeGreaterThan(5);
    for (let at = 1; at <= calls; at++) {
      const { result, text, copies } = await replaceWith(at, false, texts);
      expect([at, text === (result === undefined ? after : before)]).toEqual([at, true]);
      // Only the removal of the copy itself can fail to remove it.
      expect(copies.filter((copy) => copy !== before)).toEqual([]);
      if (copies.length > 0) expect(result).toBeUndefined();
    }
  });

  test("is whole in the file or in a copy after a kill at any step", async () => {
    const { calls } = await replaceWith(0, false, texts);
    for (let at = 1; at <= calls; at++) {
      const { result, text, copies } = await replaceWith(at, true, texts);
      expect([at, text === before || text === after || copies.includes(before)]).toEqual([at, true]);
      expect([at, text.length >= Math.min(before.length, after.length)]).toEqual([at, true]);
      if (text !== before && text !== after)
        expect(result).toMatchObject({ copy: expect.stringContaining(".skillc-") });
    }
  });
});

test("a damaged file is reported with the copy, which does not ship", async () => {
  const broken = "---\nname: ebb\ndescription: Use when: asked\n---\nRead.\n";
  await withFiles({ [FILE]: broken }, async (cwd) => {
    linkSync(join(cwd, FILE), join(cwd, "second.md"));
    Object.assign(fault, { at: 0, isDead: false, name: "writeSync", isOn: true });
    const { result, fixed } = await fix({ cwd });
    fault.isOn = false;
    expect([result.exitCode, fixed]).toEqual([2, []]);
    const damaged = result.diagnostics.find(({ rule }) => rule === "fix-damaged");
    expect(damaged?.help?.join("\n")).toMatch(/^copy "skills\/ebb\/SKILL\.md\.skillc-[0-9a-f]{16}"/);
    const copy = readdirSync(join(cwd, "skills/ebb")).find((name) => name !== "SKILL.md") ?? "";
    expect(readFileSync(join(cwd, "skills/ebb", copy), "utf8")).toBe(broken);
    const { diagnostics } = await check({ cwd });
    expect(diagnostics.filter(({ rule }) => rule === "junk-file").map(({ message }) => message)).toEqual([
      `"${copy}" is a by-product of a tool and is not shipped`,
    ]);
  });
});
