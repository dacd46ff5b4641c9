/** Packages that `install-packages.mjs` has installed, in exactly the versions that a test wants. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findBinary, howToInstall, type BinaryName } from "./engine-binaries.ts";

/** What is installed together, and the Node that it runs on. */
export interface Pin {
  readonly name: string;
  readonly packages: readonly string[];
  readonly node: BinaryName;
  /** Too large for CI: installed by a script of its own. */
  readonly byHand?: boolean;
}

/** The directories below `.engines`, and the npm script that fills each. */
export type PinDirectory = "frameworks" | "bundlers" | "readers";

/** The directory that has the `node_modules` of a pin. */
export function placeOf(directory: PinDirectory, name: string): string {
  return join(import.meta.dirname, "../../.engines", directory, name);
}

/**
 * Why a pin cannot be tested here; undefined if it can. The reason is printed, so that a skip is seen.
 *
 * @example
 * describe.skipIf(whyMissing("bundlers", pin))("Vite 7", …);
 */
export function whyMissing(directory: PinDirectory, { name, packages, node, byHand = false }: Pin): string | undefined {
  const note = join(placeOf(directory, name), "installed.json");
  const isThere = existsSync(note) && readFileSync(note, "utf8") === JSON.stringify(packages);
  const why = !isThere
    ? `npm run ${directory}${byHand ? ":by-hand" : ""}`
    : findBinary(node) === undefined
      ? howToInstall(node)
      : undefined;
  if (why !== undefined) console.warn(`skipped: ${name} (${packages[0]}) is not installed: ${why}`);
  return why;
}
