/** What a case of `test/cases` expects, and what the command line says and writes about its project. */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { canonicalJson } from "../../src/runtime/verify/canonical-json.ts";
import { listFiles, type CaseSettings } from "./case-project.ts";
import { plainNames } from "./emitted-files.ts";
import { runCli } from "./run-cli.ts";

/** The directory of all cases. */
export const CASES = join(import.meta.dirname, "../cases");
const OUT_DIR = "generated/skills";

/**
 * Not part of `expected/module`: the access layer has its own tests, the manifest only repeats what is written, and assets
 * are not text.
 */
const NOT_COMPARED =
  /(?:^|\/)(?:runtime\.(?:js|d\.ts)|open-asset\.js|\.?skillc-manifest\.json|catalog(?:\.full)?\.json)$|^assets\//;

/** The texts below `expected`, by path. */
export function expectedOf(dir: string): ReadonlyMap<string, string> {
  return new Map(
    listFiles(join(dir, "expected")).map((path) => [path, readFileSync(join(dir, "expected", path), "utf8")]),
  );
}

/** Everything that a case can expect, by its name below `expected`. */
export async function runIn(project: string, settings: CaseSettings): Promise<ReadonlyMap<string, string>> {
  const command = settings.command ?? "check";
  const args = settings.args ?? [];
  // Infos count as much as the rest here; a case about the length of a report says how much it shows.
  const shows = args.some((arg) => /^(?:--all|--level|--quiet|-q|--json|--format|-f)$/.test(arg));
  const all = shows || (command !== "check" && command !== "build") ? [] : ["--all"];
  const { exitCode, stdout, stderr } = await runCli([command, ...all, ...args], project);
  const show = (text: string): string =>
    plainNames(text).replaceAll(project, "<project>").replaceAll(dirname(project), "<beside>");
  const result = new Map([
    ["exit-code.txt", `${exitCode}\n`],
    ["diagnostics.txt", show(command === "check" ? stdout + stderr : stderr)],
    ["stdout.txt", show(stdout)],
  ]);
  const outDir = join(project, OUT_DIR);
  const written = listFiles(outDir);
  if (exitCode !== 0 || command !== "build") expect(written, "nothing may be written").toEqual([]);
  for (const file of written) {
    const path = plainNames(file);
    const text = plainNames(readFileSync(join(outDir, file), "utf8"));
    expect(text, `${path} names the directory of this machine`).not.toContain(dirname(project));
    if (!NOT_COMPARED.test(path)) result.set(`module/${path}`, text);
    if (path === "catalog.json" && settings.catalog !== undefined) {
      const parts = pick(
        JSON.parse(text),
        settings.catalog.map((part) => part.split(".")),
      );
      result.set(path, `${canonicalJson(parts)}\n`);
    } else result.set(path, text);
  }
  return result;
}

/** What is expected; the whole of `module` once a part of it is; an exit code other than 0 always. */
export function namesToCompare(
  expected: ReadonlyMap<string, string>,
  actual: ReadonlyMap<string, string>,
): Set<string> {
  const names = new Set(expected.keys());
  if (expected.size === 0) names.add("diagnostics.txt");
  if (actual.get("exit-code.txt") !== "0\n") names.add("exit-code.txt");
  const wantsModule = [...names].some((name) => name.startsWith("module/"));
  for (const name of actual.keys()) if (wantsModule && name.startsWith("module/")) names.add(name);
  return names;
}

/** The names of the directories in a directory, sorted. */
export function directoriesIn(dir: string): string[] {
  const entries = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries.map(({ name }) => name).sort();
}

/** The parts of a JSON value that some paths lead to; a path goes through lists. */
function pick(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, paths));
  if (typeof value !== "object" || value === null) return value;
  const object: Record<string, unknown> = Object.create(null);
  for (const [key, inner] of Object.entries(value)) {
    const below = paths.filter(([first]) => first === key).map((path) => path.slice(1));
    if (below.length > 0) object[key] = pick(inner, below);
  }
  return object;
}
