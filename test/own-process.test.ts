/** Tests that replace what others see are in `alone` or `slow` of vitest.config.ts: all others share one process. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileFilter } from "../src/paths/index.ts";
import config from "../vitest.config.ts";

const TEST = import.meta.dirname;

/** Modules and globals that are replaced, the environment, the directory. */
const REPLACES =
  /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers|spyOn\((?:globalThis|process|console))|\bprocess\.chdir\(|\bprocess\.env(?:\.\w+|\[[^\]]+\]) = |\bglobalThis\.\w+ = |\bObject\.(?:assign|defineProperty)\((?:process\.env|globalThis)\b/;

test("tests that replace what others see have a process of their own", () => {
  const projects = (config.test?.projects ?? []) as {
    readonly test: { readonly name: string; readonly exclude: string[] };
  }[];
  const shared = projects.find(({ test: { name } }) => name === "fast-shared");
  const elsewhere = compileFilter(shared?.test.exclude ?? []);
  const files = readdirSync(TEST, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".test.ts"));
  const sharing = files.map((path) => `test/${path.replaceAll("\\", "/")}`).filter((path) => !elsewhere.matches(path));
  expect(sharing.length).toBeGreaterThan(200);
  expect(sharing.filter((path) => REPLACES.test(readFileSync(join(TEST, "..", path), "utf8")))).toEqual([]);
});
