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
const { listFiles, readSettings, withProject } = await import("../support/case-project.ts");
const { CASES, directoriesIn, expectedOf, namesToCompare, runIn } = await import("../support/run-case.ts");
const { isImpossible } = await import("./file-system.ts");
const { onWindows } = await import("./system.ts");
const { setRoot } = await import("./paths.ts");

const filter = process.env["CASE"] ?? "";
const themes = directoriesIn(CASES).map((theme) => ({ theme, names: directoriesIn(join(CASES, theme)) }));

/** Starts a program that knows nothing of the simulation: esbuild, a shell, a worker with modules of its own. */
const OTHER_PROGRAM =
  /^(?:config\/(?:a-config-in-typescript-is-read|a-config-that-throws-is-told-with-its-place|broken-typescript-is-told-with-its-place|spellings-of-other-systems-are-explained)|emit\/(?:a-package-of-a-script-|a-script-imports-|scripts-|what-a-script-may-not-)|prepare\/(?:a-command-that-fails|output-over-the-limit|the-output-of-commands))/;
/** Two names of one directory that differ in their case only. */
const ONE_NAME = /two-spellings-of-skill-md|names-and-paths-of-any-spelling/;

/** Returns whether Windows can have the files of a case, and the case starts no other program. */
function canRun(path: string): boolean {
  const dir = join(CASES, path);
  const { symlinks = {}, files = {}, directories = [] } = readSettings(dir);
  const names = [...listFiles(join(dir, "input")), ...Object.keys(files), ...directories].flatMap((one) =>
    one.split("/"),
  );
  return (
    Object.keys(symlinks).length === 0 && !names.some(isImpossible) && !ONE_NAME.test(path) && !OTHER_PROGRAM.test(path)
  );
}

describe.each(["C:\\", "\\\\server\\share\\"])("on %s", (root) => {
  for (const { theme, names } of themes) {
    const wanted = names.filter((name) => `${theme}/${name}`.includes(filter) && canRun(`${theme}/${name}`));
    describe.skipIf(wanted.length === 0)(theme, () => {
      test.each(wanted)("%s", (name) => {
        setRoot(root);
        return onWindows(() => runCase(resolve(CASES, theme, name)));
      });
    });
  }
});

async function runCase(dir: string): Promise<void> {
  const settings = readSettings(dir);
  const expected = expectedOf(dir);
  const actual = await withProject(dir, settings, (project) => runIn(project, settings));
  for (const path of namesToCompare(expected, actual))
    expect(actual.get(path) ?? "(nothing)", `expected/${path}`).toBe(expected.get(path) ?? "(nothing)");
}
