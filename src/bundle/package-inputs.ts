/**
 * Says what decides which files of packages esbuild takes into a script: not only those that it reads, but also those that
 * it would prefer, or would read to know which.
 */
import { posix } from "node:path";
import type { PackageLog } from "../model/script.ts";

export interface PackageInputs {
  /** An import by a file in the directory `from`. `places`: where a package could be, or what else is looked for. */
  imported(path: string, from: string, places: readonly string[]): void;
  /** A file that is read. `manifests`: where a package.json says what it means, from the nearest to the outermost. */
  loaded(file: string, manifests: readonly string[]): void;
}

/** Archives and virtual directories of Yarn, which only esbuild can read. */
const VIRTUAL = /\/(?:__virtual__|\$\$virtual)\/|\.zip\//;
const YARN = [".pnp.cjs", ".pnp.data.json", ".pnp.js"];

export function createPackageInputs(log: PackageLog): PackageInputs {
  const known = new Map<string, boolean>();
  /** Notes all that decides what a directory means as a package; returns whether it is one. */
  const packageAt = (dir: string): boolean => {
    const before = known.get(dir);
    if (before !== undefined) return before;
    log.listing(dir);
    const text = log.text(`${dir}/package.json`);
    known.set(dir, text !== undefined);
    for (const target of targetsOf(text ?? "")) {
      const path = posix.join(dir, target);
      log.listing(posix.dirname(path));
      if (log.entry(path)) log.listing(path);
    }
    return text !== undefined;
  };
  return {
    imported(path, from, places) {
      // Its target is another package, or a file of this one.
      if (path.startsWith("#")) return log.spoil();
      for (const place of places) log.entry(place);
      if (/^\.\.?(?:\/|$)/.test(path)) return noteFile(posix.join(from, path), log, packageAt);
      for (const place of places) {
        const [, modules, name = ""] = /^(.*\/node_modules)\/((?:@[^/]+\/)?[^/]+)$/.exec(place) ?? [];
        if (modules === undefined) continue;
        for (const file of YARN) if (log.entry(posix.join(posix.dirname(modules), file))) log.spoil();
        if (path !== name && !path.startsWith(`${name}/`)) continue;
        if (log.entry(place)) packageAt(place);
        if (path !== name) noteFile(posix.join(modules, path), log, packageAt);
      }
    },
    loaded(file, manifests) {
      if (VIRTUAL.test(file) || !log.entry(file)) return log.spoil();
      for (const manifest of manifests) log.entry(manifest);
      for (const manifest of manifests) if (packageAt(posix.dirname(manifest))) return;
    },
  };
}

/** What can be meant by the path of a file without its ending, or of a directory. */
function noteFile(path: string, log: PackageLog, packageAt: (dir: string) => boolean): void {
  log.listing(posix.dirname(path));
  if (log.entry(path)) packageAt(path);
}

/** Files that a package.json names in a way in which a missing one means another. */
function targetsOf(text: string): readonly string[] {
  try {
    const { main, module, browser } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const map = typeof browser === "object" && browser !== null ? Object.entries(browser).flat() : [browser];
    return [main, module, ...map].filter((one): one is string => typeof one === "string");
  } catch {
    return [];
  }
}
