/** The package as it would be published. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../support/consumer.ts";

/**
 * Packs what is built; gives the path of the tarball. No script runs, because `prepack` deletes the `dist` that other
 * tests are using.
 */
export async function packInto(dir: string): Promise<string> {
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", dir];
  const { exitCode, stdout, stderr } = await run("npm", args, { cwd: ROOT });
  if (exitCode !== 0) throw new Error(`npm pack ended with ${exitCode}:\n${stderr}`);
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  if (packed === undefined) throw new Error("npm pack made nothing");
  return join(dir, packed.filename);
}

export interface Manifest {
  readonly version: string;
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;
}
