/** Material for tests that stands beside a checkout, in `../shared`, and is no part of the project. */
import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../../shared");

/**
 * Path of something in it; undefined, and a line that everybody sees, when it is not there.
 *
 * @example
 * const corpus = findShared("corpus", "the corpus of real skills");
 * describe.skipIf(corpus === undefined)("the corpus", …);
 */
export function findShared(path: string, what: string): string | undefined {
  const found = join(ROOT, path);
  if (existsSync(found)) return found;
  process.stderr.write(`SKIPPED: ${what}, which is not published, would be in ${found}\n`);
  return undefined;
}
