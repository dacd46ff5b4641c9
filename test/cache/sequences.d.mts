import type { compileCatalog } from "../../src/api/catalog.ts";
import type { repeatBuild, repeatCheck } from "../../src/api/kept/repeat.ts";
import type { build, check, fix } from "../../src/index.ts";

export interface Sequence {
  readonly seed: number;
  readonly steps: number;
  /** Most of each step stays as it was. */
  readonly isCalm?: boolean;
  /** An empty directory. */
  readonly dir: string;
  readonly api: {
    readonly build: typeof build;
    readonly check: typeof check;
    readonly fix: typeof fix;
    readonly repeatBuild: typeof repeatBuild;
    readonly repeatCheck: typeof repeatCheck;
    readonly compileCatalog: typeof compileCatalog;
  };
}

export interface SequenceResult {
  readonly faults: readonly string[];
  /** Steps before which something was in the cache. */
  readonly hits: number;
  /** Outcomes for which nothing was done. */
  readonly known: number;
  /** Runs that had to do something, and walked less than without a cache. */
  readonly followed: number;
}

export function runSequence(sequence: Sequence): Promise<SequenceResult>;
