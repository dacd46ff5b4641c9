/** Recognizes packages and plugins: each is installed alone, so that its skills never meet those of another. */
import { isFailure, type DirectoryEntry, type Host } from "../model/host.ts";
import { MANIFESTS } from "../model/search-entries.ts";
import { isAbsolute, joinPath, parentPath } from "../paths/index.ts";

/** `.claude-plugin/plugin.json`; a `marketplace.json` there lists plugins and is not one. */
const PLUGIN_DIRECTORY = /^\.[a-z]+-plugin$/;

const MANIFEST_PATHS: readonly string[] = [
  ...MANIFESTS,
  ...["claude", "codex", "cursor"].map((client) => `.${client}-plugin/plugin.json`),
];

export function hasManifest(dir: string, entries: readonly DirectoryEntry[], host: Host): boolean {
  return entries.some(
    ({ name, kind }) =>
      (kind === "file" && MANIFESTS.has(name)) ||
      (kind === "directory" && PLUGIN_DIRECTORY.test(name) && isFile(joinPath(dir, name, "plugin.json"), host)),
  );
}

function isFile(path: string, host: Host): boolean {
  const status = host.status(path);
  return !isFailure(status) && status.kind === "file";
}

/** Undefined if there is none. */
export function packageAbove(dir: string, host: Host): string | undefined {
  if (isAbsolute(dir)) return undefined;
  for (let above = dir; above !== "." && !above.endsWith(".."); above = parentPath(above))
    if (MANIFEST_PATHS.some((path) => isFile(joinPath(above, path), host))) return above;
  return undefined;
}
