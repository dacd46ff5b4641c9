/**
 * Every case of `test/cases` on a simulated Windows. What is simulated, and what no test has run on: the README.
 */
import { describe, expect, test, vi } from "vitest";

vi.mock("node:fs", async () => (await import("./file-system.ts")).windowsFs);
vi.mock("node:fs/promises", async () => (await import("./file-system.ts")).windowsPromises);
vi.mock("node:os", async () => (await import("./system.ts")).windowsOs);
vi.mock("node:url", async () => (await import("./system.ts")).windowsUrl);
vi.mock("node:child_process", async () => (await import("./system.ts")).windowsChildren);
vi.mock("node:path", () => {
  const { win32 } = process.getBuiltinModule("node:path");
  return { ...win32, default: win32 };
});
vi.hoisted(() => Object.defineProperty(process, "platform", { value: "win32" }));

const { join, resolve } = await import("node:path");
const { readSettings, withProject } = await import("../support/case-project.ts");
const { CASES, directoriesIn, expectedOf, namesToCompare, runIn } = await import("../support/run-case.ts");
const { onWindows } = await import("./system.ts");
const { setRoot } = await import("./paths.ts");

const filter = process.env["CASE"] ?? "";
const themes = directoriesIn(CASES).map((theme) => ({ theme, names: directoriesIn(join(CASES, theme)) }));

describe.each(["C:\\", "\\\\server\\share\\"])("on %s", (root) => {
  for (const { theme, names } of themes) {
    const wanted = names.filter((name) => `${theme}/${name}`.includes(filter));
    describe.skipIf(wanted.length === 0)(theme, () => {
      test.each(wanted)("%s", async (name) => {
        setRoot(root);
        await onWindows(async () => {
          const dir = resolve(CASES, theme, name);
          const settings = readSettings(dir);
          const expected = expectedOf(dir);
          const actual = await withProject(dir, settings, (project) => runIn(project, settings));
          for (const path of namesToCompare(expected, actual))
            expect(actual.get(path) ?? "(nothing)", `expected/${path}`).toBe(expected.get(path) ?? "(nothing)");
        });
      });
    });
  }
});
