import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeOwnText } from "../../../src/host/generated-text.ts";

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), "own-text-"))));
afterEach(() => rmSync(dir, { recursive: true }));

test("writes a new file and rewrites one of ours, and leaves nothing beside it", () => {
  const path = join(dir, "skillc-env.d.ts");
  expect(writeOwnText(path, "// ours\n", "// ours\none")).toBeUndefined();
  expect(writeOwnText(path, "// ours\n", "// ours\ntwo")).toBeUndefined();
  expect(readFileSync(path, "utf8")).toBe("// ours\ntwo");
  expect(readdirSync(dir)).toEqual(["skillc-env.d.ts"]);
});

test("leaves a file alone that begins differently", () => {
  const path = join(dir, ".gitignore");
  writeFileSync(path, "dist\n");
  expect(writeOwnText(path, "*\n", "*\n")).toBe("foreign");
  expect(readFileSync(path, "utf8")).toBe("dist\n");
});

test.skipIf(process.platform === "win32")("does not wait for a writer of a pipe", () => {
  const path = join(dir, "skillc-env.d.ts");
  execFileSync("mkfifo", [path]);
  expect(writeOwnText(path, "// ours\n", "// ours\n")).toMatchObject({ detail: "it is not a regular file" });
});
