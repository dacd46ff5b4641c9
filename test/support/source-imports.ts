/** What the files of a directory import of each other, types included. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import typescript from "typescript-5.9";

/** Paths relative to the directory, with slashes. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>;

export function sourceImports(dir: string): Imports {
  const files = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  return new Map(
    files.map((file) => {
      const { importedFiles } = typescript.preProcessFile(readFileSync(join(dir, file), "utf8"), true, true);
      const own = importedFiles.filter(({ fileName }) => fileName.startsWith("."));
      const targets = own.map(({ fileName }) => relative(dir, join(dir, file, "..", fileName)).replaceAll("\\", "/"));
      return [file.replaceAll("\\", "/"), new Set(targets)];
    }),
  );
}

/** Returns all files that a file imports, and that those import. */
export function reachedFrom(file: string, imports: Imports): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const target of imports.get(next) ?? [])
      if (!reached.has(target)) {
        reached.add(target);
        waiting.push(target);
      }
  return reached;
}
