import type { Answers, Loader, Result, Sample } from "./table.d.mts";

export declare function isInstalled(loader: Loader): boolean;
export declare function runLoader(
  loader: Loader,
  samples: readonly Sample[],
  areKept?: boolean,
): Promise<readonly Result[]>;
export declare function answersOf(loader: Loader, result: Result): Answers;
