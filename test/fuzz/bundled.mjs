import { build } from "esbuild";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Bundles modules, named relative to this directory, and returns everything that they export: the loader of the test runner would cost
 * several times what is measured.
 *
 * @param {readonly string[]} files
 * @returns {Promise<any>}
 */
export async function importBundled(files) {
  const dir = mkdtempSync(join(import.meta.dirname, "../../node_modules/.cache-fuzz-"));
  try {
    const outfile = join(dir, "fuzz.mjs");
    await build({
      stdin: {
        contents: files.map((file) => `export * from ${JSON.stringify(file)};`).join("\n"),
        resolveDir: import.meta.dirname,
        loader: "ts",
      },
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      outfile,
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
