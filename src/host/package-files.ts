/** This code is in different directories of the package in different builds, so paths start at its root. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isFailure } from "../model/host.ts";
import { attempt } from "./node-host.ts";

const NAME = "skillc";

/** A file of the package is gone, as while another process installs or builds it. */
export class IncompletePackage extends Error {
  override readonly name = "IncompletePackage";
}

/** `npm run build` bundles the library, which is copied into generated modules. */
export function openLibrary(): (name: string) => { code: string; declarations: string } {
  const { root } = findPackage();
  const read = (name: string): string => {
    const path = join(root, "dist/library", name);
    const text = attempt(() => readFileSync(path, "utf8"));
    if (!isFailure(text)) return text;
    // The error of the system would be taken for one about the file that is being written.
    throw new IncompletePackage(`its own file ${path} cannot be read (${text.detail}): install skillc again`);
  };
  return (name) => ({ code: read(`${name}.js`), declarations: read(`${name}.d.ts`) });
}

export function readReportScript(): string {
  return readFileSync(join(findPackage().root, "dist/report/page/page.js"), "utf8");
}

export function packageRoot(): string {
  return findPackage().root;
}

export function readVersion(): string {
  return findPackage().version;
}

/**
 * Compiling a skill depends on its input, on the version of this package, and on the engine's Unicode version, which
 * its regular expressions and `normalize()` follow.
 */
export function readBuildId(): string {
  return `${readVersion()} unicode-${process.versions["unicode"] ?? ""}`;
}

/** The nearest directory above this code with the package.json of skillc. */
function findPackage(): { readonly root: string; readonly version: string } {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let dir = start; ; dir = dirname(dir)) {
    const manifest = attempt((): unknown => JSON.parse(readFileSync(join(dir, "package.json"), "utf8")));
    if (!isFailure(manifest) && typeof manifest === "object" && manifest !== null)
      if ("name" in manifest && manifest.name === NAME)
        return { root: dir, version: "version" in manifest ? String(manifest.version) : "" };
    if (dirname(dir) === dir) throw new Error(`No package.json of ${NAME} above ${start}`);
  }
}
