/** Memory does not grow with the tree. Skipped where the generator of skills is not beside the checkout. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findShared } from "../support/shared.ts";

const BIN = join(import.meta.dirname, "../../dist/bin/skillc.js");
/** Megabytes for everything that V8 keeps. Holding the texts of the tree, or one catalog of all of them, takes more. */
const HEAP = 96;

const generator = findShared("bench/fabricate.mjs", "the generator of skills");

describe.skipIf(generator === undefined)("2,000 skills", () => {
  let home: string;

  beforeAll(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-memory-")));
    execFileSync(process.execPath, [generator as string, "--n", "2000", "--out", join(home, "tree"), "--quiet"]);
  });

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test(`are built by every emitter with a heap of ${HEAP} MB`, () => {
    const args = [`--max-old-space-size=${HEAP}`, BIN, "build", "skills", "--emit", "module,json,json-full", "--quiet"];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: join(home, "tree"), encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(statSync(join(home, "tree/generated/skills/catalog.full.json")).size).toBeGreaterThan(25_000_000);
  });
});
