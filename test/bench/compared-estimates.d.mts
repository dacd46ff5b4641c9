import type { assess, findPlatform, OutputFigures } from "../../src/platforms/index.ts";

/** What `npm run estimates` writes into test/bench/estimates.json: bytes, and milliseconds of CPU in each run. */
export interface Estimates {
  readonly date: string;
  readonly processor: string;
  readonly versions: Readonly<Record<"workerd" | "esbuild" | "deno" | "node", string>>;
  readonly rows: readonly EstimatesRow[];
}

interface EstimatesRow {
  readonly skills: number;
  readonly figures: OutputFigures;
  readonly modules: { readonly start: readonly number[]; readonly memory: number };
  readonly bundle: {
    readonly start: readonly number[];
    readonly memory: number;
    readonly raw: number;
    readonly gzip: number;
  };
  readonly deno: { readonly start: readonly number[]; readonly memory: number };
  readonly node: { readonly memory: number };
}

type Estimate = (platform: string, figures: OutputFigures) => Readonly<Record<string, number>>;

export declare function comparedEstimates(
  rows: readonly EstimatesRow[],
  estimate: Estimate,
): readonly {
  readonly what: string;
  readonly unit: "MB" | "ms";
  readonly figures: readonly { readonly skills: number; readonly estimated: number; readonly measured: number }[];
}[];
export declare function estimateWith(platforms: {
  readonly assess: typeof assess;
  readonly findPlatform: typeof findPlatform;
}): Estimate;
