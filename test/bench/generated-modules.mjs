// The modules of a generated directory.
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

/** Returns the texts of all modules by path, sorted. They are ASCII: a character is a byte. */
export function generatedModules(out) {
  const paths = readdirSync(out, { recursive: true, encoding: "utf8" }).map((path) => path.split(sep).join("/"));
  return new Map(
    paths
      .filter((path) => path.endsWith(".js"))
      .sort()
      .map((path) => [path, readFileSync(join(out, path), "utf8")]),
  );
}
