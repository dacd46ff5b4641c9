/** The bundlers of the tests: those of devDependencies, and those that `npm run bundlers` installs. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../support/consumer.ts";
import { placeOf, whyMissing, type Pin } from "../support/pinned-packages.ts";
import { bundlers } from "./pins.mjs";

/** A version of a bundler; `load` imports it. */
export interface Bundler<Module> {
  /** The package and its version, such as `vite 7.3.8`. */
  readonly title: string;
  /** Why it cannot be tested; undefined if it can. */
  readonly missing: string | undefined;
  load(): Promise<Module>;
}

/** Returns a pin of `pins.mjs`. */
export function pinOf(name: string): Pin {
  const found = bundlers.find((bundler) => bundler.name === name);
  if (found === undefined) throw new Error(`pins.mjs has no ${name}`);
  return found;
}

/** A bundler of `pins.mjs`: the first package of the pin. */
export function pinned<Module>(name: string): Bundler<Module> {
  const pin = pinOf(name);
  const [, packageName = "", version = ""] = /^(.+)@([^@]+)$/.exec(pin.packages[0] ?? "") ?? [];
  return {
    title: `${packageName} ${version}`,
    missing: whyMissing("bundlers", pin),
    load: () => importFrom<Module>(placeOf("bundlers", name), packageName),
  };
}

/** A bundler of devDependencies. */
export function developed<Module>(packageName: string): Bundler<Module> {
  return {
    title: `${packageName} ${versionAt(join(ROOT, "node_modules", packageName))}`,
    missing: undefined,
    load: () => importFrom<Module>(ROOT, packageName),
  };
}

/** The version in the package.json of a directory. */
export function versionAt(dir: string): string {
  return (JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as { readonly version: string }).version;
}

async function importFrom<Module>(dir: string, packageName: string): Promise<Module> {
  const path = createRequire(join(dir, "package.json")).resolve(packageName);
  const loaded = (await import(pathToFileURL(path).href)) as Module & { readonly default?: Module };
  return loaded.default ?? loaded;
}
