import { existsSync, mkdirSync, rmdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isFailure } from "../model/host.ts";
import { attempt } from "./attempt.ts";

/**
 * Returns the topmost directory that was created. `mkdirSync` with `recursive` never returns if nothing can be created
 * in an existing directory, such as `/proc`.
 */
export function makeDirectories(path: string): string | undefined {
  const missing = missingDirectories(path);
  const made: string[] = [];
  for (const dir of [...missing].reverse()) {
    const result = attempt(() => mkdirSync(dir));
    if (!isFailure(result)) made.unshift(dir);
    // Another process may have created it.
    if (!isFailure(result) || result.failure === "exists") continue;
    for (const one of made) attempt(() => rmdirSync(one));
    throw Object.assign(new Error(`${dir}: ${result.detail}`), { code: result.detail });
  }
  if (!statSync(path).isDirectory()) throw Object.assign(new Error(`${path} is a file`), { code: "ENOTDIR" });
  return missing.at(-1);
}

/** The path itself comes first. */
function missingDirectories(path: string): readonly string[] {
  const missing: string[] = [];
  for (let dir = path; !existsSync(dir); dir = dirname(dir)) {
    missing.push(dir);
    // A drive that does not exist.
    if (dirname(dir) === dir) break;
  }
  return missing;
}
